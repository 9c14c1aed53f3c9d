import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Only letters, digits and a few signs, so that an ID cannot forge a log line. API keys begin with `assay_` and do not match. */
const WELL_FORMED = /^(?!assay_)[A-Za-z0-9._:+/=-]{1,128}$/;
const PROMPT_LOG_ID = 'X-Prompt-Log-Id';

/** State of a response, and of the request that it answers. */
export interface AnswerState {
  requestId: string;
  /** Set once the key is known. */
  accountId?: number;
  /** Set if it became known after the headers had left, so that only the log line has it. */
  promptLogId?: string;
  /** The writer of this answer also ends it after an error, so the error handler must not. */
  endsByItself?: true;
  /** The error status is due to a model's failure, not the gateway's. */
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

/** Sets `X-Request-Id`: the client's own if it sent a well-formed one, else a new one. */
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

/** The fields by which every log line names a request. The `promptLogId` is the header's, which a problem may have set. */
export function identityOf(response: ServerResponse) {
  const { requestId, accountId, promptLogId } = stateOf(response);
  const sent = response.getHeader(PROMPT_LOG_ID);
  const named = typeof sent === 'string' ? sent : promptLogId;
  return {
    requestId,
    ...(accountId !== undefined && { accountId }),
    ...(named !== undefined && { promptLogId: named }),
  };
}
