import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayProcess } from '../support/gateways/run-gateway.ts';
import { postPrompt } from './post-prompt.ts';
import { startScene, type ProcessScene } from './process-scene.ts';

let scene: ProcessScene;
let gateway: GatewayProcess;
let key: string;

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly credits: number;
  readonly promptLogId: string | null;
}

/** 1,000 tokens at 2.50 and 100 at 10.00 USD per million. */
const CREDITS_EACH = 0.35;
const BODY = { prompt: 'hi', models: ['gpt-4o'] };
const DAY_MS = 86_400_000;

beforeAll(async () => {
  scene = await startScene({
    reply: () => ({ content: 'ok', usage: { inputTokens: 1_000, outputTokens: 100 } }),
  });
  gateway = await scene.start();
  key = await scene.account('acme', 100);
});
afterAll(() => scene.stop());

async function json(words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await scene.assay([...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

async function history(...words: readonly string[]): Promise<readonly Entry[]> {
  return (await json(['ledger', 'history', ...words])) as readonly Entry[];
}

const micro = (credits: number): number => Math.round(credits * 1e6);

describe('assay ledger history', () => {
  it('is the newest first, and adds up to the balance, beside a running gateway', async () => {
    const ids: string[] = [];
    for (let sent = 0; sent < 3; sent += 1)
      ids.push((await postPrompt(gateway.url, key, BODY)).body.promptLogId);
    await json(['account', 'credit', 'acme', '5.5']);
    const entries = await history('acme');
    expect(entries.map(({ kind, promptLogId }) => `${kind} ${promptLogId ?? ''}`)).toEqual([
      'grant ',
      ...ids.toReversed().map((id) => `charge ${id}`),
      'grant ',
    ]);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const sumOf = (kind: string): number =>
      entries.filter((entry) => entry.kind === kind).reduce((sum, { credits }) => sum + micro(credits), 0);
    expect([sumOf('grant'), sumOf('charge')]).toEqual([105_500_000, 3 * micro(CREDITS_EACH)]);
    const { credits, reserved } = await scene.balance('acme');
    expect([micro(credits), reserved]).toEqual([sumOf('grant') - sumOf('charge'), 0]);
  });

  it('shows as much as is asked for', async () => {
    const all = await history('acme', '--limit', '10000');
    expect(all).toHaveLength(5);
    expect(await history('acme', '--limit', '2')).toEqual(all.slice(0, 2));
    expect(await history('acme', '--limit', '1')).toEqual(all.slice(0, 1));
  });

  it('is one account’s own', async () => {
    await scene.account('other', 7);
    expect(await history('other')).toEqual([
      { at: expect.stringMatching(/Z$/), kind: 'grant', credits: 7, promptLogId: null, note: null },
    ]);
  });

  it('is a table for people', async () => {
    const { stdout } = await scene.assay(['ledger', 'history', 'acme', '--limit', '2']);
    const [headings, ...lines] = stdout.trimEnd().split('\n');
    expect(headings?.split(/ +/)).toEqual(['at', 'kind', 'credits', 'note', 'prompt', 'log', 'id']);
    expect(lines[0]?.split(/ +/)).toEqual(['just', 'now', 'grant', '5.5', '-', '-']);
    expect(lines).toHaveLength(2);
  });
});

describe('assay prompt prune', () => {
  /** How many texts there are, and makes the oldest of them as old as that. */
  function age(count: number, ageMs: number): void {
    const database = new DatabaseSync(join(scene.data, 'assay.db'), { timeout: 5_000 });
    database
      .prepare(
        'UPDATE prompt_log SET finished_ms = ? WHERE rowid IN (SELECT rowid FROM prompt_log ORDER BY finished_ms LIMIT ?)',
      )
      .run(Date.now() - ageMs, count);
    database.close();
  }

  it('deletes the texts that are older, and leaves the books as they were', async () => {
    age(2, 31 * DAY_MS);
    const [entries, balance] = [await history('acme'), await scene.balance('acme')];
    expect(await json(['prompt', 'prune', '--older-than', '32d'])).toMatchObject({ pruned: 0 });
    const pruned = (await json(['prompt', 'prune', '--older-than', '30d'])) as { before: string };
    expect(pruned).toEqual({ pruned: 2, before: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
    expect(Math.abs(Date.now() - 30 * DAY_MS - Date.parse(pruned.before))).toBeLessThan(DAY_MS / 2);
    expect(await json(['prompt', 'prune', '--older-than', '30d'])).toMatchObject({ pruned: 0 });
    expect([await history('acme'), await scene.balance('acme')]).toEqual([entries, balance]);
    expect(await json(['ledger', 'check'])).toEqual({ clean: true, problems: [] });
  });

  it('counts hours too, and says so', async () => {
    age(1, 25 * 3_600_000);
    expect(await json(['prompt', 'prune', '--older-than', '26h'])).toMatchObject({ pruned: 0 });
    const { code, stdout } = await scene.assay(['prompt', 'prune', '--older-than', '24h']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^The texts of 1 prompts from before \S+Z are deleted\.\n$/),
    ]);
  });

  it('is about texts alone: a pruned request cannot be read, and still is not run again', async () => {
    const send = () => postPrompt(gateway.url, key, BODY, { 'idempotency-key': 'prune-me-not' });
    const first = (await send()).text;
    // Younger than a day, because repeated answers are read from it.
    await json(['prompt', 'prune', '--older-than', '1d']);
    expect((await send()).text).toBe(first);
    await json(['prompt', 'prune', '--older-than', '0h']);
    const pruned = await send();
    expect([pruned.status, JSON.parse(pruned.text).type]).toEqual([
      409,
      'urn:assay:problem:result-not-retained',
    ]);
  });
});

describe('wrong words', () => {
  it.each<[readonly string[], RegExp]>([
    [['ledger', 'history'], /ACCOUNT is missing/],
    [['ledger', 'history', 'acme', 'more'], /"more" is one word too many/],
    [['ledger', 'history', 'acme', '--limit', '0'], /from 1 to 10000/],
    [['ledger', 'history', 'acme', '--limit', '10001'], /from 1 to 10000/],
    [['ledger', 'history', 'acme', '--limit', 'all'], /from 1 to 10000/],
    [['ledger', 'history', 'acme', '--limit', '-1'], /limit/],
    [['ledger', 'check', 'acme'], /"acme" is one word too many/],
    [['ledger', 'check', '--limit', '5'], /no option --limit/],
    [['prompt'], /Name a command: send, list, show, prune/],
    [['prompt', 'prune'], /--older-than is missing/],
    [['prompt', 'delete', '--older-than', '30d'], /There is no command "assay prompt delete"/],
    [['prompt', 'prune', 'acme', '--older-than', '30d'], /"acme" is one word too many/],
    [['prompt', 'prune', '--older-than', '30'], /a whole number of hours or days/],
    [['prompt', 'prune', '--older-than', '4w'], /a whole number of hours or days/],
    [['prompt', 'prune', '--older-than', '1.5d'], /a whole number of hours or days/],
    [['prompt', 'prune', '--older-than', '999999d'], /a whole number of hours or days/],
  ])('%j are refused, with what would be right', async (words, message) => {
    const { code, stdout, stderr } = await scene.assay(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^assay/);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
