import * as fc from 'fast-check';
import type { BudgetPeriod } from '../../../core/ledger/budgets/budget.ts';
import type { Ledger, LedgerAdmin } from '../../../core/ledger/ledger.ts';
import { expect } from 'vitest';
import { call, reservation, settlement } from './samples.ts';

/** What the ledger should hold, kept by the simplest possible arithmetic. */
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
    reservedMicroCredits: model.reserved,
  });
}

/** What every budget leaves; never less than nothing. */
function leftOfBudgets({ budgets, charged, reserved }: LedgerModel): number {
  const limits = [budgets.day, budgets.month].filter((limit) => limit !== null);
  return Math.max(0, Math.min(...limits.map((limit) => limit - charged - reserved)));
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length];
}

class Grant implements Step {
  readonly amount: number;
  constructor(amount: number) {
    this.amount = amount;
  }
  check(): boolean {
    return true;
  }
  async run(model: LedgerModel, real: LedgerInUse): Promise<void> {
    model.posted += this.amount;
    await real.ledger.grant(real.accountName, this.amount);
    await expectBalance(model, real);
  }
  toString(): string {
    return `grant ${this.amount}`;
  }
}

class Correct implements Step {
  readonly amount: number;
  constructor(amount: number) {
    this.amount = amount;
  }
  check(): boolean {
    return true;
  }
  async run(model: LedgerModel, real: LedgerInUse): Promise<void> {
    const correction = real.ledger.correct(real.accountName, this.amount);
    if (this.amount <= model.posted - model.reserved) {
      model.posted -= this.amount;
      await correction;
    } else {
      await expect(correction).rejects.toMatchObject({ code: 'invalid' });
    }
    await expectBalance(model, real);
  }
  toString(): string {
    return `correct ${this.amount}`;
  }
}

class Reserve implements Step {
  readonly hold: number;
  constructor(hold: number) {
    this.hold = hold;
  }
  check(): boolean {
    return true;
  }
  async run(model: LedgerModel, real: LedgerInUse): Promise<void> {
    model.nextRequest += 1;
    const requestId = `${real.accountName}-${model.nextRequest}`;
    const available = model.posted - model.reserved;
    const wanted = reservation(requestId, { accountId: real.accountId, holdMicroCredits: this.hold });
    const outcome = await real.ledger.reserve(wanted);
    if (this.hold > leftOfBudgets(model)) {
      expect(outcome).toMatchObject({ outcome: 'over_budget' });
    } else if (this.hold <= available) {
      model.reserved += this.hold;
      model.open.set(requestId, this.hold);
      expect(outcome).toEqual({ outcome: 'reserved' });
    } else {
      expect(outcome).toMatchObject({ outcome: 'insufficient', availableMicroCredits: available });
    }
    await expectBalance(model, real);
  }
  toString(): string {
    return `reserve ${this.hold}`;
  }
}

class Settle implements Step {
  readonly index: number;
  readonly share: number;
  readonly absorbed: number;
  constructor(index: number, share: number, absorbed: number) {
    this.index = index;
    this.share = share;
    this.absorbed = absorbed;
  }
  check(model: Readonly<LedgerModel>): boolean {
    return model.open.size > 0;
  }
  async run(model: LedgerModel, real: LedgerInUse): Promise<void> {
    const [requestId, hold] = pick([...model.open], this.index) ?? ['', 0];
    const charge = Math.floor((hold * this.share) / 100);
    const calls = [call({ costMicroCredits: charge }), call({ costMicroCredits: this.absorbed })];
    await real.ledger.settle(
      settlement(requestId, { chargeMicroCredits: charge, absorbedMicroCredits: this.absorbed, calls }),
    );
    // It may pass the hold, and bring the balance below zero.
    model.posted -= charge;
    model.charged += charge;
    model.reserved -= hold;
    model.open.delete(requestId);
    model.finished.push(requestId);
    await expectBalance(model, real);
  }
  toString(): string {
    return `settle ${this.index} at ${this.share} %, absorbed ${this.absorbed}`;
  }
}

class Void implements Step {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
  check(model: Readonly<LedgerModel>): boolean {
    return model.open.size > 0;
  }
  async run(model: LedgerModel, real: LedgerInUse): Promise<void> {
    const [requestId, hold] = pick([...model.open], this.index) ?? ['', 0];
    await real.ledger.void(requestId);
    model.reserved -= hold;
    model.open.delete(requestId);
    model.finished.push(requestId);
    await expectBalance(model, real);
  }
  toString(): string {
    return `void ${this.index}`;
  }
}

class FinishAgain implements Step {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
  check(model: Readonly<LedgerModel>): boolean {
    return model.finished.length > 0;
  }
  async run(model: LedgerModel, real: LedgerInUse): Promise<void> {
    const requestId = pick(model.finished, this.index) ?? '';
    await expect(real.ledger.settle(settlement(requestId))).rejects.toMatchObject({ code: 'not-reserved' });
    await expect(real.ledger.void(requestId)).rejects.toMatchObject({ code: 'not-reserved' });
    await expectBalance(model, real);
  }
  toString(): string {
    return `finish ${this.index} again`;
  }
}

class SetBudget implements Step {
  readonly period: BudgetPeriod;
  readonly limit: number | null;
  constructor(period: BudgetPeriod, limit: number | null) {
    this.period = period;
    this.limit = limit;
  }
  check(): boolean {
    return true;
  }
  async run(model: LedgerModel, real: LedgerInUse): Promise<void> {
    model.budgets[this.period] = this.limit;
    await real.ledger.changeAccount(real.accountName, { budgets: { [this.period]: this.limit } });
    expect(await real.ledger.budgets(real.accountId, 0)).toMatchObject(
      (['day', 'month'] as const)
        .filter((period) => model.budgets[period] !== null)
        .map((period) => ({
          period,
          limitMicroCredits: model.budgets[period],
          spentMicroCredits: model.charged,
          heldMicroCredits: model.reserved,
        })),
    );
  }
  toString(): string {
    return `set the budget of a ${this.period} to ${this.limit ?? 'none'}`;
  }
}

/** Random lives of one account; amounts are small so that balances run out often. */
export function ledgerSteps(): fc.Arbitrary<Iterable<Step>> {
  return fc.commands(
    [
      fc.integer({ min: 1, max: 100 }).map((amount) => new Grant(amount)),
      fc.integer({ min: 1, max: 60 }).map((amount) => new Correct(amount)),
      fc.nat(80).map((hold) => new Reserve(hold)),
      fc
        .record({ index: fc.nat(20), share: fc.nat(250), absorbed: fc.nat(5) })
        .map(({ index, share, absorbed }) => new Settle(index, share, absorbed)),
      fc
        .record({
          period: fc.constantFrom('day' as const, 'month' as const),
          limit: fc.option(fc.nat(300), { freq: 4 }),
        })
        .map(({ period, limit }) => new SetBudget(period, limit)),
      fc.nat(20).map((index) => new Void(index)),
      fc.nat(20).map((index) => new FinishAgain(index)),
    ],
    { maxCommands: 60 },
  );
}
