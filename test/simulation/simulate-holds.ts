import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../core/board/random.ts';
import type { Hold, HoldResult } from '../../core/ledger/ledger.ts';
import type { LedgerAdmin } from '../../core/ledger/administration/ledger-admin.ts';
import { openSqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import type { StoredLedger } from '../../core/ledger/stored-ledger.ts';
import { createMeteredOutputs, type MeteredOutputs } from '../../core/pipeline/metered-outputs.ts';
import { planPrompt, type PromptPlan } from '../../core/pipeline/plan-prompt.ts';
import { settlementOf } from '../../core/pipeline/settle.ts';
import type { Registry } from '../../core/registry/registry.ts';
import { drawCalls } from './draw-calls.ts';
import { drawRequest } from './draw-request.ts';
import { pick, type LengthSpread } from './length-spread.ts';

export interface SimulationOptions {
  readonly registry: Registry;
  readonly requests: number;
  readonly atOnce: number;
  readonly accounts: number;
  readonly seed: number;
  readonly answers: LengthSpread;
}

export interface SimulationReport {
  readonly requests: number;
  readonly chargedCredits: number;
  /** What would be lost if no account that owes paid its debt, in percent of the charges. */
  readonly owedShare: number;
  /** The largest debt of one account. */
  readonly mostOwedCredits: number;
  /** Hold over charge, at the median and at the 99th percentile. */
  readonly ratioMedian: number;
  readonly ratioP99: number;
  /** Requests that cost more than their hold, in percent. */
  readonly beyondHold: number;
  /** What an account has had to buy beyond its charges, since it buys only when a request is refused; the median. */
  readonly creditsNeeded: number;
  readonly problems: readonly unknown[];
}

/** The ledger's own figures replace the manifests' after so many requests. */
const REQUESTS_PER_REFRESH = 500;
/** Accounts buy as much as a request needs, and below so many times its hold on top. */
const MAX_HOLDS_BOUGHT = 2;
/** A request is open for so many steps at most. */
const MAX_STEPS = 9;

/**
 * Runs requests with drawn lengths through the gateway's own plan, holds and ledger. No provider is asked. The same seed
 * gives the same report: requests begin and end in steps, in an order that is drawn as well, and each has random numbers
 * of its own.
 */
export async function simulateHolds(options: SimulationOptions): Promise<SimulationReport> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-holds-'));
  const ledger = await openSqliteLedger({ path: join(folder, 'assay.db'), recover: true });
  const metered = createMeteredOutputs(ledger);
  try {
    return await new Simulation(options, ledger, metered).run();
  } finally {
    metered.close();
    await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A request that is planned, and from its hold on open. */
interface SimulatedRequest {
  readonly account: { readonly id: number; readonly name: string; readonly markupMilli: number };
  readonly plan: PromptPlan;
  readonly reservation: Hold;
  readonly random: () => number;
  stepsLeft: number;
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #ledger: StoredLedger;
  readonly #metered: MeteredOutputs;
  readonly #ratios: number[] = [];
  #open: readonly SimulatedRequest[] = [];
  #startedCount = 0;
  #refreshedAt = 0;
  #chargedMicroCredits = 0;
  #beyondHold = 0;
  readonly #debtors = new Set<number>();
  #debtMicroCredits = 0;
  #largestDebt = 0;

  constructor(options: SimulationOptions, ledger: StoredLedger, metered: MeteredOutputs) {
    this.#options = options;
    this.#ledger = ledger;
    this.#metered = metered;
  }

  async run(): Promise<SimulationReport> {
    const { accounts, requests } = this.#options;
    for (let index = 0; index < accounts; index += 1) await this.#ledger.createAccount(`account ${index}`, 0);
    while (this.#ratios.length < requests) {
      await this.#beginSome();
      await this.#endSome();
    }
    const ratios = this.#ratios.toSorted((one, other) => one - other);
    const at = (share: number): number => ratios[Math.floor(share * (ratios.length - 1))] ?? Number.NaN;
    const balances = (await this.#ledger.listAccounts()).map(({ postedMicroCredits }) => postedMicroCredits);
    return {
      requests: ratios.length,
      chargedCredits: this.#chargedMicroCredits / 1e6,
      owedShare: (100 * this.#debtMicroCredits) / this.#chargedMicroCredits,
      mostOwedCredits: this.#largestDebt / 1e6,
      ratioMedian: at(0.5),
      ratioP99: at(0.99),
      beyondHold: (100 * this.#beyondHold) / ratios.length,
      creditsNeeded:
        (balances.toSorted((one, other) => one - other)[Math.floor(balances.length / 2)] ?? 0) / 1e6,
      problems: await this.#ledger.check(),
    };
  }

  /** Until as many are open as run at once. Those that are refused buy what they need. */
  async #beginSome(): Promise<void> {
    const { atOnce, requests } = this.#options;
    const count = Math.min(atOnce - this.#open.length, requests - this.#startedCount);
    const newRequests: SimulatedRequest[] = [];
    for (let index = 0; index < count; index += 1) newRequests.push(await this.#plan());
    let pending: readonly SimulatedRequest[] = newRequests;
    while (pending.length > 0) {
      const outcomes = await Promise.all(
        pending.map(async ({ reservation }) => await this.#ledger.hold(reservation)),
      );
      const refusals = pending.flatMap((one, index) => {
        const missing = this.#missing(one, outcomes[index]);
        return missing === undefined ? [] : [{ one, missing }];
      });
      await Promise.all(refusals.map(async ({ one, missing }) => await this.#buy(one, missing)));
      pending = refusals.map(({ one }) => one);
    }
    this.#open = [...this.#open, ...newRequests];
    await this.#lookAtBalances();
  }

  async #plan(): Promise<SimulatedRequest> {
    const { registry, seed } = this.#options;
    if (this.#startedCount - this.#refreshedAt >= REQUESTS_PER_REFRESH) {
      this.#refreshedAt = this.#startedCount;
      await this.#metered.refresh();
    }
    const random = seededRandom(Math.imul(seed, 1_000_003) + this.#startedCount);
    this.#startedCount += 1;
    // As a gateway has it at the moment of the request.
    const account = pick(await (this.#ledger as LedgerAdmin).listAccounts(), random);
    const context = drawRequest({ account, registry, meteredOutputs: this.#metered }, random);
    const plan = await planPrompt(context);
    const reservation = {
      requestId: `request ${String(this.#startedCount).padStart(9, '0')}`,
      accountId: account.id,
      keyId: null,
      holdMicroCredits: plan.hold.microCredits,
      maxChargeMicroCredits: plan.atMostMicroCredits,
      models: context.prompt.request.models,
      judges: context.prompt.request.judges ?? [],
      zeroDataRetention: true,
      idempotency: null,
      isAsync: false,
    };
    const stepsLeft = 1 + Math.floor(random() * MAX_STEPS);
    return { account, plan, reservation, random, stepsLeft };
  }

  /** @returns undefined where it has its hold. */
  #missing(one: SimulatedRequest, outcome: HoldResult | undefined): number | undefined {
    if (outcome?.outcome === 'insufficient')
      return one.reservation.holdMicroCredits - outcome.availableMicroCredits;
    if (outcome?.outcome !== 'held') throw new Error(`The ledger said ${outcome?.outcome}.`);
    return undefined;
  }

  async #buy({ account, plan, random }: SimulatedRequest, missingMicroCredits: number): Promise<void> {
    const more = plan.hold.microCredits * Math.floor(random() * MAX_HOLDS_BOUGHT);
    await this.#ledger.adjustCredits(account.name, missingMicroCredits + more);
  }

  async #endSome(): Promise<void> {
    for (const one of this.#open) one.stepsLeft -= 1;
    const ending = this.#open.filter(({ stepsLeft }) => stepsLeft === 0);
    this.#open = this.#open.filter(({ stepsLeft }) => stepsLeft > 0);
    await Promise.all(ending.map(async (one) => await this.#settle(one)));
    await this.#lookAtBalances();
  }

  async #settle({ account, plan, reservation, random }: SimulatedRequest): Promise<void> {
    const { requestId, holdMicroCredits: hold } = reservation;
    const calls = drawCalls(
      plan,
      { markupMilli: account.markupMilli, answers: this.#options.answers },
      random,
    );
    const settlement = settlementOf({ promptLogId: requestId, maxChargeMicroCredits: Infinity }, calls);
    await this.#ledger.settle(settlement);
    const { chargeMicroCredits } = settlement;
    this.#chargedMicroCredits += chargeMicroCredits;
    if (chargeMicroCredits > hold) this.#beyondHold += 1;
    this.#ratios.push(hold / chargeMicroCredits);
  }

  async #lookAtBalances(): Promise<void> {
    for (const { id, postedMicroCredits } of await this.#ledger.listAccounts()) {
      const debt = Math.max(0, -postedMicroCredits);
      this.#largestDebt = Math.max(this.#largestDebt, debt);
      if (debt > 0 && !this.#debtors.has(id)) this.#debtMicroCredits += debt;
      if (debt > 0) this.#debtors.add(id);
      else this.#debtors.delete(id);
    }
  }
}
