import { GatewayError } from '../errors.ts';

/** A repetition of a request that still runs. */
export class RequestInFlight extends GatewayError {
  readonly promptLogId: string;

  /** @param promptLogId of the request that runs. */
  constructor(promptLogId: string) {
    super('request-in-flight', {
      detail: 'Nothing was run or charged for this repetition. Repeat it once the first one has ended.',
      headers: { 'Retry-After': '1', 'X-Prompt-Log-Id': promptLogId },
    });
    this.promptLogId = promptLogId;
  }
}
