import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LedgerError } from '../../../core/ledger/ledger-error.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import type { StoredLedger } from '../../../core/ledger/stored-ledger.ts';
import { sampleHold, settlement } from '../../contract/ledgers/samples.ts';
import { eventually } from '../../support/eventually.ts';
import { describePostgres } from './describe-postgres.ts';
import { startProxy } from './postgres-proxy.ts';
import type { Cut, PostgresProxy } from './postgres-proxy.ts';
import { stateIn } from './state-in.ts';
import { temporaryDatabase } from './temporary-database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

const PATIENCE_MS = 1_500;
const FAR_AHEAD_MS = 60_000;
const LOCK_MS = 600;

await describePostgres('A PostgreSQL ledger whose connection breaks', (administrator) => {
  let database: TemporaryDatabase;
  let proxy: PostgresProxy;
  let ledger: StoredLedger;
  let accountId: number;

  let name: string;
  let open: string;

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
  });
  afterAll(async () => await database.drop());

  beforeEach(async () => {
    proxy = await startProxy(database.url);
    ledger = await openPostgresLedger({
      url: proxy.url,
      recover: true,
      patienceMs: PATIENCE_MS,
      leaseMs: FAR_AHEAD_MS,
      lockMs: LOCK_MS,
    });
    name = randomUUID();
    accountId = (await ledger.createAccount(name, 1000)).id;
    open = randomUUID();
    await hold(open);
  });

  afterEach(async () => {
    expect(await ledger.check()).toEqual([]);
    await ledger.close();
    await proxy.close();
  });

  async function hold(requestId: string = randomUUID()): Promise<unknown> {
    return await ledger.hold(sampleHold(requestId, { accountId, holdMicroCredits: 100 }));
  }

  async function balance(): Promise<unknown> {
    const [row] = await database.run(`SELECT posted, reserved FROM account WHERE id = ${accountId}`);
    return [Number(row?.['posted']), Number(row?.['reserved'])];
  }

  async function stateOf(requestId: string): Promise<unknown> {
    return await stateIn(database, requestId);
  }

  describe.each<Cut>(['answer', 'question', 'late'])('at the %s of a batch', (cut) => {
    test('charges once, and says so', async () => {
      proxy.cutNext(cut);
      await ledger.settle(settlement(open, { chargeMicroCredits: 40 }));
      if (cut === 'late') await proxy.deliver();
      expect(await balance()).toEqual([960, 0]);
      await expect(ledger.settle(settlement(open))).rejects.toMatchObject({ code: 'not-reserved' });
    });

    test('answers a whole batch, each with its own outcome', async () => {
      const idempotency = { key: 'k', fingerprint: '0'.repeat(64) };
      const other = randomUUID();
      await hold(other);
      proxy.cutNext(cut);
      const outcomes = await Promise.allSettled([
        hold(),
        ledger.hold(sampleHold(randomUUID(), { accountId, holdMicroCredits: 5000 })),
        ledger.hold(sampleHold(randomUUID(), { accountId, idempotency })),
        ledger.hold(sampleHold(randomUUID(), { accountId, idempotency })),
        ledger.settle(settlement(open, { chargeMicroCredits: 7 })),
        ledger.settle(settlement(open, { chargeMicroCredits: 7 })),
        ledger.void(other),
        ledger.void('unheard-of'),
        ledger.changeAccount(name, { markupMilli: 1500 }),
      ]);
      const answers = outcomes.map((outcome) =>
        outcome.status === 'fulfilled' ? outcome.value : Reflect.get(Object(outcome.reason), 'code'),
      );
      expect(answers).toEqual([
        { outcome: 'held' },
        {
          outcome: 'insufficient',
          availableMicroCredits: expect.any(Number),
          owedMicroCredits: 0,
        },
        { outcome: 'held' },
        { outcome: 'in_flight', requestId: expect.any(String) },
        undefined,
        'not-reserved',
        undefined,
        'not-reserved',
        expect.objectContaining({ markupMilli: 1500 }),
      ]);
      expect(await balance()).toEqual([993, 110]);
    });
  });

  test.each<[Cut, string | undefined]>([
    ['answer', undefined],
    ['question', 'failed'],
  ])('at the %s of a command, which has no lease, says what it knows', async (cut, code) => {
    const command = await openPostgresLedger({ url: proxy.url, recover: false, patienceMs: PATIENCE_MS });
    proxy.cutNext(cut);
    const granting = command.adjustCredits(name, 5).then(
      () => undefined,
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
    expect(await granting).toBe(code);
    expect(await balance()).toEqual([code === undefined ? 1005 : 1000, 100]);
    await command.close();
  });

  test('in a batch that stopped in its middle keeps nobody else waiting for its locks', async () => {
    proxy.cutNext('late');
    const late = ledger.settle(settlement(open, { chargeMicroCredits: 40 }));
    const other = await openPostgresLedger({
      url: database.url,
      recover: true,
      lockMs: LOCK_MS,
      leaseMs: FAR_AHEAD_MS,
    });
    expect(await other.adjustCredits(name, 5)).toMatchObject({ postedMicroCredits: expect.any(Number) });
    await late;
    expect(await proxy.deliver()).toContain('25P03');
    expect(await balance()).toEqual([965, 0]);
    await other.close();
  });

  test('while idle is not noticed by the next operation', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      proxy.cutAll();
      expect(await hold()).toEqual({ outcome: 'held' });
      expect(await ledger.balance(accountId).catch(() => ledger.balance(accountId))).toMatchObject({
        heldMicroCredits: (turn + 2) * 100,
      });
    }
  });

  test('for long refuses in bounded time, and gives back what nobody was told of', async () => {
    const [running, lost] = [randomUUID(), randomUUID()];
    await ledger.settle(settlement(open, { chargeMicroCredits: 40 }));
    await hold(running);
    proxy.cutNext('answer');
    proxy.refuse(true);
    const unanswered = [hold(lost), ledger.settle(settlement(running, { chargeMicroCredits: 1 }))];
    for (const outcome of unanswered) await expect(outcome).rejects.toMatchObject({ code: 'failed' });
    // Both took effect; nobody knows.
    expect(await balance()).toEqual([959, 100]);
    proxy.cutAll();
    await expect(hold()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(ledger.authenticate(new Uint8Array(32))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(ledger.balance(accountId)).rejects.toMatchObject({ code: 'unavailable' });

    proxy.refuse(false);
    const codes = new Set<unknown>();
    const outcome = await eventually(() =>
      hold().catch((error: unknown) => {
        codes.add(error instanceof LedgerError ? error.code : error);
        throw error;
      }),
    );
    expect(outcome).toEqual({ outcome: 'held' });
    codes.delete('unavailable');
    expect(codes).toEqual(new Set());
    expect(await stateOf(lost)).toBe('voided');
    expect(await stateOf(running)).toBe('settled');
    expect(await balance()).toEqual([959, 100]);
  });

  test('again and again under load loses no charge and makes none twice', async () => {
    await ledger.adjustCredits(name, 1_000_000);
    const settled = new Map<string, number>();
    const refused = new Map<string, string>();
    const end = new AbortController();
    const spend = async (worker: number): Promise<void> => {
      for (let turn = 0; !end.signal.aborted; turn += 1) {
        const requestId = randomUUID();
        const charge = (worker * 31 + turn) % 100;
        try {
          await hold(requestId);
          await ledger.settle(settlement(requestId, { chargeMicroCredits: charge }));
          settled.set(requestId, charge);
        } catch (error) {
          if (!(error instanceof LedgerError)) throw error;
          refused.set(requestId, error.code);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    };
    const workers = Array.from({ length: 16 }, async (_, worker) => await spend(worker));
    for (let cut = 0; cut < 25 || settled.size <= 100; cut += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (cut % 3 === 0) {
        await database.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'assay' AND datname = current_database()",
        );
      } else if (cut % 3 === 1) proxy.cutNext('answer');
      else proxy.cutNext('question');
    }
    end.abort();
    await Promise.all(workers);
    const rows = await database.run('SELECT id, state, charge FROM request');
    const charges = new Map(rows.map(({ id, state, charge }) => [String(id), [state, Number(charge)]]));
    for (const [requestId, charge] of settled) expect(charges.get(requestId)).toEqual(['settled', charge]);
    expect([...refused.values()].filter((code) => code !== 'unavailable' && code !== 'failed')).toEqual([]);
  });
});
