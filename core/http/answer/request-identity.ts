import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Letters, digits and a few signs: nothing that could forge a log line. Our own keys do not fit: `assay_` begins them. */
const WELL_FORMED = /^(?!assay_)[A-Za-z0-9._:+/=-]{1,128}$/;
const PROMPT_LOG_ID = 'X-Prompt-Log-Id';

/** What every log line about a request names it by. */
export interface RequestIdentity {
  readonly requestId: string;
  readonly accountId?: number;
  readonly promptLogId?: string;
}

/** By response, whose request it answers. */
const identities = new WeakMap<ServerResponse, RequestIdentity>();

/** Gives a response its `X-Request-Id`: the client's own where it sent one that is well-formed, else a new one. */
export function setRequestId({ headersDistinct }: IncomingMessage, response: ServerResponse): void {
  const [own, ...others] = headersDistinct['x-request-id'] ?? [];
  const isUsable = own !== undefined && others.length === 0 && WELL_FORMED.test(own);
  const requestId = isUsable ? own : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  identities.set(response, { requestId });
}

/** Once its key is known. */
export function setAccount(response: ServerResponse, accountId: number): void {
  identities.set(response, { ...identityOf(response), accountId });
}

/** A stream may have begun before it is known; then only the log line has it. */
export function setPromptLogId(response: ServerResponse, promptLogId: string): void {
  if (!response.headersSent) response.setHeader(PROMPT_LOG_ID, promptLogId);
  else identities.set(response, { ...identityOf(response), promptLogId });
}

/** The `promptLogId` is the answer's header, which a problem may have set too. */
export function identityOf(response: ServerResponse): RequestIdentity {
  const promptLogId = response.getHeader(PROMPT_LOG_ID);
  return {
    requestId: '',
    ...identities.get(response),
    ...(typeof promptLogId === 'string' && { promptLogId }),
  };
}
