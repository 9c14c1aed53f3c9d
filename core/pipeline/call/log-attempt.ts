import { describeError } from '../../log.ts';
import type { OtherModel } from '../../registry/served-by.ts';
import { maskSecrets } from '../../text/mask-secrets.ts';
import { type Fault, TransportError } from '../../upstream/fault.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Attempt, TimedResult } from './call-result.ts';
import type { NextStep } from './next-step.ts';
import type { RequestContext } from '../request-context.ts';

interface AttemptLine {
  readonly attempt: Attempt;
  readonly fault: Fault;
  readonly result: TimedResult;
  readonly step: NextStep;
}

/** Logs a failed attempt. Under zero data retention the line has no words of the provider, which could quote the prompt. */
export function logFailedAttempt(
  { attempt, fault, result: { providerError, cause, latencyMs }, step }: AttemptLine,
  context: RequestContext,
): void {
  const { planned, connection, key, number, exchange } = attempt;
  const { providerStatus } = fault;
  const isUnknownPath = providerStatus === 404 || providerStatus === 405;
  context.services.log.warn(
    {
      ...callFieldsOf(planned, context),
      key: key.index + 1,
      host: connection.host,
      ...(isUnknownPath && { path: loggedPath(exchange.path ?? '', key.secrets) }),
      attempt: number,
      fault: fault.code,
      ...(providerStatus !== undefined && { status: providerStatus }),
      ...(isLogged(providerError?.code, context) && { providerCode: providerError?.code }),
      ...(isLogged(providerError?.type, context) && { providerType: providerError?.type }),
      ...(providerError?.message !== undefined &&
        !context.zeroDataRetention && { providerMessage: providerError.message }),
      ...(cause !== undefined && { cause: describeCause(cause) }),
      latencyMs,
      ...step,
      ...('pauseMs' in step && { pauseMs: Math.round(step.pauseMs) }),
    },
    'attempt failed',
  );
}

/** Known codes and types, in lower case and without separators. Any other name may contain words of the prompt. */
const KNOWN_NAMES: ReadonlySet<string> = new Set(
  `accessdenied accessdeniedexception aborted apierror authenticationerror badrequest billingerror cancelled
  contentfilter contentpolicyviolation contextlengthexceeded deadlineexceeded failedprecondition forbidden
  insufficientquota internal internalerror internalservererror internalserverexception invalidapikey invalidargument
  invalidrequest invalidrequesterror modelerrorexception modelnotfound modelnotreadyexception modeltimeoutexception
  notfound notfounderror outofrange overloaded overloadederror permissiondenied permissionerror ratelimiterror
  ratelimitexceeded requesttoolarge resourceexhausted resourcenotfoundexception servererror serviceunavailable
  serviceunavailableexception throttlingexception timeouterror toomanyrequests unauthenticated unauthorized unavailable
  unimplemented unknown unsupportedvalue validationexception`.split(/\s+/),
);

function isLogged(name: string | undefined, { zeroDataRetention }: RequestContext): boolean {
  if (name === undefined) return false;
  return !zeroDataRetention || KNOWN_NAMES.has(name.toLowerCase().replaceAll(/[_.-]/g, ''));
}

/** Logs an error of the gateway, which the caller sees as `unavailable`. */
export function logUnexpected(cause: unknown, planned: PlannedCall, context: RequestContext): void {
  const fields = { ...callFieldsOf(planned, context), error: describeError(cause) };
  context.services.log.error(fields, 'model run failed');
}

/** Tells the operator which model answered, since the metric names only models of the registry. */
export function logServed(planned: PlannedCall, { id, entry }: OtherModel, context: RequestContext): void {
  const isPriced = entry !== undefined;
  // An unknown name may contain text of the prompt.
  const servedBy = isPriced || !context.zeroDataRetention ? { servedBy: id } : {};
  const fields = { ...callFieldsOf(planned, context), ...servedBy, isPriced };
  context.services.log.warn(fields, 'served by other model');
}

/**
 * The fields with which every line about a request begins. The log names both IDs as the API does: `requestId` is the
 * `X-Request-Id` of the HTTP request, and `promptLogId` is the ID of the request in the ledger.
 */
export function logFieldsOf({ correlationId, promptLogId, account }: RequestContext) {
  return { requestId: correlationId, promptLogId, accountId: account.id };
}

/** The fields with which every line about one call begins. */
export function callFieldsOf({ entry: { provider, model } }: PlannedCall, context: RequestContext) {
  return { ...logFieldsOf(context), provider: provider.id, model: model.id, role: context.role };
}

/** Gives the system's error code of a failed connection, and of a plugin's error also its place. */
function describeCause(cause: unknown): Partial<ReturnType<typeof describeError>> {
  if (!(cause instanceof TransportError)) return describeError(cause);
  const { name, code } = describeError(cause.cause);
  return { name, ...(code !== undefined && { code }) };
}

const MAX_PATH_CHARACTERS = 300;

/** A path without its query; keys of the provider, and steps that look like one, are masked. */
function loggedPath(path: string, secrets: readonly string[]): string {
  const [bare = ''] = path.slice(0, MAX_PATH_CHARACTERS).split('?', 1);
  if (secrets.some((secret) => secret !== '' && bare.includes(secret))) return maskSecrets(bare, secrets);
  return bare
    .split('/')
    .map((step) => maskSecrets(step, secrets))
    .join('/');
}
