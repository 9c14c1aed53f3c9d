// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * Answers of the administration API, by name.
 */
export interface AdminAnswers {
  readonly AdminAccount?: AdminAccount;
  readonly AdminAccounts?: AdminAccounts;
  readonly AdminBalance?: AdminBalance;
  readonly AdminSuspension?: AdminSuspension;
  readonly AdminErasure?: AdminErasure;
  readonly AdminEntry?: AdminEntry;
  readonly AdminHistory?: AdminHistory;
  readonly AdminKey?: AdminKey;
  readonly AdminKeys?: AdminKeys;
  readonly AdminNewKey?: AdminNewKey;
  readonly AdminRevocation?: AdminRevocation;
  readonly AdminWebhook?: AdminWebhook;
  readonly AdminEvent?: AdminEvent;
  readonly AdminEvents?: AdminEvents;
  readonly AdminRetry?: AdminRetry;
  readonly AdminUsageRow?: AdminUsageRow;
  readonly AdminUsageTotal?: AdminUsageTotal;
  readonly AdminUsage?: AdminUsage;
  readonly AdminModel?: AdminModel;
  readonly AdminModels?: AdminModels;
  readonly AdminReload?: AdminReload;
  readonly AdminAuditEntry?: AdminAuditEntry;
  readonly AdminAudit?: AdminAudit;
  readonly AdminRotatedKey?: AdminRotatedKey;
  readonly AdminKeySettings?: AdminKeySettings;
  readonly AdminFocusRow?: AdminFocusRow;
}
/**
 * An account.
 */
export interface AdminAccount {
  /**
   * What the log calls it: `accountId`.
   */
  readonly id: number;
  /**
   * Name of the account.
   */
  readonly name: string;
  /**
   * Of each key.
   */
  readonly requestsPerMinute: number;
  /**
   * Of each key.
   */
  readonly requestsInFlight: number;
  /**
   * Default for the account's requests.
   */
  readonly zeroDataRetention: boolean;
  /**
   * Whether its requests may be answered from the account's cache. Turning it off deletes the answers in it.
   */
  readonly cache: boolean;
  /**
   * How much is held for a request: what it is likely to cost, or the most it can cost.
   */
  readonly holds: 'likely' | 'worst';
  /**
   * Factor on list prices, at most three decimal places.
   */
  readonly markup: number;
  /**
   * Posted, reserved ones included. Below zero, the account owes it.
   */
  readonly credits: number;
  /**
   * Held for requests that run.
   */
  readonly reserved: number;
  /**
   * Credits it may spend in a day (UTC); null for no budget.
   */
  readonly budgetDay: number | null;
  /**
   * Credits of it that are neither spent in this day nor held now; null for no budget.
   */
  readonly budgetDayLeft: number | null;
  /**
   * Credits it may spend in a month (UTC); null for no budget.
   */
  readonly budgetMonth: number | null;
  /**
   * Credits of it that are neither spent in this month nor held now; null for no budget.
   */
  readonly budgetMonthLeft: number | null;
  /**
   * Whether its requests are refused.
   */
  readonly suspended: boolean;
  /**
   * Address; null for none.
   */
  readonly webhook: string | null;
}
/**
 * A page of accounts, the oldest first.
 */
export interface AdminAccounts {
  /**
   * At most `limit`.
   */
  readonly accounts: readonly AdminAccount[];
  /**
   * Send it as `cursor` for the next page; null on the last page.
   */
  readonly nextCursor: string | null;
}
/**
 * The balance after credits were given or taken back.
 */
export interface AdminBalance {
  /**
   * Name of the account.
   */
  readonly name: string;
  /**
   * Posted, reserved ones included. Below zero, the account owes it.
   */
  readonly credits: number;
  /**
   * Held for requests that run.
   */
  readonly reserved: number;
}
/**
 * Whether the account is suspended now.
 */
export interface AdminSuspension {
  /**
   * Name of the account.
   */
  readonly name: string;
  /**
   * Whether its requests are refused.
   */
  readonly suspended: boolean;
}
/**
 * The account's texts are erased.
 */
export interface AdminErasure {
  /**
   * Name of the account.
   */
  readonly name: string;
  /**
   * Always true.
   */
  readonly erased: true;
}
/**
 * An entry of the account's history.
 */
