import { gatewayRefusal, networkError } from '../client/gateway-failure.ts';

export interface PromptTarget {
  readonly url: string;
  readonly idempotencyKey: string;
}

/** Why there is no answer, for a person at a terminal: the wrong fields, or what to do about the connection. */
export function promptFailure(error: unknown, { url, idempotencyKey }: PromptTarget): Error {
  return (
    gatewayRefusal(error, url) ??
    new Error(
      `${networkError(error).message}\nThe request may have run. The same command with --idempotency-key ${idempotencyKey} brings its answer without a second charge.`,
      { cause: error },
    )
  );
}
