import { GatewayProblem } from '../../client/gateway-problem.ts';
import { onOneLine } from '../../terminal/printable-text.ts';

/**
 * Why a gateway took nothing of a request, for a person at a terminal: the wrong fields, or what to do about the address.
 * @returns undefined where the connection failed later.
 */
export function gatewayRefusal(error: unknown, url: string): Error | undefined {
  if (error instanceof GatewayProblem) return new Error(problemText(error), { cause: error });
  const { code } = networkError(error);
  if (code !== 'ECONNREFUSED' && code !== 'ENOTFOUND') return undefined;
  return new Error(
    `No gateway answers at ${url} (${code}). Start it with "assay serve", or give another address with --url.`,
    {
      cause: error,
    },
  );
}

/** What a gateway says of its refusal, with when to try again and each wrong field. */
export function problemText(problem: GatewayProblem): string {
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
export function networkError(error: unknown): {
  readonly code: string | undefined;
  readonly message: string;
} {
  const failure = error instanceof Error ? (error.cause ?? error) : error;
  const message = failure instanceof Error ? failure.message : 'the connection failed';
  const hasCode = failure instanceof Error && 'code' in failure && typeof failure.code === 'string';
  return { code: hasCode ? String(failure.code) : undefined, message };
}
