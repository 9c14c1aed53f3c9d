import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayProcess } from '../support/gateways/run-gateway.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { postPrompt } from './post-prompt.ts';
import { startScene, type ProcessScene } from './process-scene.ts';

let scene: ProcessScene;
let reply: (call: SandboxCall) => SandboxReply | Promise<SandboxReply>;

/** 1,000 tokens at 0.10 and 1,000 at 0.10 USD per million: 0.02 cents a request. */
const FLAT: SandboxReply = { content: 'ok', usage: { inputTokens: 1_000, outputTokens: 1_000 } };
const MODEL = 'ministral-3b-2512';
const MICRO_CREDITS_EACH = 20_000;

beforeEach(async () => {
  reply = () => FLAT;
  scene = await startScene({ reply: (call) => reply(call) });
});
afterEach(() => scene.stop());

/** Resolves once `count` requests have reached the upstream. */
function arrivals(count: number): { readonly arrived: Promise<void>; readonly note: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  const note = (): void => {
    seen += 1;
    if (seen === count) resolve();
  };
  return { arrived: promise, note };
}

async function expectClean(): Promise<void> {
  const { code, stdout, stderr } = await scene.assay(['ledger', 'check']);
  expect([code, stdout, stderr]).toEqual([0, 'The ledger is clean: every invariant holds.\n', '']);
}

describe('a gateway killed while models run', () => {
  it('has charged nothing, and its holds are free again after the restart', async () => {
    const { arrived, note } = arrivals(3);
    reply = () => {
      note();
      return { connection: 'hang' };
    };
    const key = await scene.account('acme', 100);
    const first = await scene.start();
    const lost = Promise.allSettled(
      Array.from({ length: 3 }, () =>
        postPrompt(first.url, key, { prompt: 'hi', models: ['gpt-4o', MODEL] }),
      ),
    );
    await arrived;
    const during = await scene.balance('acme');
    expect(during.reserved).toBeGreaterThan(0);
    expect(during.credits).toBe(100);

    first.signal('SIGKILL');
    await first.exited;
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    // Nobody has recovered yet: the holds stand, and the books still add up.
    expect(await scene.balance('acme')).toEqual(during);
    await expectClean();

    reply = () => FLAT;
    const second = await scene.start();
    expect(await scene.balance('acme')).toEqual({ credits: 100, reserved: 0 });
    const figures = `"requestsVoided":3,"requestsCharged":0,"creditsGivenBack":${during.reserved},"creditsCharged":0`;
    expect(second.output()).toContain(figures);
    await expectClean();
    const { status, body } = await postPrompt(second.url, key, { prompt: 'hi', models: [MODEL] });
    expect([status, body.creditsUsed]).toEqual([200, MICRO_CREDITS_EACH / 1e6]);
    expect(await scene.balance('acme')).toEqual({ credits: 100 - MICRO_CREDITS_EACH / 1e6, reserved: 0 });
  });
});

interface Tally {
  sent: number;
  answered: number;
}

/** Clients that ask again and again until the gateway is gone. */
async function askUntilGone(gateway: GatewayProcess, key: string, tally: Tally): Promise<void> {
  const client = async (): Promise<void> => {
    for (;;) {
      tally.sent += 1;
      const answer = await postPrompt(gateway.url, key, { prompt: 'hi', models: [MODEL] }).catch(
        () => undefined,
      );
      if (answer === undefined) return;
      expect([answer.status, answer.body.creditsUsed]).toEqual([200, MICRO_CREDITS_EACH / 1e6]);
      tally.answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
}

describe('a gateway killed under load, again and again', () => {
  it('has charged every answered request once, and no request twice', async () => {
    const key = await scene.account('acme', 1_000);
    const tally: Tally = { sent: 0, answered: 0 };
    for (const killAfter of [1, 40]) {
      const { arrived, note } = arrivals(killAfter);
      reply = () => {
        note();
        return FLAT;
      };
      const gateway = await scene.start();
      const asking = askUntilGone(gateway, key, tally);
      await arrived;
      gateway.signal('SIGKILL');
      await Promise.all([gateway.exited, asking]);
      await expectClean();
    }
    const last = await scene.start();
    const { credits, reserved } = await scene.balance('acme');
    const charged = Math.round((1_000 - credits) * 1e6) / MICRO_CREDITS_EACH;
    expect(reserved).toBe(0);
    expect(Number.isInteger(charged)).toBe(true);
    expect(tally.answered).toBeGreaterThan(0);
    expect(charged).toBeGreaterThanOrEqual(tally.answered);
    expect(charged).toBeLessThan(tally.sent);
    await expectClean();
    await last.stop();
  });
});
