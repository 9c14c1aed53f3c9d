import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { hostileModels, type Attack, type AttackScene } from './attack.ts';
import { bytesOf, post, PROMPT } from './attack-client.ts';
import { historyOf } from './text-attacks.ts';

const BURSTS = 10;
const HEADS_AT_ONCE = 20;
const LARGE_BODIES = 4;
const LARGE_BODY_CHARACTERS = 20_000_000;
const HANDSHAKE_MS = 2_000;
/** What a gateway may take to see that somebody has gone. */
const SETTLE_MS = 1_000;

export const headLeavers: Attack = {
  name: 'head-leavers',
  summary: '200 clients go between their headers and their body, 20 at once; 5 requests in flight allowed',
  async run(scene) {
    for (let burst = 0; burst < BURSTS && !scene.signal.aborted; burst += 1)
      await Promise.all(Array.from({ length: HEADS_AT_ONCE }, () => leaveAfterHead(scene, burst / 2)));
    await wait(SETTLE_MS);
    await askAfterwards(scene);
  },
};

async function leaveAfterHead(scene: AttackScene, afterMs: number): Promise<void> {
  const socket = await open(scene);
  if (socket === undefined) return;
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  socket.write(headOf(scene, 100_000), () => resolve());
  await Promise.race([sent, closed(socket)]);
  if (afterMs > 0) await wait(afterMs);
  socket.resetAndDestroy();
  scene.tally.count('left');
}

export const parseLeavers: Attack = {
  name: 'parse-leavers',
  summary: '4 clients go while their body of 20 MB is parsed: charged for nothing they could see',
  isLarge: true,
  async run(scene) {
    const history = historyOf(LARGE_BODY_CHARACTERS, 'Gone before it is read. ');
    const body = bytesOf({ prompt: 'Hi.', models: hostileModels(1), history });
    for (let count = 0; count < LARGE_BODIES && !scene.signal.aborted; count += 1) {
      const socket = await open(scene);
      if (socket === undefined) continue;
      socket.write(headOf(scene, body.byteLength));
      const { promise: sent, resolve } = Promise.withResolvers<void>();
      socket.write(body, () => resolve());
      await Promise.race([sent, closed(socket)]);
      socket.destroy();
      scene.tally.count('left');
    }
    await wait(SETTLE_MS);
  },
};

/** Nobody's place may still be taken. */
async function askAfterwards(scene: AttackScene): Promise<void> {
  const body = { prompt: 'Hi.', models: hostileModels(1) };
  await post(scene, { path: PROMPT, account: 'leaver', body, label: 'afterwards' });
}

async function open({ port, tally }: AttackScene): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1' });
  // A gateway that closes first is no fault of the attack.
  socket.on('error', () => {});
  socket.resume();
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>();
  socket.once('connect', () => resolve(socket));
  socket.once('close', () => resolve(undefined));
  const timer = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
  const connected = await promise;
  clearTimeout(timer);
  if (connected === undefined) tally.count('not connected');
  return connected;
}

function closed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  return promise;
}

function headOf({ keys }: AttackScene, bytes: number): string {
  return [
    `POST ${PROMPT} HTTP/1.1`,
    'Host: gateway',
    `Authorization: Bearer ${keys.leaver}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
    '\r\n',
  ].join('\r\n');
}
