import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { eventually } from '../../support/eventually.ts';
import type { Collected } from './collecting.ts';
import { postPrompt } from '../post-prompt.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';

const REQUESTS = 2_000;
const CLIENTS = 16;
/** For data that is kept for each account. Each request allocates some 80 KB. */
const MAX_KEPT_BYTES = 3_000;

let scene: ProcessScene;
let gateway: GatewayProcess;
let key: string;

beforeAll(async () => {
  scene = await startScene();
  key = await scene.account('somebody', 1_000);
  await scene.assay(['account', 'set', 'somebody', '--requests-per-minute', '1000000']);
  gateway = await scene.start({ NODE_OPTIONS: `--import ${join(import.meta.dirname, 'collecting.ts')}` });
});
afterAll(() => scene.stop());

async function ask(requests: number): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (let sent = 0; sent < requests / CLIENTS; sent += 1) {
      const { status } = await postPrompt(gateway.url, key, {
        prompt: 'hello',
        models: ['ministral-3b-2512'],
      });
      expect(status).toBe(200);
    }
  });
  await Promise.all(clients);
}

async function collected(): Promise<Collected> {
  const before = linesOf(gateway).length;
  gateway.signal('SIGUSR2');
  return await eventually(() => {
    const line = linesOf(gateway)[before];
    if (line === undefined) throw new Error('the gateway has collected nothing yet');
    return (JSON.parse(line) as { readonly collected: Collected }).collected;
  });
}

function linesOf({ output }: GatewayProcess): readonly string[] {
  return output()
    .split('\n')
    .filter((line) => line.startsWith('{"collected"'));
}

it('a young collection frees what requests have left, also where whole ones came before', async () => {
  await ask(REQUESTS / 4);
  // What lives long is old from now on, as it is in a gateway that has run for a while.
  await collected();
  await ask(REQUESTS / 4);
  const { wholeBytes } = await collected();
  await ask(REQUESTS);
  const { youngBytes } = await collected();
  expect((youngBytes - wholeBytes) / REQUESTS).toBeLessThan(MAX_KEPT_BYTES);
});
