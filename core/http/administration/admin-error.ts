import type { ErrorRequestHandler, Response } from 'express';
import { ADMIN_PROBLEMS, GatewayError, type AdminProblemCode, wrongFields } from '../../errors.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { describeError, type Logger } from '../../log.ts';
import { asGatewayError, closeUnread, writeProblem } from '../answer/error-handler.ts';

/** A problem that only the administration API has. */
export class AdminError extends Error {
  readonly code: AdminProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  /** Members beside those that every problem has. */
  readonly members: Readonly<Record<string, string>>;

  constructor(
    code: AdminProblemCode,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
    members: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.name = 'AdminError';
    this.code = code;
    this.headers = headers;
    this.members = members;
  }
}

/**
 * The error to answer with after a refusal of the ledger.
 * @param pointer of the field that decides whether the ledger accepts the change.
 */
export function refusalOf(error: unknown, pointer = ''): unknown {
  if (!(error instanceof LedgerError)) return error;
  switch (error.code) {
    case 'account-unknown':
    case 'key-unknown':
      return new AdminError('unknown', error.message);
    case 'account-exists':
    case 'token-exists':
    case 'key-exists':
      return new AdminError('exists', error.message);
    case 'key-rotated':
      return new AdminError('key-replaced', error.message);
    case 'claim-mismatch':
      return new AdminError('payment-mismatch', error.message);
    case 'invalid':
      return wrongFields([{ pointer, code: 'range', message: error.message }]);
    case 'failed':
      return new AdminError('outcome-unknown', error.message);
    case 'queue-full':
    case 'unavailable':
    case 'unusable':
    case 'closed':
      return new GatewayError('unavailable', {
        detail: 'The ledger cannot be reached now. Nothing was changed.',
        headers: { 'Retry-After': '1' },
        cause: error,
      });
    case 'account-suspended':
    case 'not-reserved':
    case 'delivering':
    case 'rejected':
      return error;
  }
  const unknown: never = error.code;
  throw new TypeError(`The ledger has no error ${String(unknown)}.`);
}

/** Answers with a thrown error, and logs it if it is the gateway's own fault. */
export function handleAdminErrors(log: Logger): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return function handleError(thrown: unknown, _request, response, _next) {
    const error = refusalOf(thrown);
    if (error instanceof AdminError) return writeAdminError(response, error);
    const problem = asGatewayError(error);
    if (problem.status >= 500)
      log.error({ error: describeError(problem.details.cause ?? error) }, 'administration request failed');
    if (response.headersSent) response.destroy();
    else writeProblem(response, problem);
  };
}

function writeAdminError(response: Response, { code, message, headers, members }: AdminError): void {
  const { title, status } = ADMIN_PROBLEMS[code];
  closeUnread(response);
  const body = { type: `urn:assay:problem:${code}`, title, status, detail: message, ...members };
  response.status(status).set(headers).type('application/problem+json').send(JSON.stringify(body));
}
