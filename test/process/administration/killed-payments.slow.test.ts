import { afterEach, beforeEach, expect, it } from 'vitest';
import { startScene, type ProcessScene } from '../process-scene.ts';
import { pay, type Paid } from './payments.ts';

const ROUNDS = 2;
const PAYMENTS = 12;

let scene: ProcessScene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.stop());

it('payments that a killed gateway was sent are credited once when they are posted again', async () => {
  await scene.account('acme', 0);
  const { stdout } = await scene.assay(['admin-token', 'create', 'billing', '--scope', 'write', '--json']);
  const { token } = JSON.parse(stdout) as { readonly token: string };
  let gateway = await scene.start();
  for (let round = 0; round < ROUNDS; round += 1) {
    const payments = Array.from({ length: PAYMENTS }, (_, index) => ({
      account: 'acme',
      credits: index + 1,
      key: `payment ${round}-${index}`,
    }));
    const sendings = payments.map((payment) => pay(gateway.operationsUrl, token, payment));
    // Some are answered by then, some are written, some have not arrived.
    if (round > 0) await Promise.race(sendings).catch(() => {});
    gateway.signal('SIGKILL');
    const before = await Promise.allSettled(sendings);
    await gateway.exited;
    gateway = await scene.start();
    const after: Paid[] = [];
    for (const payment of payments) after.push(await pay(gateway.operationsUrl, token, payment));
    for (const [index, paid] of after.entries()) {
      expect(paid.status).toBe(200);
      const first = before[index];
      // What was answered before the kill is the same answer again.
      if (first?.status === 'fulfilled')
        expect([paid.isReplayed, paid.text]).toEqual([true, first.value.text]);
    }
    const each = (PAYMENTS * (PAYMENTS + 1)) / 2;
    expect(await scene.balance('acme')).toMatchObject({ credits: each * (round + 1) });
  }
  const history = await scene.assay(['ledger', 'history', 'acme', '--limit', '1000', '--json']);
  expect(JSON.parse(history.stdout)).toHaveLength(ROUNDS * PAYMENTS);
  const audit = JSON.parse((await scene.assay(['audit', '--limit', '1000', '--json'])).stdout) as readonly {
    readonly action: string;
  }[];
  expect(audit.filter(({ action }) => action === 'account.credit')).toHaveLength(ROUNDS * PAYMENTS);
  expect((await scene.assay(['ledger', 'check'])).code).toBe(0);
});
