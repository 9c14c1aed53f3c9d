import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUIDv7 } from 'node:crypto';
import { priceCall } from '../../core/billing/price.ts';
import type { Account, CallRecord, KeyHolder, LedgerAdmin } from '../../core/ledger/ledger.ts';
import { openSqliteLedger, type SqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import { createMeteredOutputs, type MeteredOutputs } from '../../core/pipeline/plan/typical-output.ts';
import { planPrompt, type PromptPlan } from '../../core/pipeline/plan-prompt.ts';
import type { PlanContext } from '../../core/pipeline/plan/request-context.ts';
import { settlementOf } from '../../core/pipeline/settle-prompt.ts';
import prepareText from '../../core/workers/prepare-text.ts';
import type { Registry, RegistryEntry } from '../../core/registry/registry.ts';
import { createRandom, drawLength, normal, type LengthSpread } from './length-spread.ts';

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
  /** What the operator bore of it, in percent of the charges. */
  readonly borneShare: number;
  /** Hold over charge, at the median and at the 99th percentile. */
  readonly ratioMedian: number;
  readonly ratioP99: number;
  /** Requests that cost more than their hold, in percent. */
  readonly beyondHold: number;
  readonly lowestBalance: number;
  readonly overrunningAccounts: number;
  readonly problems: readonly unknown[];
}

const VERDICTS: LengthSpread = { median: 200, sigmaOfTasks: 0, sigmaOfModels: 0.3 };
const MICRO_CREDITS_PER_USD = 100_000_000;
/** The ledger's own figures replace the manifests' after so many requests. */
const REQUESTS_PER_REFRESH = 500;
/** Accounts buy as much as this request needs, or up to so many times that. */
const MOST_HOLDS_BOUGHT = 2;

/** Runs requests with drawn lengths through the gateway's own plan, holds and ledger. No provider is asked. */
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

class Simulation {
  readonly #options: SimulationOptions;
  readonly #ledger: SqliteLedger;
  readonly #metered: MeteredOutputs;
  readonly #random: () => number;
  readonly #ratios: number[] = [];
  #started = 0;
  #charged = 0;
  #borne = 0;
  #beyond = 0;
  #overrunning = 0;
  #lowest = Infinity;

  constructor(options: SimulationOptions, ledger: SqliteLedger, metered: MeteredOutputs) {
    this.#options = options;
    this.#ledger = ledger;
    this.#metered = metered;
    this.#random = createRandom(options.seed);
  }

