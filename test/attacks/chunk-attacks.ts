import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, AttackScene } from './attack.ts';
import { PROMPT } from './attack-client.ts';

/** One byte of a body, six on the wire. */
const CHUNK = '1\r\n \r\n';
const CHUNKS_AT_ONCE = 10_000;
const UPLOADS = 20;
const UPLOAD_CHUNKS = 60_000;
const LOOK_EVERY_MS = 50;

export const endlessChunks: Attack = {
  name: 'endless-chunks',
  summary: 'GET /openapi.json without a key, and a body of one-byte chunks that never ends',
  run: (scene) => pour(scene, 'GET /openapi.json', Number.POSITIVE_INFINITY),
};

export const smallChunks: Attack = {
  name: 'small-chunks',
  summary: '20 uploads of 60,000 one-byte chunks, half of them without a key',
  async run(scene) {
    const key = `\r\nAuthorization: Bearer ${scene.keys.penniless}`;
    const uploads = Array.from({ length: UPLOADS }, (_, index) =>
      pour(scene, `POST ${PROMPT}`, UPLOAD_CHUNKS, index % 2 === 0 ? '' : key),
    );
    await Promise.all(uploads);
  },
};

/** Sends chunks as fast as they are taken, until there were so many, the attack ends or the gateway closes. */
async function pour(
  { port, holdMs, signal, tally }: AttackScene,
  target: string,
  chunks: number,
  headers = '',
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  const until = performance.now() + holdMs;
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += answer.length < 100 ? chunk.toString('latin1') : ''));
  socket.on('error', () => {});
  socket.write(
    `${target} HTTP/1.1\r\nHost: gateway${headers}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const isOver = (): boolean => signal.aborted || socket.destroyed || performance.now() > until;
  for (let rest = chunks; rest > 0 && !isOver(); rest -= CHUNKS_AT_ONCE) {
    if (socket.write(CHUNK.repeat(Math.min(rest, CHUNKS_AT_ONCE)))) await wait(1);
    else
      await Promise.race([once(socket, 'drain'), once(socket, 'close'), wait(LOOK_EVERY_MS)]).catch(() => {});
  }
  const isAnswered = (): boolean => answer !== '';
  while (!isAnswered() && !isOver()) await wait(LOOK_EVERY_MS);
  tally.count(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'closed');
  socket.destroy();
}
