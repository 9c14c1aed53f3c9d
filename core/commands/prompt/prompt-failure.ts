import { GatewayProblem } from '../../console/client/gateway-problem.js';
import { onOneLine } from '../../terminal/printable-text.ts';

export interface AskedTarget {
  readonly url: string;
  readonly idempotencyKey: string;
}

/** Why there is no answer, for a person at a terminal: the wrong fields, or what to do about the connection. */
export function promptFailure(error: unknown, { url, idempotencyKey }: AskedTarget): Error {
  if (error instanceof GatewayProblem) return new Error(problemText(error), { cause: error });
  const { code, message } = networkError(error);
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return new Error(`no gateway answers at ${url} (${code}); --url says where it is`, { cause: error });
  return new Error(
    `${message}\nThe request may have run. The same command with --idempotency-key ${idempotencyKey} brings its answer without a second charge.`,
    { cause: error },
  );
}

function problemText(problem: GatewayProblem): string {
  const { status, title, detail, errors, estimatedCreditsRequired: credits, retryAfterSeconds } = problem;
  const lines = [
    `${onOneLine(title)} (${status})`,
    ...(detail === undefined ? [] : [onOneLine(detail)]),
    ...(credits === undefined ? [] : [`It takes ${credits} credits of free balance.`]),
    ...(retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} s.`]),
    ...errors.map(({ pointer, message }) => `  ${onOneLine(pointer) || '(body)'}  ${onOneLine(message)}`),
  ];
  return lines.join('\n');
}

/** What a failed fetch has below it: the system's code, such as ECONNREFUSED, and its words. */
function networkError(error: unknown): { readonly code: string | undefined; readonly message: string } {
  const failure = error instanceof Error ? (error.cause ?? error) : error;
  const message = failure instanceof Error ? failure.message : 'the connection failed';
  const hasCode = failure instanceof Error && 'code' in failure && typeof failure.code === 'string';
  return { code: hasCode ? String(failure.code) : undefined, message };
}
