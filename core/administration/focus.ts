import type { AdminFocusRow } from '../generated/admin-answers.ts';
import { decimalText, usdDecimal } from '../billing/amounts.ts';
import { csvLine } from '../text/csv-line.ts';
import type { UsageGroup, UsageQuery, UsageRow } from '../ledger/usage/usage.ts';

/** The groups of the usage that `focusRow` takes: a row for each day, account, key and model. */
export const FOCUS_GROUPS: Pick<UsageQuery, 'by' | 'within'> = {
  by: 'day',
  within: ['account', 'key', 'model'] satisfies readonly UsageGroup[],
};

export interface FocusOptions {
  readonly creditsPerUsd: number;
  /** The publisher of a model; undefined if the registry no longer has the model. */
  readonly publisherOf: (modelId: string) => string | undefined;
}

/** The gateway's operator sells the calls under this name. */
const SELLER = 'Assay';
const DAY_MS = 86_400_000;
const CREDIT_PLACES = 6;
const NANO_USD_PLACES = 9;

/** Usage as CSV, a line at a time: the names of the columns, then the rows. */
export function* focusCsv(rows: readonly UsageRow[], options: FocusOptions): Generator<string> {
  yield csvLine(Object.keys(focusRow(NO_USAGE, options)));
  for (const row of rows) yield csvLine(Object.values(focusRow(row, options)).map((value) => value ?? ''));
}

const NO_USAGE: UsageRow = {
  group: '1970-01-01',
  calls: 0,
  tokensIn: 0,
  tokensOut: 0,
  costNanoUsd: 0,
  billedMicroCredits: 0,
  absorbedMicroCredits: 0,
};

/** The same as a JSON array, a row at a time. */
export function* focusJson(rows: readonly UsageRow[], options: FocusOptions): Generator<string> {
  let before = '[';
  for (const row of rows) {
    yield `${before}${JSON.stringify(focusRow(row, options))}`;
    before = ',';
  }
  yield rows.length === 0 ? '[]' : ']';
}

/**
 * Charges for tools that read FOCUS 1.2. The billed cost is the charge of accounts, so its sum is the ledger's; the list
 * cost also includes the cost that the operator bore.
 *
 * It has all mandatory columns of FOCUS 1.2, the others that apply to calls of models, and columns of Assay with `x_`.
 * Costs and quantities are decimals in text, so that no reader rounds them.
 * @param row grouped by `FOCUS_GROUPS`.
 */
export function focusRow(row: UsageRow, { creditsPerUsd, publisherOf }: FocusOptions): AdminFocusRow {
  const {
    group: day,
    others = [],
    calls,
    tokensIn,
    tokensOut,
    billedMicroCredits,
    absorbedMicroCredits,
  } = row;
  const [account = null, key = null, model = null] = others;
  // A period ends with the first moment after it. All times are UTC.
  const start = new Date(`${day ?? ''}T00:00:00Z`);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const billedCost = usdDecimal(billedMicroCredits, creditsPerUsd);
  const listCost = usdDecimal(billedMicroCredits + absorbedMicroCredits, creditsPerUsd);
  const credits = decimalText(billedMicroCredits, CREDIT_PLACES);
  const tokens = String(tokensIn + tokensOut);
  return {
    BilledCost: billedCost,
    BillingAccountId: account,
    BillingAccountName: account,
    BillingCurrency: 'USD',
    BillingPeriodEnd: momentOf(Date.UTC(year, month + 1)),
    BillingPeriodStart: momentOf(Date.UTC(year, month)),
    ChargeCategory: 'Usage',
    ChargeClass: null,
    ChargeDescription: `${model}: calls ${calls}, input tokens ${tokensIn}, output tokens ${tokensOut}`,
    ChargeFrequency: 'Usage-Based',
    ChargePeriodEnd: momentOf(start.getTime() + DAY_MS),
    ChargePeriodStart: momentOf(start.getTime()),
    ConsumedQuantity: tokens,
    ConsumedUnit: 'Tokens',
    ContractedCost: listCost,
    EffectiveCost: billedCost,
    InvoiceIssuerName: SELLER,
    ListCost: listCost,
    PricingCategory: 'Standard',
    PricingCurrency: 'Credits',
    PricingCurrencyEffectiveCost: credits,
    PricingQuantity: tokens,
    PricingUnit: 'Tokens',
    ProviderName: SELLER,
    PublisherName: publisherOf(model ?? '') ?? 'Unknown',
    RegionId: null,
    RegionName: null,
    ResourceId: model,
    ResourceName: model,
    ResourceType: 'Model',
    ServiceCategory: 'AI and Machine Learning',
    ServiceName: SELLER,
    ServiceSubcategory: 'Generative AI',
    SkuId: model,
    SkuPriceId: null,
    SubAccountId: key,
    SubAccountName: row.key?.name ?? key,
    Tags: null,
    x_BilledCredits: credits,
    x_Calls: String(calls),
    x_AbsorbedCredits: decimalText(absorbedMicroCredits, CREDIT_PLACES),
    x_ProviderCostUsd: decimalText(row.costNanoUsd, NANO_USD_PLACES),
    x_TokensIn: String(tokensIn),
    x_TokensOut: String(tokensOut),
  };
}

/** Without a fraction of a second. */
function momentOf(unixMs: number): string {
  return new Date(unixMs).toISOString().replace('.000Z', 'Z');
}
