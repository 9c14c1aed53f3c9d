import autocannon from 'autocannon';
import { figuresOf, type LoadFigures } from './load-figures.ts';
import { postOpenly } from './open-load.ts';

/** What is posted, and how. */
export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second of all connections together, whatever is answered; as many as are answered where it is not given. */
  readonly rate?: number;
}

/** As many as are answered, of clients that each ask again once they were answered. */
async function postClosed({ url, headers, body, connections, seconds }: Load): Promise<LoadFigures> {
  const timesMs: number[] = [];
  const cpuBefore = process.cpuUsage();
  const run = autocannon({
    url,
    method: 'POST',
    headers,
    body,
    connections,
    duration: seconds,
    timeout: 60,
  });
  void run.on('response', (_client, _status, _bytes, elapsedMs) => void timesMs.push(elapsedMs));
  const result = await run;
  return figuresOf({
    timesMs,
    answered: result['2xx'],
    failed: result.non2xx + result.errors,
    tookMs: result.duration * 1_000,
    cpu: process.cpuUsage(cpuBefore),
  });
}

function post(load: Load): Promise<LoadFigures> {
  return load.rate === undefined ? postClosed(load) : postOpenly(load, load.rate);
}

process.on('message', (load: Load) => void post(load).then((figures) => process.send?.(figures)));
process.once('disconnect', () => process.exit(0));