export interface AdminEntry {
  /**
   * When it was written. ISO 8601, UTC.
   */
  readonly at: string;
  /**
   * A correction takes credits back.
   */
  readonly kind: 'grant' | 'correction' | 'charge' | 'absorbed';
  /**
   * Negative for a correction.
   */
  readonly credits: number;
  /**
   * Of the request; null for a grant or correction.
   */
  readonly promptLogId: string | null;
  /**
   * Of a grant or correction.
   */
  readonly note: string | null;
}
/**
 * The newest entries first.
 */
export interface AdminHistory {
  /**
   * At most `limit`.
   */
  readonly entries: readonly AdminEntry[];
}
/**
 * A key, without its secret.
 */
export interface AdminKey {
  /**
   * IDs of the models it may ask, also as judges; a `*` at the end names all that begin so. Null for every model.
   */
  readonly models: readonly string[] | null;
  /**
   * Null for the account's.
   */
  readonly requestsPerMinute: number | null;
  /**
   * For people; null if it has none.
   */
  readonly name: string | null;
  /**
   * Names the key.
   */
  readonly prefix: string;
  /**
   * When it was made. ISO 8601, UTC.
   */
  readonly created: string;
  /**
   * When it last held credits. ISO 8601, UTC.
   */
  readonly lastUsed: string | null;
  /**
   * Refused from then on. ISO 8601, UTC.
   */
  readonly expires: string | null;
  /**
   * When it was revoked. ISO 8601, UTC.
   */
  readonly revoked: string | null;
  /**
   * Credits it may spend in a day (UTC); null for no budget.
   */
  readonly budgetDay: number | null;
  /**
   * Credits of it that are neither spent in this day nor held now; null for no budget.
   */
  readonly budgetDayLeft: number | null;
  /**
   * Credits it may spend in a month (UTC); null for no budget.
   */
  readonly budgetMonth: number | null;
  /**
   * Credits of it that are neither spent in this month nor held now; null for no budget.
   */
  readonly budgetMonthLeft: number | null;
  /**
   * Name of the account.
   */
  readonly account: string;
}
/**
 * A page of keys of an account, the oldest first, revoked ones too.
 */
export interface AdminKeys {
  /**
   * At most `limit`.
   */
  readonly keys: readonly AdminKey[];
  /**
   * Send it as `cursor` for the next page; null on the last page.
   */
  readonly nextCursor: string | null;
}
/**
 * A new key. Its secret is shown this once.
 */
export interface AdminNewKey {
  /**
   * Name of the account.
   */
  readonly account: string;
  /**
   * Names the key.
   */
  readonly prefix: string;
  /**
   * IDs of the models it may ask, also as judges; a `*` at the end names all that begin so.
   *
   * Items: ID of a model.
   */
  readonly models?: readonly string[];
  /**
   * Instead of the account's.
   */
  readonly requestsPerMinute?: number;
  /**
   * For people, 1 to 64 characters.
   */
  readonly name?: string;
  /**
   * Refused from then on. ISO 8601, UTC.
   */
  readonly expires?: string;
  /**
   * Credits it may spend in a day (UTC), where it was set; null for no budget.
   */
  readonly budgetDay?: number | null;
  /**
   * Credits it may spend in a month (UTC), where it was set; null for no budget.
   */
  readonly budgetMonth?: number | null;
  /**
   * The secret. Only its hash is kept.
   */
  readonly key: string;
}
/**
 * The next request with this key gets a 401.
 */
export interface AdminRevocation {
  /**
   * Names the key.
   */
  readonly prefix: string;
  /**
   * Always true.
   */
  readonly revoked: true;
}
/**
 * The webhook as it is now.
 */
export interface AdminWebhook {
  /**
   * Address; null for none.
   */
  readonly webhook: string | null;
  /**
   * What events are signed with from now on. It is shown this once.
   */
  readonly webhookSecret?: string;
  /**
   * Of a webhook that was removed.
   */
  readonly eventsDeleted?: number;
}
/**
 * An event that its receiver has not taken.
 */
