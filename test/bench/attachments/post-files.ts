import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';

/** Uploading clients, in a process of their own so that they slow nobody's clock. The argument is `Uploads` in JSON. */
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
  /** Answered with every model completed. */
  readonly completed: number;
  readonly other: number;
}

const CHECKSUM_BYTES = 4;

async function postAll(uploads: Uploads): Promise<UploadFigures> {
  const pool = new Pool(uploads.url, { connections: uploads.clients });
  const body = requestBody(uploads);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${uploads.key}` };
  let completed = 0;
  const post = async (): Promise<void> => {
    const reply = await pool.request({ method: 'POST', path: '/api/v1/prompt', headers, body });
    const { results = [] } = (await reply.body.json()) as { results?: readonly { status: string }[] };
    if (process.env['DEBUG']) console.error(JSON.stringify(results.map((r: any) => [r.modelId, r.status, r.error?.code, r.attempts, r.latencyMs])));
    const all = results.length === uploads.models.length;
    if (all && results.every(({ status }) => status === 'completed')) completed += 1;
  };
  const client = async (index: number): Promise<void> => {
    await wait((index * uploads.everyMs) / uploads.clients);
    for (let count = 0; count < uploads.perClient; count += 1) {
      const startedAt = performance.now();
      await post();
      await wait(Math.max(0, uploads.everyMs - (performance.now() - startedAt)));
    }
  };
  await Promise.all(Array.from({ length: uploads.clients }, (_, index) => client(index)));
  await pool.close();
  return { completed, other: uploads.clients * uploads.perClient - completed };
}

/** A PNG by its chunks, 1,024 by 1,024 pixels; the pixels are noise, as compressed ones look. */
function requestBody({ models, fileBytes }: Uploads): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000040000000400080200000000000000', 'hex');
  const pixels = Buffer.from('0000000049444154', 'hex');
  pixels.writeUInt32BE(fileBytes - header.length - pixels.length - CHECKSUM_BYTES);
  const noise = randomBytes(fileBytes - header.length - pixels.length);
  const file = Buffer.concat([header, pixels, noise]);
  const attachments = [{ name: 'noise.png', type: 'image/png', base64: file.toString('base64') }];
  return Buffer.from(JSON.stringify({ prompt: 'What is this?', models, attachments }));
}

const uploads = JSON.parse(process.argv[2] ?? '') as Uploads;
process.send?.(await postAll(uploads));
process.disconnect();
