import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { samplePicture } from '../../support/samples/sample-picture.ts';

/** What the process's one argument says, in JSON. */
export interface Uploads {
  readonly url: string;
  readonly key: string;
  readonly models: readonly string[];
  readonly fileBytes: number;
  readonly clients: number;
  /** Each client posts this often, but never has more than one request under way. */
  readonly everyMs: number;
  readonly perClient: number;
}

export interface UploadFigures {
  readonly posted: number;
  /** Answered with every model completed. */
  readonly completed: number;
}

async function postAll(uploads: Uploads): Promise<UploadFigures> {
  const { url, key, models, fileBytes, clients, everyMs, perClient } = uploads;
  const pool = new Pool(url, { connections: clients });
  const base64 = samplePicture(fileBytes).toString('base64');
  const attachments = [{ name: 'noise.png', type: 'image/png', base64 }];
  const body = Buffer.from(JSON.stringify({ prompt: 'What is this?', models, attachments }));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  let completed = 0;
  const post = async (): Promise<void> => {
    const reply = await pool.request({ method: 'POST', path: '/api/v1/prompt', headers, body });
    const { results } = (await reply.body.json()) as { results?: readonly { status: string }[] };
    if (results?.length === models.length && results.every(({ status }) => status === 'completed'))
      completed += 1;
  };
  const client = async (index: number): Promise<void> => {
    await wait((index * everyMs) / clients);
    for (let count = 0; count < perClient; count += 1) {
      const startedAt = performance.now();
      await post();
      await wait(Math.max(0, everyMs - (performance.now() - startedAt)));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  await pool.close();
  return { posted: clients * perClient, completed };
}

process.send?.(await postAll(JSON.parse(process.argv[2] ?? '') as Uploads));
process.disconnect();