export interface AdminEvent {
  /**
   * Of the event.
   */
  readonly id: string;
  /**
   * Of the request; null if a budget was reached.
   */
  readonly promptLogId: string | null;
  /**
   * Name of the account.
   */
  readonly account: string;
  /**
   * Its type.
   */
  readonly event: 'prompt.settled' | 'prompt.voided' | 'budget.reached';
  /**
   * When the request ended or the budget was reached. ISO 8601, UTC.
   */
  readonly at: string;
  /**
   * A dead letter is not tried any more.
   */
  readonly state: 'pending' | 'dead';
  /**
   * So far.
   */
  readonly attempts: number;
  /**
   * What the last attempt failed with.
   */
  readonly lastFailure: string | null;
  /**
   * Null for a dead letter. ISO 8601, UTC.
   */
  readonly nextAttempt: string | null;
  /**
   * Null while it is tried. ISO 8601, UTC.
   */
  readonly deadSince: string | null;
}
/**
 * Dead letters first, then the latest.
 */
export interface AdminEvents {
  /**
   * At most `limit`.
   */
  readonly events: readonly AdminEvent[];
}
/**
 * The event is sent now, and for another day.
 */
export interface AdminRetry {
  /**
   * Of the event.
   */
  readonly id: string;
  /**
   * Always 1.
   */
  readonly retried: 1;
}
/**
 * One account, model, key or day.
 */
export interface AdminUsageRow {
  /**
   * The row's group, where rows are grouped by it; the key's account, where they are grouped by key.
   */
  readonly account?: string | null;
  /**
   * The row's group, where rows are grouped by it.
   */
  readonly model?: string | null;
  /**
   * The prefix of the row's key, where rows are grouped by key; null for requests from before keys were counted.
   */
  readonly key?: string | null;
  /**
   * Name of the key, if rows are grouped by key; null if it has none.
   */
  readonly keyName?: string | null;
  /**
   * The row's group, where rows are grouped by it.
   */
  readonly day?: string | null;
  /**
   * Calls to models, judges included.
   */
  readonly calls: number;
  /**
   * Input tokens.
   */
  readonly tokensIn: number;
  /**
   * Output tokens.
   */
  readonly tokensOut: number;
  /**
   * What providers bill, US dollars.
   */
  readonly costUsd: number;
  /**
   * Charged.
   */
  readonly billedCredits: number;
  /**
   * Borne by the operator.
   */
  readonly absorbedCredits: number;
}
/**
 * The sums of the rows.
 */
export interface AdminUsageTotal {
  /**
   * Calls to models, judges included.
   */
  readonly calls: number;
  /**
   * Input tokens.
   */
  readonly tokensIn: number;
  /**
   * Output tokens.
   */
  readonly tokensOut: number;
  /**
   * What providers bill, US dollars.
   */
  readonly costUsd: number;
  /**
   * Charged.
   */
  readonly billedCredits: number;
  /**
   * Borne by the operator.
   */
  readonly absorbedCredits: number;
}
/**
 * What settled requests used in a period, by the time of their charge.
 */
export interface AdminUsage {
  /**
   * The groups of the rows.
   */
  readonly by: 'account' | 'model' | 'key' | 'day';
  /**
   * First moment. ISO 8601, UTC.
   */
  readonly from: string;
  /**
   * First moment after. ISO 8601, UTC.
   */
  readonly to: string;
  /**
   * One per group with any use.
   */
  readonly rows: readonly AdminUsageRow[];
  readonly total: AdminUsageTotal;
}
/**
 * A model of the registry, with its prices, limits and tuning.
 */
export interface AdminModel {
  /**
   * As requests name it.
   */
  readonly id: string;
  /**
   * Its name.
   */
  readonly provider: string;
  /**
   * Whether the gateway has a key for the provider, or needs none.
   */
  readonly configured: boolean;
  /**
   * Which environment variable takes the key; null if none is needed.
   */
  readonly variable: string | null;
  /**
   * How many keys the gateway has for the provider.
   */
  readonly keys: number;
  /**
   * The day on which its provider shuts it down; null if none is announced.
   */
  readonly shutdown: string | null;
  readonly [k: string]: unknown;
}
/**
 * The registry as the operator sees it.
 */
export interface AdminModels {
  /**
   * In the manifests' order.
   */
  readonly models: readonly AdminModel[];
  /**
   * IDs of models that are in a manifest and that no request may name.
   */
  readonly switchedOff: readonly string[];
}
/**
 * The outcome of the reload, with the problems if it was refused.
 */
export interface AdminReload {
  /**
   * `refused` leaves what ran.
   */
  readonly outcome: 'swapped' | 'unchanged' | 'refused';
  readonly [k: string]: unknown;
}
/**
 * One change.
 */
