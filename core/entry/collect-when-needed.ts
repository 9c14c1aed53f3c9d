import { setFlagsFromString } from 'node:v8';

// While little is allocated, V8 collects the whole heap repeatedly to return memory. At 100 requests a second, that took a
// fifth of a gateway's processor time and most of the time of its slowest answers (docs/benchmarks.md). Node reads
// `--no-memory-reducer` only when a process begins, so this flag is set here, however the process was started.
setFlagsFromString('--memory-reducer-gc-count=0');
// `serve` lets the old generation of this thread grow before it is collected. Threads that begin from now on have small heaps,
// and would together keep some hundred megabytes of garbage.
setFlagsFromString('--initial-old-space-size=0');
