import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Preloaded into a gateway. On SIGUSR2 it prints a line of JSON with the size of its heap after young and after full collections. */
export interface Collected {
  readonly youngBytes: number;
  readonly wholeBytes: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;

process.on('SIGUSR2', () => {
  for (let time = 0; time < 3; time += 1) collect({ type: 'minor' });
  const youngBytes = process.memoryUsage().heapUsed;
  for (let time = 0; time < 3; time += 1) collect();
  const collected: Collected = { youngBytes, wholeBytes: process.memoryUsage().heapUsed };
  process.stdout.write(`${JSON.stringify({ collected })}\n`);
});
