import { networkError } from '../../client/call-gateway.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { onOneLine } from '../../terminal/printable-text.ts';

/**
 * Why a gateway took nothing of a request, for a person at a terminal: the wrong fields, or what to do about the address.
 * @param names what people call some fields, by pointer.
 * @returns undefined where the connection failed later.
 */
export function gatewayRefusal(
  error: unknown,
  url: string,
  names: ReadonlyMap<string, string> = new Map(),
): Error | undefined {
  if (error instanceof GatewayProblem) return new Error(problemText(error, names), { cause: error });
  const { code } = networkError(error);
  if (code !== 'ECONNREFUSED' && code !== 'ENOTFOUND') return undefined;
  const message = `No gateway answers at ${url} (${code}). Start it with "assay serve", or give another address with --url.`;
  return new Error(message, { cause: error });
}

/** The message of a refusal, with the time of the next try and each wrong field. */
function problemText(problem: GatewayProblem, names: ReadonlyMap<string, string>): string {
  const { status, title, detail, errors, estimatedCreditsRequired: credits, retryAfterSeconds } = problem;
  const lines = [
    `${onOneLine(title)} (${status})`,
    ...(detail === undefined ? [] : [onOneLine(detail)]),
    ...(status === 401 ? ['Run "assay login", or set ASSAY_KEY.'] : []),
    ...(credits === undefined ? [] : [`It takes ${credits} credits of free balance.`]),
    ...(retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} s.`]),
    ...errors.map(
      ({ pointer, message }) =>
        `  ${onOneLine(names.get(pointer) ?? pointer) || '(body)'}  ${onOneLine(message)}`,
    ),
  ];
  return lines.join('\n');
}
