import { setFlagsFromString } from 'node:v8';

// V8 collects the whole heap again and again while little is allocated, to give memory back. At 100 requests a second that
// was a fifth of a gateway's processor time, and most of the time its slowest answers took (docs/benchmarks.md). Not by
// `--no-memory-reducer`, which is read when a process begins: set here, it holds however the process was started.
setFlagsFromString('--memory-reducer-gc-count=0');
