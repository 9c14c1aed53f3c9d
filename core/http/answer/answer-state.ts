import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Letters, digits and a few signs: nothing that could forge a log line. Our own keys do not fit: `assay_` begins them. */
const WELL_FORMED = /^(?!assay_)[A-Za-z0-9._:+/=-]{1,128}$/;
const PROMPT_LOG_ID = 'X-Prompt-Log-Id';

/** What is known of an answer and of the request that it is for. */
export interface AnswerState {
  requestId: string;
  /** Once its key is known. */
  accountId?: number;
  /** Of an answer that had begun before it was known: then its headers do not have it. */
  promptLogId?: string;
  /** Everything there is to say has been handed over, faults included: nobody else need end it. */
  endsByItself?: true;
  /** Its status tells of a model's failure and not of the gateway's. */
  isProvidersFault?: true;
}

declare module 'node:http' {
  interface ServerResponse {
    assay?: AnswerState;
  }
}

export function stateOf(response: ServerResponse): AnswerState {
  return (response.assay ??= { requestId: '' });
}

/** Gives a response its `X-Request-Id`: the client's own where it sent one that is well-formed, else a new one. */
export function setRequestId({ headersDistinct }: IncomingMessage, response: ServerResponse): void {
  const [own, ...others] = headersDistinct['x-request-id'] ?? [];
  const isUsable = own !== undefined && others.length === 0 && WELL_FORMED.test(own);
  const requestId = isUsable ? own : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  response.assay = { requestId };
}

/** A stream may have begun before it is known; then only the log line has it. */
export function setPromptLogId(response: ServerResponse, promptLogId: string): void {
  if (!response.headersSent) response.setHeader(PROMPT_LOG_ID, promptLogId);
  else stateOf(response).promptLogId = promptLogId;
}

/** What every log line about a request names it by. */
export interface RequestIdentity {
  readonly requestId: string;
  readonly accountId?: number;
  readonly promptLogId?: string;
}

/** The `promptLogId` is the answer's header, which a problem may have set too. */
export function identityOf(response: ServerResponse): RequestIdentity {
  const { requestId, accountId, promptLogId } = stateOf(response);
  const sent = response.getHeader(PROMPT_LOG_ID);
  const named = typeof sent === 'string' ? sent : promptLogId;
  return {
    requestId,
    ...(accountId !== undefined && { accountId }),
    ...(named !== undefined && { promptLogId: named }),
  };
}
