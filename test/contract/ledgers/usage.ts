import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Account, CallRecord } from '../../../core/ledger/ledger.ts';
import {
  END_OF_TIME_MS,
  USAGE_GROUPS,
  type UsageGroup,
  type UsageRow,
} from '../../../core/ledger/usage/usage.ts';
import { FOCUS_GROUPS, focusRow } from '../../../core/administration/focus.ts';
import { call, settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';
import { cases } from '../../support/whole-run.ts';

const ALL_TIME = { fromMs: 0, toMs: END_OF_TIME_MS };

interface Life {
  readonly calls: readonly { readonly model: number; readonly price: number; readonly cost: number }[];
  /** Of what the calls cost, the part that is charged; the rest is absorbed. */
  readonly chargedPercent: number;
  readonly key: 0 | 1 | null;
  readonly daysAgo: number;
  readonly ending: 'settled' | 'voided' | 'open';
}

const lives: fc.Arbitrary<readonly Life[]> = fc.array(
  fc.record({
    calls: fc.array(fc.record({ model: fc.nat(2), price: fc.nat(1_000), cost: fc.nat(1_000_000) }), {
      maxLength: 5,
    }),
    chargedPercent: fc.constantFrom(0, 33, 77, 100),
    key: fc.constantFrom(0, 1, null),
    daysAgo: fc.nat(3),
    ending: fc.constantFrom('settled', 'settled', 'settled', 'voided', 'open'),
  }),
  { maxLength: 8 },
);

/** The expected reports of one account, by the simplest possible arithmetic. */
interface Expected {
  readonly calls: number;
  readonly tokensIn: number;
  readonly costNanoUsd: number;
  readonly byModel: ReadonlyMap<string, number>;
  readonly byKey: ReadonlyMap<string | null, number>;
}

export function describeUsage(scene: LedgerScene): void {
  describe('usage', () => {
    test('adds up to the entries however it is grouped', async () => {
      await fc.assert(
        fc.asyncProperty(lives, async (history) => {
          const account = await scene.newAccount(1_000_000);
          const expected = await live(scene, account, history);
          await expectReports(scene, account, expected);
        }),
        { numRuns: cases(25) },
      );
    });

    test('of an account with many requests adds up as well, in the order of days', async () => {
      const account = await scene.newAccount(100_000);
      const settle = async (count: number): Promise<void> => {
        await Promise.all(
          Array.from({ length: count }, async () => {
            const requestId = await scene.hold(account, 10);
            await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 3 }));
          }),
        );
      };
      await settle(350);
      await scene.rewrite(
        `UPDATE request SET finished_ms = finished_ms - 86400000 WHERE account_id = ${account.id}`,
      );
      await settle(300);
      const usage = (by: UsageGroup): Promise<readonly UsageRow[]> =>
        scene.another.usage({ by, accountId: account.id, ...ALL_TIME });
      const days = await usage('day');
      expect(await scene.ledger.usage({ by: 'day', accountId: account.id, ...ALL_TIME })).toEqual(days);
      expect(days.map(({ billedMicroCredits }) => billedMicroCredits)).toEqual([1_050, 900]);
      const [first, second] = days.map(({ group }) => Date.parse(group ?? ''));
      expect((second ?? 0) - (first ?? 0)).toBe(86_400_000);
      for (const by of ['account', 'model', 'key'] as const)
        expect(sum(await usage(by), 'billedMicroCredits')).toBe(1_950);
    });

    test('by key names the key and its account, however the rows are grouped besides', async () => {
      const account = await scene.newAccount(100);
      const call = { calls: [{ model: 0, price: 9, cost: 1 }], chargedPercent: 100, daysAgo: 0 } as const;
      await live(scene, account, [
        { ...call, key: 0, ending: 'settled' },
        { ...call, key: null, ending: 'settled' },
      ]);
      const [used] = (await scene.ledger.listKeys(account.name)).filter(({ lastUsed }) => lastUsed !== null);
      await scene.ledger.changeKey(used?.prefix ?? '', { name: 'ci' });
      const groups = [{ by: 'key' }, { by: 'day', within: ['account', 'key'] }] as const;
      for (const query of groups) {
        const rows = await scene.another.usage({ ...query, accountId: account.id, ...ALL_TIME });
        expect(rows.map(({ key }) => key)).toEqual(
          expect.arrayContaining([
            { name: 'ci', accountName: account.name },
            { name: null, accountName: null },
          ]),
        );
      }
      const [byModel] = await scene.another.usage({ by: 'model', accountId: account.id, ...ALL_TIME });
      expect(byModel).not.toHaveProperty('key');
    });

    test('of a period begins with its first moment and ends before its last', async () => {
      const account = await scene.newAccount(100);
      await live(scene, account, [
        {
          calls: [{ model: 0, price: 9, cost: 1 }],
          chargedPercent: 100,
          key: null,
          daysAgo: 0,
          ending: 'settled',
        },
      ]);
      const [charge] = (await scene.ledger.history(account.name, 10)).filter(({ kind }) => kind === 'charge');
      const atMs = Date.parse(charge?.at ?? '');
      const billedIn = async (fromMs: number, toMs: number): Promise<number> =>
        sum(
          await scene.another.usage({ by: 'day', accountId: account.id, fromMs, toMs }),
          'billedMicroCredits',
        );
      expect(await billedIn(atMs, atMs + 1)).toBe(9);
      expect(await billedIn(atMs + 1, atMs + 2)).toBe(0);
      expect(await billedIn(atMs - 1, atMs)).toBe(0);
    });
  });
}

