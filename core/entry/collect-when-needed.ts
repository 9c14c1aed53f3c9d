import { setFlagsFromString } from 'node:v8';

// While little is allocated, V8 collects the whole heap repeatedly to return memory. At 100 requests a second, that took a
// fifth of a gateway's processor time and most of the time of its slowest answers (docs/benchmarks.md). Node reads
// `--no-memory-reducer` only when a process begins, so this flag is set here, however the process was started.
setFlagsFromString('--memory-reducer-gc-count=0');
// The flags of `serve` are for the heap of this thread. Threads that begin from now on have small heaps: with these flags,
// which win over a thread's `resourceLimits`, each would keep up to 34 MB of young objects and 96 MB of garbage.
setFlagsFromString('--max-semi-space-size=0');
setFlagsFromString('--initial-old-space-size=0');
