import { setFlagsFromString } from 'node:v8';

// V8 collects whole heaps, twice and again, whenever little is allocated for some seconds, to give memory back: at a few
// requests a second that is most of a gateway's processor time and of its slowest answers. Not by `--no-memory-reducer`,
// which only a new process takes: so it holds however the process was started.
setFlagsFromString('--memory-reducer-gc-count=0');
