import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { GatewayError, PROBLEMS } from '../../errors.ts';
import { ClientGone } from '../../pipeline/request-context.ts';
import { describeError, type Logger } from '../../log.ts';
import { identityOf } from './answer-state.ts';

/** The contract's bound on the field errors of one problem. */
const MAX_FIELD_ERRORS = 32;

/** Writes an error in the form of one API. It never writes a value, a key or a stack. */
export type ErrorWriter = (response: Response, error: GatewayError) => void;

/** Answers with errors that handlers throw, and logs those that are the gateway's own fault. */
export function errorHandler(log: Logger, write: ErrorWriter): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return function handleError(error: unknown, _request, response, _next) {
    if (error instanceof ClientGone) {
      response.destroy();
      return;
    }
    const problem = asGatewayError(error);
    reportFault(log, response, error);
    if (response.headersSent) {
      // An event stream has sent the error and ended already. Any other answer is cut off.
      if (!response.writableEnded && response.assay.endsByItself !== true) response.destroy();
      return;
    }
    write(response, problem);
  };
}

/** Logs an error if it is the gateway's own fault. Answers with an error form of their own call it themselves. */
export function reportFault(log: Logger, response: ServerResponse, error: unknown): void {
  const problem = asGatewayError(error);
  if (problem.status < 500 || isLoggedElsewhere(problem)) return;
  const line = {
    ...identityOf(response),
    problem: problem.code,
    error: describeError(problem.details.cause ?? error),
  };
  log.error(line, 'request failed');
}

/** An outage is logged when it begins, so the requests that it refuses are not logged again. */
function isLoggedElsewhere({ code, details }: GatewayError): boolean {
  return code === 'unavailable' && details.cause === undefined;
}

/** Converts a thrown error to the error to answer with, which is `internal` if clients must not see it. */
export function asGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  // Express throws this for a path that is not well-formed percent-encoding.
  if (error instanceof URIError) return new GatewayError('not-found');
  return new GatewayError('internal', { cause: error });
}

/** An error as the JSON text of its problem, for answers whose status has been sent. */
export function problemJson(error: unknown): string {
  return JSON.stringify(problemBody(asGatewayError(error)));
}

function problemBody({ code, details }: GatewayError) {
  const { title, status } = PROBLEMS[code];
  const { detail, errors, members } = details;
  return {
    type: `urn:assay:problem:${code}`,
    title,
    status,
    ...(detail !== undefined && { detail }),
    ...(errors !== undefined && { errors: errors.slice(0, MAX_FIELD_ERRORS) }),
    ...members,
  };
}

/** Sends the problem as `application/problem+json` (RFC 9457). */
export function writeProblem(response: Response, problem: GatewayError): void {
  closeUnread(response);
  response
    .status(problem.status)
    .set('Cache-Control', 'no-store')
    .set(problem.details.headers ?? {})
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(problem)));
}

/** Closes the connection after this answer, because an unread rest of the body would be parsed as the next request. */
export function closeUnread(response: Response): void {
  if (hasBody(response.req) && !response.req.complete) response.set('Connection', 'close');
}

/** Whether the request has a body. One without either field has none (RFC 9112, 6.3). */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
