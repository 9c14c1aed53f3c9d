import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Letters, digits and a few signs: nothing that could forge a log line. Our own keys do not fit: `assay_` begins them. */
const WELL_FORMED = /^(?!assay_)[A-Za-z0-9._:+/=-]{1,128}$/;
const REQUEST_ID = 'X-Request-Id';
const PROMPT_LOG_ID = 'X-Prompt-Log-Id';

/** By response, whose request it answers; once the key is known. */
const accountIds = new WeakMap<ServerResponse, number>();

/** What every log line about a request names it by. */
export interface RequestIdentity {
  readonly requestId: string;
  readonly accountId?: number;
  readonly promptLogId?: string;
}

/** Gives a response its `X-Request-Id`: the client's own where it sent one that is well-formed, else a new one. */
export function giveRequestId({ headersDistinct }: IncomingMessage, response: ServerResponse): void {
  const [own, ...others] = headersDistinct['x-request-id'] ?? [];
  const isUsable = own !== undefined && others.length === 0 && WELL_FORMED.test(own);
  response.setHeader(REQUEST_ID, isUsable ? own : randomUUID());
}

export function requestIdOf(response: ServerResponse): string {
  return textOf(response.getHeader(REQUEST_ID)) ?? '';
}

export function giveAccount(response: ServerResponse, accountId: number): void {
  accountIds.set(response, accountId);
}

export function givePromptLogId(response: ServerResponse, promptLogId: string): void {
  response.setHeader(PROMPT_LOG_ID, promptLogId);
}

export function identityOf(response: ServerResponse): RequestIdentity {
  const accountId = accountIds.get(response);
  const promptLogId = textOf(response.getHeader(PROMPT_LOG_ID));
  return {
    requestId: requestIdOf(response),
    ...(accountId !== undefined && { accountId }),
    ...(promptLogId !== undefined && { promptLogId }),
  };
}

function textOf(header: number | string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