  async run(): Promise<SimulationReport> {
    const { accounts, atOnce } = this.#options;
    for (let index = 0; index < accounts; index += 1) await this.#ledger.createAccount(`account ${index}`, 0);
    await Promise.all(Array.from({ length: atOnce }, () => this.#spend()));
    const ratios = this.#ratios.toSorted((one, other) => one - other);
    const at = (share: number): number => ratios[Math.floor(share * (ratios.length - 1))] ?? Number.NaN;
    return {
      requests: ratios.length,
      chargedCredits: this.#charged / 1e6,
      borneShare: (100 * this.#borne) / this.#charged,
      ratioMedian: at(0.5),
      ratioP99: at(0.99),
      beyondHold: (100 * this.#beyond) / ratios.length,
      lowestBalance: this.#lowest,
      overrunningAccounts: this.#overrunning,
      problems: await this.#ledger.check(),
    };
  }

  async #spend(): Promise<void> {
    while (this.#started < this.#options.requests) {
      this.#started += 1;
      if (this.#started % REQUESTS_PER_REFRESH === 0) await this.#metered.refresh();
      await this.#request();
    }
  }

  async #request(): Promise<void> {
    const account = await this.#someAccount();
    const context = this.#contextOf(account);
    const plan = await planPrompt(context);
    const most = plan.atMostMicroCredits;
    const reservation = {
      requestId: randomUUIDv7(),
      accountId: account.id,
      keyId: null,
      holdMicroCredits: plan.hold.microCredits,
      exposureMicroCredits: most - plan.hold.microCredits,
      mayHoldExposure: true,
      models: context.prompt.request.models,
      judges: context.prompt.request.judges ?? [],
      zeroDataRetention: true,
      idempotency: null,
    };
    let outcome = await this.#ledger.reserve(reservation);
    while (outcome.outcome === 'insufficient') {
      const missing = outcome.requiredMicroCredits - outcome.availableMicroCredits;
      const bought = missing + plan.hold.microCredits * Math.floor(this.#random() * MOST_HOLDS_BOUGHT);
      await this.#ledger.grant(account.name, bought);
      outcome = await this.#ledger.reserve(reservation);
    }
    if (outcome.outcome !== 'reserved') throw new Error(`The ledger said ${outcome.outcome}.`);
    const hold = outcome.holdMicroCredits ?? plan.hold.microCredits;
    const calls = this.#callsOf(plan, account);
    // Others go through everything meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    const held = { reservation, maxChargeMicroCredits: most };
    const settlement = settlementOf(held, calls);
    const settled = await this.#ledger.settle(settlement);
    this.#count(hold, settlement.chargeMicroCredits + settlement.houseMicroCredits, settled);
    const { postedMicroCredits, reservedMicroCredits } = await this.#ledger.balance(account.id);
    this.#lowest = Math.min(this.#lowest, postedMicroCredits - reservedMicroCredits);
  }

  #count(
    hold: number,
    cost: number,
    settled: { readonly chargeMicroCredits: number; readonly beganOverrunning: boolean },
  ): void {
    this.#charged += settled.chargeMicroCredits;
    this.#borne += cost - settled.chargeMicroCredits;
    if (cost > hold) this.#beyond += 1;
    if (settled.beganOverrunning) this.#overrunning += 1;
    this.#ratios.push(hold / settled.chargeMicroCredits);
  }

  /** As a gateway has it at the moment of the request. */
  async #someAccount(): Promise<KeyHolder> {
    const accounts = await (this.#ledger as LedgerAdmin).listAccounts();
    return { ...pick(accounts, this.#random), keyId: 0 };
  }

  #contextOf(account: KeyHolder): PlanContext {
    const { registry } = this.#options;
    const models = registry.entries;
    const count = 1 + Math.floor(this.#random() * 5);
    const isJudged = count > 1 && this.#random() < 0.5;
    const some = (length: number): string[] =>
      Array.from({ length }, () => pick(models, this.#random).model.id);
    const words = Math.round(20 * Math.exp(1.2 * normal(this.#random)));
    const context: Pick<PlanContext, 'account' | 'prompt'> & {
      readonly services: Pick<PlanContext['services'], 'meteredOutputs' | 'microCreditsPerUsd'> & {
        readonly pool: Pick<PlanContext['services']['pool'], 'prepareText'>;
      };
      readonly serving: {
        readonly registry: Registry;
        readonly upstream: {
          readonly connections: Pick<ReadonlyMap<string, unknown>, 'has'>;
          readonly pace: () => Promise<void>;
        };
        readonly calibrations: PlanContext['serving']['calibrations'];
      };
    } = {
      account,
      services: {
        meteredOutputs: this.#metered,
        microCreditsPerUsd: MICRO_CREDITS_PER_USD,
        pool: { prepareText: (task) => Promise.resolve(prepareText(task)) },
      },
      serving: {
        registry,
        upstream: { connections: { has: () => true }, pace: () => Promise.resolve() },
        calibrations: [],
      },
      prompt: {
        request: {
          prompt: 'Compare these answers. '.repeat(1 + Math.ceil(words / 3)),
          models: some(count),
          ...(isJudged && { judges: some(1 + Math.floor(this.#random() * 2)) }),
        } as PlanContext['prompt']['request'],
        attachments: [],
        texts: new Map(),
      },
    };
    return context as unknown as PlanContext;
  }

  #callsOf(plan: PromptPlan, { markupMilli }: Account): readonly CallRecord[] {
    const task = normal(this.#random);
    const record = (
      role: CallRecord['role'],
      index: number,
      { model }: RegistryEntry,
      [tokensIn, tokensOut]: readonly [number, number],
    ): CallRecord => {
      const usage = { tokensIn, tokensCached: 0, tokensCacheWrite: 0, tokensOut, searches: 0 };
      const { price, caching } = model;
      const priced = priceCall({
        price,
        caching,
        usage,
        markupMilli,
        microCreditsPerUsd: MICRO_CREDITS_PER_USD,
      });
      const facts = { role, index, modelId: model.id, status: 'completed', faultCode: null } as const;
      return { ...facts, ...usage, attempts: 1, latencyMs: 1, ...priced };
    };
    const thinking = ({ model }: RegistryEntry): number => {
      const { reasoning } = model.typicalOutputTokens;
      const spread = { ...this.#options.answers, median: reasoning / 4 };
      return reasoning === 0 ? 0 : drawLength(spread, task, 30_000, this.#random);
    };
    const answers = plan.calls.map(({ entry, call, textTokens }) => {
      const visible = drawLength(this.#options.answers, task, call.settings.maxTokens, this.#random);
      return { entry, visible, tokensIn: Math.round(textTokens * this.#share()) };
    });
    const models = answers.map(({ entry, visible, tokensIn }, index) =>
      record('contestant', index, entry, [tokensIn, visible + thinking(entry)]),
    );
    const judges = plan.seats.flatMap(({ entry, index }) =>
      answers.flatMap((one, place) =>
        answers.slice(place + 1).flatMap((other) =>
          ['ab', 'ba'].map(() => {
            const tokensIn = Math.round(JUDGE_QUESTION + one.tokensIn + one.visible + other.visible);
            const tokensOut = drawLength(VERDICTS, 0, 8_000, this.#random) + thinking(entry);
            return record('judge', index, entry, [tokensIn, tokensOut]);
          }),
        ),
      ),
    );
    return [...models, ...judges];
  }

  /** Real tokens for each that is counted high. */
  #share(): number {
    return 0.4 + 0.35 * this.#random();
  }
}

/** Tokens of the rules and the frame of a judge's question. */
const JUDGE_QUESTION = 600;

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}
