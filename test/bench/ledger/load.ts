import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';

/** What is posted, by clients that each ask again as soon as they are answered. */
export interface Load {
  readonly url: string;
  readonly key: string;
  readonly clients: number;
  readonly durationMs: number;
}

const BODY = JSON.stringify({ prompt: 'Say hello.', models: ['ministral-3b-2512'] });

/** @returns answered requests a second. @throws where one is not answered 200. */
async function post({ url, key, clients, durationMs }: Load): Promise<number> {
  const pool = new Pool(url, { connections: clients });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const startedAt = performance.now();
  let answered = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      const reply = await pool.request({ method: 'POST', path: '/api/v1/prompt', headers, body: BODY });
      await reply.body.dump();
      if (reply.statusCode !== 200) throw new Error(`a request was answered ${reply.statusCode}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const perSecond = answered / ((performance.now() - startedAt) / 1_000);
  await pool.close();
  return perSecond;
}

process.on('message', (load: Load) => {
  void post(load).then(
    (perSecond) => process.send?.(perSecond),
    () => process.send?.(null),
  );
});
process.once('disconnect', () => process.exit(0));