async function live(scene: LedgerScene, account: Account, history: readonly Life[]): Promise<Expected> {
  const keys = [await scene.newKey(account), await scene.newKey(account)];
  const holders = await Promise.all(keys.map(({ hash }) => scene.ledger.authenticate(hash)));
  const byModel = new Map<string, number>();
  const byKey = new Map<string | null, number>();
  const add = <Name>(map: Map<Name, number>, name: Name, amount: number): void =>
    void map.set(name, (map.get(name) ?? 0) + amount);
  let [calls, tokensIn, costNanoUsd] = [0, 0, 0];
  for (const one of history) {
    const price = one.calls.reduce((total, { price: each }) => total + each, 0);
    const charge = Math.floor((price * one.chargedPercent) / 100);
    const keyId = one.key === null ? null : (holders[one.key]?.keyId ?? null);
    const requestId = await scene.hold(account, charge, { keyId });
    if (one.ending === 'voided') await scene.ledger.void(requestId);
    if (one.ending !== 'settled') continue;
    const records: readonly CallRecord[] = one.calls.map(({ model, price: costMicroCredits, cost }) =>
      call({ modelId: `model-${model}`, costMicroCredits, providerCostNanoUsd: cost }),
    );
    const absorbedMicroCredits = price - charge;
    await scene.ledger.settle({
      requestId,
      chargeMicroCredits: charge,
      absorbedMicroCredits,
      calls: records,
    });
    await scene.age(requestId, 24 * one.daysAgo);
    let left = charge;
    for (const { modelId, costMicroCredits, providerCostNanoUsd, tokensIn: read } of records) {
      const paid = Math.min(left, costMicroCredits);
      left -= paid;
      add(byModel, modelId, paid);
      add(byKey, one.key === null ? null : (keys[one.key]?.prefix ?? ''), paid);
      calls += 1;
      tokensIn += read;
      costNanoUsd += providerCostNanoUsd;
    }
  }
  return { calls, tokensIn, costNanoUsd, byModel, byKey };
}

async function expectReports(scene: LedgerScene, account: Account, expected: Expected): Promise<void> {
  const entries = await scene.ledger.history(account.name, 1_000);
  const booked = (entryKind: string): number =>
    entries
      .filter(({ kind }) => kind === entryKind)
      .reduce((total, { microCredits }) => total + microCredits, 0);
  for (const ledger of [scene.ledger, scene.another]) {
    for (const by of USAGE_GROUPS) {
      const rows = await ledger.usage({ by, accountId: account.id, ...ALL_TIME });
      expect(sum(rows, 'billedMicroCredits')).toBe(booked('charge'));
      expect(sum(rows, 'absorbedMicroCredits')).toBe(booked('absorbed'));
      expect(sum(rows, 'calls')).toBe(expected.calls);
      expect(sum(rows, 'tokensIn')).toBe(expected.tokensIn);
      expect(sum(rows, 'costNanoUsd')).toBe(expected.costNanoUsd);
      const billed = new Map(rows.map((row) => [row.group, row.billedMicroCredits]));
      if (by === 'model') expect(billed).toEqual(expected.byModel);
      if (by === 'key') expect(billed).toEqual(expected.byKey);
      if (by === 'account' && rows.length > 0) expect(rows.map(({ group }) => group)).toEqual([account.name]);
    }
    const fine = await ledger.usage({ ...FOCUS_GROUPS, accountId: account.id, ...ALL_TIME });
    for (const creditsPerUsd of [1, 100, 3, 999_999]) {
      const focus = fine.map((row) => focusRow(row, { creditsPerUsd, publisherOf: () => 'nobody' }));
      const costs = (column: 'BilledCost' | 'EffectiveCost' | 'ListCost' | 'ContractedCost'): number =>
        microCreditsOf(
          focus.map((row) => row[column]),
          creditsPerUsd,
        );
      expect([costs('BilledCost'), costs('EffectiveCost')]).toEqual([booked('charge'), booked('charge')]);
      const listed = booked('charge') + booked('absorbed');
      expect([costs('ListCost'), costs('ContractedCost')]).toEqual([listed, listed]);
      const billed = (column: 'SubAccountId' | 'SkuId'): ReadonlyMap<string | null, number> => {
        const groups = new Map<string | null, number>();
        for (const row of focus)
          groups.set(row[column], (groups.get(row[column]) ?? 0) + Number(row.x_BilledCredits) * 1_000_000);
        return new Map([...groups].map(([group, amount]) => [group, Math.round(amount)]));
      };
      expect(billed('SubAccountId')).toEqual(expected.byKey);
      expect(billed('SkuId')).toEqual(expected.byModel);
    }
  }
}

/** The sum of decimals in US dollars, added without a rounding. */
function microCreditsOf(decimals: readonly (string | null)[], creditsPerUsd: number): number {
  const places = 30;
  const scaled = decimals.reduce((total, decimal) => {
    const [whole = '', fraction = ''] = (decimal ?? '').split('.');
    return total + BigInt(whole + fraction.padEnd(places, '0'));
  }, 0n);
  const [one, perUsd] = [10n ** BigInt(places), BigInt(creditsPerUsd) * 1_000_000n];
  return Number((scaled * perUsd + one / 2n) / one);
}

function sum(rows: readonly UsageRow[], figure: Exclude<keyof UsageRow, 'group' | 'others' | 'key'>): number {
  return rows.reduce((total, row) => total + row[figure], 0);
}
