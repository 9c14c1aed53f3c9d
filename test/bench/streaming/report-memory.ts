import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Preloaded into a subject: what it holds once what is garbage has gone, whenever its parent asks. */
export interface Memory {
  /** By the operating system's count. */
  readonly rssBytes: number;
  /** JavaScript objects and what they hold outside the heap. */
  readonly heapBytes: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('message', (message) => {
  if (message !== 'memory') return;
  collect();
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const memory: Memory = { rssBytes: rss, heapBytes: heapUsed + external };
  process.send?.(memory);
});