export interface AdminAuditEntry {
  /**
   * When. ISO 8601, UTC.
   */
  readonly at: string;
  /**
   * How it was made.
   */
  readonly via: 'command' | 'api' | 'program';
  /**
   * The user of the operating system, or the name of the admin token.
   */
  readonly actor: string;
  /**
   * The machine, or the address of the request.
   */
  readonly origin: string | null;
  /**
   * Such as `account.credit`.
   */
  readonly action: string;
  /**
   * What was changed.
   */
  readonly subject: string | null;
  /**
   * What was set; amounts in micro-credits, a millionth of a credit.
   */
  readonly detail: {
    readonly [k: string]: unknown;
  };
}
/**
 * A page of the audit log, the newest first.
 */
export interface AdminAudit {
  /**
   * At most `limit`.
   */
  readonly entries: readonly AdminAuditEntry[];
  /**
   * Send it as `cursor` for the next page; null on the last page.
   */
  readonly nextCursor: string | null;
}
/**
 * The new key, with the account, name and expiry of the old one. Its secret is shown this once.
 */
export interface AdminRotatedKey {
  /**
   * Name of the account.
   */
  readonly account: string;
  /**
   * Names the key.
   */
  readonly prefix: string;
  /**
   * For people, 1 to 64 characters.
   */
  readonly name?: string;
  /**
   * Refused from then on. ISO 8601, UTC.
   */
  readonly expires?: string;
  /**
   * The secret. Only its hash is kept.
   */
  readonly key: string;
  /**
   * Prefix of the old key.
   */
  readonly replaces: string;
  /**
   * From when on the old key is refused. ISO 8601, UTC.
   */
  readonly replacedUntil: string;
}
/**
 * What was changed of a key.
 */
export interface AdminKeySettings {
  /**
   * Names the key.
   */
  readonly prefix: string;
  /**
   * For people, where it was set; null for none.
   */
  readonly name?: string | null;
  /**
   * IDs of the models it may ask, where they were set; null for every model.
   */
  readonly models?: readonly string[] | null;
  /**
   * Where it was set; null for the account's.
   */
  readonly requestsPerMinute?: number | null;
  /**
   * Refused from then on, where it was set; null for never. ISO 8601, UTC.
   */
  readonly expires?: string | null;
  /**
   * Credits it may spend in a day (UTC), where it was set; null for no budget.
   */
  readonly budgetDay?: number | null;
  /**
   * Credits it may spend in a month (UTC), where it was set; null for no budget.
   */
  readonly budgetMonth?: number | null;
}
/**
 * A day, account, key and model, in the columns of FOCUS 1.2 and, with `x_`, those of Assay alone. Decimals are text.
 */
export interface AdminFocusRow {
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly BilledCost: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly BillingAccountId: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly BillingAccountName: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly BillingCurrency: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly BillingPeriodEnd: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly BillingPeriodStart: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ChargeCategory: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ChargeClass: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ChargeDescription: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ChargeFrequency: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ChargePeriodEnd: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ChargePeriodStart: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ConsumedQuantity: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ConsumedUnit: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ContractedCost: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly EffectiveCost: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly InvoiceIssuerName: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ListCost: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly PricingCategory: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly PricingCurrency: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly PricingCurrencyEffectiveCost: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly PricingQuantity: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly PricingUnit: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ProviderName: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly PublisherName: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly RegionId: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly RegionName: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ResourceId: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ResourceName: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ResourceType: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ServiceCategory: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ServiceName: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly ServiceSubcategory: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly SkuId: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly SkuPriceId: string | null;
  /**
   * The key's prefix.
   */
  readonly SubAccountId: string | null;
  /**
   * The key's name, or its prefix where it has none.
   */
  readonly SubAccountName: string | null;
  /**
   * As FOCUS 1.2 defines it.
   */
  readonly Tags: string | null;
  /**
   * Credits charged.
   */
  readonly x_BilledCredits: string | null;
  /**
   * Calls to the model, judges included.
   */
  readonly x_Calls: string | null;
  /**
   * Credits that the operator bore.
   */
  readonly x_AbsorbedCredits: string | null;
  /**
   * What the provider bills, US dollars.
   */
  readonly x_ProviderCostUsd: string | null;
  /**
   * Input tokens.
   */
  readonly x_TokensIn: string | null;
  /**
   * Output tokens.
   */
  readonly x_TokensOut: string | null;
}
