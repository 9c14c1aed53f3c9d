import type { BudgetPeriod } from '../../../core/ledger/budgets/budget.ts';

export interface PlainRequest {
  readonly id: string;
  readonly accountId: number;
  readonly familyId: number;
  readonly owner: string;
  readonly hold: number;
  readonly key: string | undefined;
  isDelivering: boolean;
  /** Of each delivered call. */
  readonly delivered: number[];
}

export interface PlainEnd {
  readonly id: string;
  readonly accountId: number;
  readonly familyId: number;
  readonly state: 'settled' | 'voided';
  readonly charge: number;
  readonly atMs: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What has happened, as plain facts. Every figure is added up anew, so that nothing here can drift as a counter can. */
export class PlainBooks {
  readonly credits: { readonly accountId: number; readonly amount: number }[] = [];
  readonly open = new Map<string, PlainRequest>();
  readonly ended: PlainEnd[] = [];
  /** Amounts by account, family and period. */
  readonly budgets = new Map<string, number>();
  readonly uses = new Map<
    string,
    { readonly body: string; readonly requestId: string; readonly atMs: number }
  >();
  readonly alerts = new Set<string>();
  readonly suspended = new Set<number>();

  posted(accountId: number): number {
    let posted = 0;
    for (const credit of this.credits) if (credit.accountId === accountId) posted += credit.amount;
    for (const end of this.ended) if (end.accountId === accountId) posted -= end.charge;
    return posted;
  }

  /** Family 0 for all of an account. */
  held(accountId: number, familyId = 0): number {
    let held = 0;
    for (const request of this.open.values())
      if (request.accountId === accountId && (familyId === 0 || request.familyId === familyId))
        held += request.hold;
    return held;
  }

  charged(
    accountId: number,
    familyId: number,
    within: { readonly startsMs: number; readonly endsMs: number },
  ): number {
    let charged = 0;
    for (const end of this.ended) {
      const isOf = end.accountId === accountId && (familyId === 0 || end.familyId === familyId);
      if (isOf && end.atMs >= within.startsMs && end.atMs < within.endsMs) charged += end.charge;
    }
    return charged;
  }

  /** Whether a hold fits in every budget that binds it; one of nothing fits in any. */
  fitsBudgets(
    request: { readonly accountId: number; readonly familyId: number; readonly hold: number },
    nowMs: number,
  ): boolean {
    const { accountId, familyId, hold } = request;
    return this.#binding(accountId, familyId).every(({ family, period, amount }) => {
      const charged = this.charged(accountId, family, boundsOf(period, nowMs));
      return Math.max(0, amount - charged - this.held(accountId, family)) >= hold;
    });
  }

  /** Records the thresholds that a budget has reached now; each once a period. */
  alertBudget(accountId: number, family: number, period: string, nowMs: number): void {
    const amount = this.budgets.get(`${accountId} ${family} ${period}`);
    if (amount === undefined) return;
    const bounds = boundsOf(period, nowMs);
    const charged = this.charged(accountId, family, bounds);
    for (const threshold of [80, 100])
      if (charged > 0 && charged * 100 >= amount * threshold)
        this.alerts.add(`${accountId} ${family} ${period} ${bounds.startsMs} ${threshold}`);
  }

  end(request: PlainRequest, end: Pick<PlainEnd, 'state' | 'charge' | 'atMs'>): void {
    const { id, accountId, familyId, key } = request;
    this.open.delete(id);
    this.ended.push({ id, accountId, familyId, ...end });
    if (end.state === 'voided' && key !== undefined) this.uses.delete(`${accountId} ${key}`);
    for (const { family, period } of this.#binding(accountId, familyId))
      this.alertBudget(accountId, family, period, end.atMs);
  }

  #binding(
    accountId: number,
    familyId: number,
  ): { readonly family: number; readonly period: BudgetPeriod; readonly amount: number }[] {
    const binding = [];
    for (const family of familyId === 0 ? [0] : [0, familyId])
      for (const period of ['day', 'month'] as const) {
        const amount = this.budgets.get(`${accountId} ${family} ${period}`);
        if (amount !== undefined) binding.push({ family, period, amount });
      }
    return binding;
  }
}

/** Days and months of UTC, by the calendar of the engine. */
export function boundsOf(
  period: string,
  atMs: number,
): { readonly startsMs: number; readonly endsMs: number } {
  const midnightMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  if (period === 'day') return { startsMs: midnightMs, endsMs: midnightMs + DAY_MS };
  const startsMs = midnightMs - (new Date(atMs).getUTCDate() - 1) * DAY_MS;
  const next = new Date(startsMs + 31 * DAY_MS);
  return { startsMs, endsMs: startsMs + 31 * DAY_MS - (next.getUTCDate() - 1) * DAY_MS };
}
