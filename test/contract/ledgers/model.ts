import * as fc from 'fast-check';
import type { BudgetPeriod } from '../../../core/ledger/budgets/budget.ts';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import type { LedgerAdmin } from '../../../core/ledger/administration/ledger-admin.ts';
import { expect } from 'vitest';
import { call, sampleHold, settlement } from './samples.ts';

/** The expected state of the ledger, by the simplest possible arithmetic. */
export interface LedgerModel {
  posted: number;
  reserved: number;
  /** Micro-credits that may be charged and held; null for no budget. */
  readonly budgets: Record<BudgetPeriod, number | null>;
  /** All of them today. */
  charged: number;
  readonly open: Map<string, number>;
  readonly finished: string[];
  nextRequest: number;
}

export interface LedgerInUse {
  readonly ledger: Ledger & LedgerAdmin;
  readonly accountName: string;
  readonly accountId: number;
}

type Step = fc.AsyncCommand<LedgerModel, LedgerInUse>;

async function expectBalance(model: LedgerModel, { ledger, accountName }: LedgerInUse): Promise<void> {
  const account = (await ledger.listAccounts()).find(({ name }) => name === accountName);
  expect(account).toMatchObject({
    postedMicroCredits: model.posted,
    heldMicroCredits: model.reserved,
  });
}

/** The amount that every budget leaves, at least 0. */
function leftOfBudgets({ budgets, charged, reserved }: LedgerModel): number {
  const limits = [budgets.day, budgets.month].filter((limit) => limit !== null);
  return Math.max(0, Math.min(...limits.map((limit) => limit - charged - reserved)));
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length];
}

interface StepParts {
  /** Shown in the shortened counterexample. */
  readonly name: string;
  readonly isPossible?: (model: Readonly<LedgerModel>) => boolean;
  readonly act: (model: LedgerModel, real: LedgerInUse) => Promise<void>;
}

/** The balance is compared after every step. */
function step({ name, isPossible = () => true, act }: StepParts): Step {
  return {
    check: isPossible,
    async run(model, real) {
      await act(model, real);
      await expectBalance(model, real);
    },
    toString: () => name,
  };
}

function grant(amount: number): Step {
  return step({
    name: `grant ${amount}`,
    async act(model, real) {
      model.posted += amount;
      await real.ledger.adjustCredits(real.accountName, amount);
    },
  });
}

function correct(amount: number): Step {
  return step({
    name: `correct ${amount}`,
    async act(model, real) {
      const correction = real.ledger.adjustCredits(real.accountName, -amount);
      if (amount <= model.posted - model.reserved) {
        model.posted -= amount;
        await correction;
      } else {
        await expect(correction).rejects.toMatchObject({ code: 'invalid' });
      }
    },
  });
}

function reserve(hold: number): Step {
  return step({
    name: `reserve ${hold}`,
    async act(model, real) {
      model.nextRequest += 1;
      const requestId = `${real.accountName}-${model.nextRequest}`;
      const available = model.posted - model.reserved;
      const request = sampleHold(requestId, { accountId: real.accountId, holdMicroCredits: hold });
      const outcome = await real.ledger.hold(request);
      // A debt is checked before the budgets.
      if (model.posted >= 0 && hold > leftOfBudgets(model)) {
        expect(outcome).toMatchObject({ outcome: 'over_budget' });
      } else if (hold <= available) {
        model.reserved += hold;
        model.open.set(requestId, hold);
        expect(outcome).toEqual({ outcome: 'held' });
      } else {
        expect(outcome).toMatchObject({ outcome: 'insufficient', availableMicroCredits: available });
      }
    },
  });
}

interface Settling {
  readonly index: number;
  /** Of the hold, in percent; it may pass the hold, and bring the balance below zero. */
  readonly share: number;
  readonly absorbed: number;
}

function settle({ index, share, absorbed }: Settling): Step {
  return step({
    name: `settle ${index} at ${share} %, absorbed ${absorbed}`,
    isPossible: ({ open }) => open.size > 0,
    async act(model, real) {
      const [requestId, hold] = finish(model, index);
      const charge = Math.floor((hold * share) / 100);
      model.posted -= charge;
      model.charged += charge;
      const calls = [call({ costMicroCredits: charge }), call({ costMicroCredits: absorbed })];
      await real.ledger.settle(
        settlement(requestId, { chargeMicroCredits: charge, absorbedMicroCredits: absorbed, calls }),
      );
    },
  });
}

function voidHold(index: number): Step {
  return step({
    name: `void ${index}`,
    isPossible: ({ open }) => open.size > 0,
    async act(model, real) {
      const [requestId] = finish(model, index);
      await real.ledger.void(requestId);
    },
  });
}

/** Takes an open request, with its hold, from the model. */
function finish(model: LedgerModel, index: number): readonly [requestId: string, hold: number] {
  const [requestId, hold] = pick([...model.open], index) ?? ['', 0];
  model.reserved -= hold;
  model.open.delete(requestId);
  model.finished.push(requestId);
  return [requestId, hold];
}

function finishAgain(index: number): Step {
  return step({
    name: `finish ${index} again`,
    isPossible: ({ finished }) => finished.length > 0,
    async act({ finished }, real) {
      const requestId = pick(finished, index) ?? '';
      await expect(real.ledger.settle(settlement(requestId))).rejects.toMatchObject({ code: 'not-reserved' });
      await expect(real.ledger.void(requestId)).rejects.toMatchObject({ code: 'not-reserved' });
    },
  });
}

interface BudgetChange {
  readonly period: BudgetPeriod;
  readonly limit: number | null;
}

function setBudget({ period, limit }: BudgetChange): Step {
  return step({
    name: `set the budget of a ${period} to ${limit ?? 'none'}`,
    async act(model, real) {
      model.budgets[period] = limit;
      await real.ledger.changeAccount(real.accountName, { budgets: { [period]: limit } });
      expect(await real.ledger.budgets(real.accountId, 0)).toMatchObject(
        (['day', 'month'] as const)
          .filter((kind) => model.budgets[kind] !== null)
          .map((kind) => ({
            period: kind,
            limitMicroCredits: model.budgets[kind],
            spentMicroCredits: model.charged,
            heldMicroCredits: model.reserved,
          })),
      );
    },
  });
}

/** Random lives of one account; amounts are small so that balances run out often. */
export function ledgerSteps(): fc.Arbitrary<Iterable<Step>> {
  return fc.commands(
    [
      fc.integer({ min: 1, max: 100 }).map(grant),
      fc.integer({ min: 1, max: 60 }).map(correct),
      fc.nat(80).map(reserve),
      fc.record({ index: fc.nat(20), share: fc.nat(250), absorbed: fc.nat(5) }).map(settle),
      fc
        .record({
          period: fc.constantFrom('day' as const, 'month' as const),
          limit: fc.option(fc.nat(300), { freq: 4 }),
        })
        .map(setBudget),
      fc.nat(20).map(voidHold),
      fc.nat(20).map(finishAgain),
    ],
    { maxCommands: 60 },
  );
}
