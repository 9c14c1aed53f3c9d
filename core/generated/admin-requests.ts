// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * Bodies of the administration API, by operation.
 */
export interface AdminRequests {
  readonly createAccount: CreateAccountRequest;
  readonly changeAccount: ChangeAccountRequest;
  readonly giveCredits: GiveCreditsRequest;
  readonly createKey: CreateKeyRequest;
  readonly setWebhook: SetWebhookRequest;
  readonly rotateKey: RotateKeyRequest;
  readonly changeKey: ChangeKeyRequest;
}
/**
 * A new account.
 */
export interface CreateAccountRequest {
  /**
   * 1 to 64 characters, none of them invisible; it never changes.
   */
  readonly name: string;
  /**
   * To begin with, at most six decimal places.
   */
  readonly credits?: number;
}
/**
 * What is named is changed; the rest is kept.
 */
export interface ChangeAccountRequest {
  /**
   * Of each key.
   */
  readonly requestsPerMinute?: number;
  /**
   * Of each key.
   */
  readonly requestsInFlight?: number;
  /**
   * Default for the account's requests.
   */
  readonly zeroDataRetention?: boolean;
  /**
   * Whether its requests may be answered from the account's cache. Turning it off deletes the answers in it.
   */
  readonly cache?: boolean;
  /**
   * How much is held for a request: what it is likely to cost, or the most it can cost.
   */
  readonly holds?: 'likely' | 'worst';
  /**
   * Credits it may spend in a day (UTC), at most six decimal places; null lifts the budget.
   */
  readonly budgetDay?: number | null;
  /**
   * Credits it may spend in a month (UTC), at most six decimal places; null lifts the budget.
   */
  readonly budgetMonth?: number | null;
  /**
   * Factor on list prices, at most three decimal places.
   */
  readonly markup?: number;
}
/**
 * Credits to give, or to take back.
 */
export interface GiveCreditsRequest {
  /**
   * A negative amount takes credits back that are neither spent nor reserved. At most six decimal places, and not 0.
   */
  readonly credits: number;
  /**
   * For the history, such as the number of an invoice; 1 to 200 characters.
   */
  readonly note?: string;
}
/**
 * A new API key.
 */
export interface CreateKeyRequest {
  /**
   * IDs of the models it may ask, also as judges; a `*` at the end names all that begin so. Each has to match a model of the registry. By default every model.
   *
   * @minItems 1
   * @maxItems 64
   *
   * Items: ID of a model, or how several begin.
   */
  readonly models?: readonly string[];
  /**
   * Instead of the account's.
   */
  readonly requestsPerMinute?: number;
  /**
   * Name of the account.
   */
  readonly account: string;
  /**
   * For people, 1 to 64 characters; not like a key’s prefix, which is 8 letters or digits.
   */
  readonly name?: string;
  /**
   * Credits it may spend in a day (UTC), at most six decimal places; null for no budget.
   */
  readonly budgetDay?: number | null;
  /**
   * Credits it may spend in a month (UTC), at most six decimal places; null for no budget.
   */
  readonly budgetMonth?: number | null;
  /**
   * A day in UTC or a moment in ISO 8601 with its zone; refused from then on.
   */
  readonly expires?: string;
}
/**
 * Where the account's requests are told of as they end.
 */
export interface SetWebhookRequest {
  /**
   * http or https, without user and fragment.
   */
  readonly url: string;
}
/**
 * How a key is replaced.
 */
export interface RotateKeyRequest {
  /**
   * How long the old key goes on, seconds; 0 revokes it at once.
   */
  readonly graceSeconds?: number;
}
/**
 * What is named is changed; the rest is kept.
 */
export interface ChangeKeyRequest {
  /**
   * For people, 1 to 64 characters; not like a key’s prefix, which is 8 letters or digits. Null for none.
   */
  readonly name?: string | null;
  /**
   * IDs of the models it may ask, also as judges; a `*` at the end names all that begin so. Each has to match a model of the registry. Null for every model.
   *
   * @minItems 1
   * @maxItems 64
   */
  readonly models?: readonly string[] | null;
  /**
   * Instead of the account's; null for the account's.
   */
  readonly requestsPerMinute?: number | null;
  /**
   * Credits it may spend in a day (UTC), at most six decimal places; null lifts the budget.
   */
  readonly budgetDay?: number | null;
  /**
   * Credits it may spend in a month (UTC), at most six decimal places; null lifts the budget.
   */
  readonly budgetMonth?: number | null;
  /**
   * A day in UTC or a moment in ISO 8601 with its zone; refused from then on. Null for never.
   */
  readonly expires?: string | null;
}
