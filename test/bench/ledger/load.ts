import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';

/** What is posted, by clients that each ask again as soon as they are answered. */
export interface Load {
  readonly url: string;
  readonly key: string;
  readonly clients: number;
  readonly durationMs: number;
  /** Length of the prompt; it is stored where the account retains texts. */
  readonly promptCharacters: number;
}

/** What the clients saw. */
export interface Answered {
  readonly requests: number;
  /** Of one request at the median, milliseconds. */
  readonly medianMs: number;
}

/** @throws where a request is not answered 200. */
async function post({ url, key, clients, durationMs, promptCharacters }: Load): Promise<Answered> {
  const pool = new Pool(url, { connections: clients });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const body = JSON.stringify({ prompt: 'x'.repeat(promptCharacters), models: ['ministral-3b-2512'] });
  const startedAt = performance.now();
  const latenciesMs: number[] = [];
  const client = async (): Promise<void> => {
    for (;;) {
      const sentAt = performance.now();
      if (sentAt - startedAt >= durationMs) return;
      const reply = await pool.request({ method: 'POST', path: '/api/v1/prompt', headers, body });
      await reply.body.dump();
      if (reply.statusCode !== 200) throw new Error(`a request was answered ${reply.statusCode}`);
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await pool.close();
  const middle = latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length / 2)];
  return { requests: latenciesMs.length, medianMs: middle ?? Number.NaN };
}

process.on('message', (load: Load) => {
  void post(load).then(
    (answered) => process.send?.(answered),
    () => process.send?.(null),
  );
});
process.once('disconnect', () => process.exit(0));
