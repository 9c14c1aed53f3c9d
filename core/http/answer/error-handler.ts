import type { ErrorRequestHandler, Request, Response } from 'express';
import { GatewayError, PROBLEMS } from '../../errors.ts';
import { describeError, type Logger } from '../../log.ts';
import { ClientGone } from '../../pipeline/client-gone.ts';
import { endsByItself } from './event-stream.ts';
import { identityOf } from './request-identity.ts';

/** As the contract says; a hundred wrong places are as much to mend as a thousand. */
const MAX_FIELD_ERRORS = 32;

/** The only place that writes an error: RFC 9457 `application/problem+json`, never a value, a key or a stack. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return function handleError(error: unknown, _request, response, _next) {
    if (error instanceof ClientGone) {
      response.destroy();
      return;
    }
    const problem = asGatewayError(error);
    if (problem.status >= 500 && !isKnown(problem))
      log.error(
        {
          ...identityOf(response),
          problem: problem.code,
          error: describeError(problem.details.cause ?? error),
        },
        'request failed',
      );
    if (response.headersSent) {
      // A stream of events has told of it and ended.
      if (!endsByItself(response)) response.destroy();
      return;
    }
    writeProblem(response, problem);
  };
}

/** What went away was logged when it did; each request it is missing from tells nothing new. */
function isKnown({ code, details }: GatewayError): boolean {
  return code === 'unavailable' && details.cause === undefined;
}

function asGatewayError(error: unknown): GatewayError {
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

export function writeProblem(response: Response, problem: GatewayError): void {
  // Whatever of a body was not read would be taken for the next request.
  if (hasBody(response.req) && !response.req.complete) response.set('Connection', 'close');
  response
    .status(problem.status)
    .set('Cache-Control', 'no-store')
    .set(problem.details.headers ?? {})
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(problem)));
}

/** RFC 9112, 6.3: without either field a request has none. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
