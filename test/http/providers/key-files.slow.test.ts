import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import type { SandboxCall } from '../../../core/sandbox/contract.ts';
import { judgeReply } from '../../../core/sandbox/judge/judge-reply.ts';
import { eventually } from '../../support/eventually.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const SWAPS = 12;
const MODEL = 'gpt-4o';

const folder = folderOfFile('keys');
/** Keys that the provider takes; it refuses any other. */
let accepted: ReadonlySet<string>;
let versions = 0;
/** Calls that wait for the test. */
const held: (() => void)[] = [];

/** As a cluster mounts a secret: the file is a link into a folder, which is a link that is replaced at once. */
function writeKeys(text: string): void {
  versions += 1;
  const version = `..${versions}`;
  mkdirSync(join(folder, version));
  writeFileSync(join(folder, version, 'openai'), text);
  symlinkSync(version, join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  if (versions > 1) rmSync(join(folder, `..${versions - 1}`), { recursive: true });
}

/** Which key a call came with. */
function keyOf(call: Pick<SandboxCall, 'body'>): string {
  const sent = gateway.upstream.requests().findLast(({ body }) => body === call.body);
  return sent?.headers['authorization']?.replace('Bearer ', '') ?? 'none';
}

const keysSent = (): readonly string[] => gateway.upstream.requests().map(keyOf);

writeKeys('canary-0\n');
symlinkSync('..data/openai', join(folder, 'openai'));
const gateway = gatewayOfFile({
  environment: {
    ASSAY_LOG_LEVEL: 'trace',
    OPENAI_API_KEY: '',
    OPENAI_API_KEY_FILE: join(folder, 'openai'),
  },
  sandbox: {
    reply: async (call) => {
      const key = keyOf(call);
      if (!accepted.has(key)) return { status: 401, message: `Incorrect API key provided: ${key}` };
      if (call.user === 'limited') return { status: 429, headers: { 'retry-after': '3000' } };
      if (call.user === 'held') await new Promise<void>((resolve) => held.push(resolve));
      return { content: judgeReply(call)?.content ?? 'fine', delayMs: 10 };
    },
  },
});
const account = accountOfFile(gateway, 100_000, { requestsPerMinute: 1_000_000 });

const ask = (body: object) => gateway.post(account.key, { prompt: 'q', models: [MODEL], ...body });

const reload = async () => (await gateway.reload()).body;

describe('keys in a file', () => {
  it('are swapped under load without a failed call', async () => {
    accepted = new Set(['canary-0']);
    const inFlight = new Set<Promise<unknown>>();
    const over = new AbortController();
    const client = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const asked = ask({});
        inFlight.add(asked);
        const { status, body } = await asked;
        inFlight.delete(asked);
        expect([status, body.results[0].status, body.results[0].attempts]).toEqual([200, 'completed', 1]);
      }
    };
    const clients = Promise.all(Array.from({ length: 6 }, client));
    const swapping = async (): Promise<void> => {
      for (let swap = 1; swap <= SWAPS; swap += 1) {
        const key = `canary-${swap}`;
        accepted = new Set([...accepted, key]);
        writeKeys(`\n${key}\r\n\n`);
        expect(await reload()).toMatchObject({
          outcome: 'swapped',
          changed: { keys: { changed: ['OPENAI_API_KEY'] } },
        });
        await Promise.all(inFlight);
        // Whoever still came with an earlier key would fail from now on.
        accepted = new Set([key]);
        const isSent = (): void =>
          expect(keysSent().filter((sent) => sent === key).length).toBeGreaterThan(6);
        await eventually(isSent);
      }
    };
    await Promise.race([clients, swapping()]);
    over.abort();
    await clients;
  });

  it('are those of now for each new call, also of a request that began before', async () => {
    gateway.upstream.clear();
    accepted = new Set([`canary-${SWAPS}`, 'canary-new']);
    const begun = ask({ prompt: 'held', models: [MODEL, 'gpt-5.4'], judges: [MODEL] });
    await eventually(() => expect(held).toHaveLength(2));
    writeKeys('canary-new');
    expect((await reload()).outcome).toBe('swapped');
    for (const release of held.splice(0)) release();
    const { status, body } = await begun;
    const statuses = body.results.map((result: { readonly status: string }) => result.status);
    expect([status, statuses, body.evaluations.length]).toEqual([200, ['completed', 'completed'], 1]);
    // Two answers, then a judge in both orders.
    const before = `canary-${SWAPS}`;
    expect(keysSent()).toEqual([before, before, 'canary-new', 'canary-new']);
  });

  it('keep their rests where they stay', async () => {
    accepted = new Set(['canary-a', 'canary-b', 'canary-c']);
    writeKeys('canary-a\ncanary-b\n');
    await reload();
    const resting = (): Promise<readonly number[]> =>
      Promise.all(
        ['1', '2'].map((key) =>
          readMetric(gateway.operationsUrl, 'assay_provider_key_resting', { provider: 'openai', key }),
        ),
      );
    await ask({ prompt: 'limited' });
    expect(await resting()).toEqual([1, 1]);
    writeKeys('canary-c\ncanary-b\n');
    await reload();
    expect(await resting()).toEqual([0, 1]);
    gateway.upstream.clear();
    await ask({});
    await ask({});
    expect(keysSent()).toEqual(['canary-c', 'canary-c']);
  });

  it.each([
    ['empty', ' \n', 'holds no key'],
    ['twice in it', 'canary-x\ncanary-x', 'lists a key twice'],
    ['two in a line', 'canary-x canary-y', 'one key a line'],
  ])(
    'stay as they are where the file is bad (%s), which the reload says without quoting it',
    async (_name, text, complaint) => {
      writeKeys(text);
      const { outcome, problems } = await reload();
      expect([outcome, problems.length]).toEqual(['refused', 1]);
      expect(problems[0]?.message).toContain(complaint);
      expect(problems[0]?.message).toContain(`OPENAI_API_KEY_FILE names, ${join(folder, 'openai')}`);
      expect((await ask({})).body.results[0].status).toBe('completed');
    },
  );

  it('stay as they are where the file is gone, and are never logged', async () => {
    rmSync(join(folder, '..data'));
    const { outcome, problems } = await reload();
    expect(outcome).toBe('refused');
    expect(problems[0]?.message).toMatch(/OPENAI_API_KEY_FILE names, .* cannot be read \(ENOENT\)/);
    expect((await ask({})).body.results[0].status).toBe('completed');
    expect(gateway.logs()).toContain('cannot be read (ENOENT)');
    // Not even if the provider has repeated a key.
    accepted = new Set();
    expect((await ask({})).body.results[0].error.code).toBe('provider_auth');
    expect(gateway.logs()).toContain('Incorrect API key provided');
    expect(gateway.logs()).not.toMatch(/canary-/);
  });
});
