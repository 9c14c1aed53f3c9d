import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import type { StoredLedger } from '../../core/ledger/stored-ledger.ts';
import { sampleHold, settlement } from '../contract/ledgers/samples.ts';
import { runCommand, type Finished } from './run-command.ts';
import { temporaryPlace, type TemporaryPlace } from '../ledger/temporary-ledger.ts';

type Name = 'account' | 'webhooks';
const URL = 'https://receiver.example/hook?token=1';

let place: TemporaryPlace;
/** As a gateway holds it. */
let ledger: StoredLedger;
beforeEach(async () => {
  place = temporaryPlace();
  ledger = await openSqliteLedger({ path: place.path, recover: true });
  await ledger.createAccount('acme', 1_000);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await ledger.close();
  place.remove();
});

async function assay(name: Name, ...words: readonly string[]): Promise<Finished> {
  return await runCommand([name, ...words], { ASSAY_DATABASE_URL: `file:${place.path}` });
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of what they test
async function json(name: Name, ...words: readonly string[]): Promise<any> {
  const { code, stdout, stderr } = await assay(name, ...words, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** A dead letter, or an event that waits. */
async function event(requestId: string, isDead: boolean): Promise<void> {
  const { id: accountId } = (await ledger.listAccounts())[0] ?? { id: 0 };
  await ledger.hold(sampleHold(requestId, { accountId }));
  await ledger.settle(settlement(requestId));
  await ledger.webhooks.claim([], [{ accountId, maxEvents: 10 }]);
  const failure = 'HTTP 500';
  const how = isDead ? ({ outcome: 'dead' } as const) : ({ outcome: 'failed', pauseMs: 3_600_000 } as const);
  await ledger.webhooks.claim([{ id: requestId, attempt: 1, failure, ...how }], []);
}

describe('assay account set --webhook', () => {
  it('shows a new secret once, and the list only the address', async () => {
    const set = await json('account', 'set', 'acme', '--webhook', URL);
    expect(set).toMatchObject({
      name: 'acme',
      webhook: URL,
      webhookSecret: expect.stringMatching(/^whsec_.{44}$/),
    });
    const again = await json('account', 'set', 'acme', '--webhook', URL, '--markup', '2');
    expect(again).toMatchObject({ markup: 2, webhook: URL });
    expect(again.webhookSecret).not.toBe(set.webhookSecret);
    const { stdout } = await assay('account', 'list', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'acme', webhook: URL }]);
    expect(stdout).not.toContain('whsec_');
    // What is set besides leaves the webhook alone.
    await json('account', 'set', 'acme', '--requests-in-flight', '7');
    expect(await json('account', 'list')).toMatchObject([{ webhook: URL, requestsInFlight: 7 }]);
  });

  it('off removes it and what waits', async () => {
    await assay('account', 'set', 'acme', '--webhook', URL);
    await event('one', false);
    expect(await json('account', 'set', 'acme', '--webhook', 'off')).toMatchObject({
      name: 'acme',
      webhook: null,
      eventsDeleted: 1,
    });
    expect(await json('account', 'list')).toMatchObject([{ webhook: null }]);
    expect(await json('webhooks', 'list')).toEqual([]);
  });

  it.each([
    ['receiver.example', 2, /http\(s\) URL/],
    ['http://169.254.169.254/', 2, /may not lead to a metadata service/],
  ])('takes no %s', async (url, code, message) => {
    const finished = await assay('account', 'set', 'acme', '--webhook', url);
    expect(finished).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('names an account that is not there', async () => {
    for (const url of [URL, 'off'])
      expect((await assay('account', 'set', 'nobody', '--webhook', url)).stderr).toMatch(
        /There is no account "nobody"\. "assay account list" shows them\./,
      );
  });
});

describe('assay webhooks', () => {
  beforeEach(async () => {
    await assay('account', 'set', 'acme', '--webhook', URL);
    await event('waits', false);
    await event('dead-1', true);
    await event('dead-2', true);
  });

  it('lists dead letters first, without the address or the secret', async () => {
    const events = await json('webhooks', 'list');
    expect(events.map(({ state }: { state: string }) => state)).toEqual(['dead', 'dead', 'pending']);
    expect(events.at(-1)).toEqual({
      id: 'waits',
      promptLogId: 'waits',
      account: 'acme',
      event: 'prompt.settled',
      at: expect.stringMatching(/Z$/),
      state: 'pending',
      attempts: 1,
      lastFailure: 'HTTP 500',
      nextAttempt: expect.stringMatching(/Z$/),
      deadSince: null,
    });
    const { stdout } = await assay('webhooks', 'list', '--limit', '1');
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stdout).not.toMatch(/receiver|whsec_/);
  });

  it('sends one again, or all that are dead', async () => {
    expect(await json('webhooks', 'retry', 'dead-1')).toEqual({ id: 'dead-1', retried: 1 });
    expect(await json('webhooks', 'retry', '--dead')).toEqual({ retried: 1 });
    const { claimed } = await ledger.webhooks.claim([], [{ accountId: 1, maxEvents: 10 }]);
    expect(claimed.map(({ id }) => id).toSorted()).toEqual(['dead-1', 'dead-2']);
    expect((await assay('webhooks', 'retry', 'unheard-of')).stderr).toMatch(/There is no event "unheard-of"/);
  });

  it.each([
    [['retry']],
    [['retry', 'dead-1', '--dead']],
    [['retry', 'dead-1', 'dead-2']],
    [['retry', 'dead-1', '--limit', '3']],
    [['--dead']],
    [['list', 'more']],
    [['list', '--limit', '0']],
    [['list', '--limit', '10001']],
  ])('takes no %j', async (words) => {
    expect(await assay('webhooks', ...words)).toMatchObject({ code: 2, stdout: '' });
  });
});
