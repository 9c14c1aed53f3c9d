import { describeError } from '../../log.ts';
import type { Fault } from '../../upstream/classify-fault.ts';
import type { GiveUpReason } from '../../upstream/pause-before-retry.ts';
import type { ProviderError } from '../../upstream/provider-error.ts';
import { TransportError } from '../../upstream/upstream-reply.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { RunContext } from './run-context.ts';

export interface FailedAttempt {
  readonly fault: Fault;
  /** In the provider's words; undefined where no reply came. */
  readonly said: ProviderError | undefined;
  /** What was thrown, where something was. */
  readonly cause: unknown;
  /** Index of the key it was sent with. */
  readonly key: number;
  /** 1 for the first. */
  readonly attempts: number;
  readonly latencyMs: number;
}

/** What is done about a failed attempt. */
export type NextStep =
  | { readonly next: 'retry' | 'retry_other_key'; readonly pauseMs: number }
  | {
      readonly next: 'give_up';
      readonly reason: GiveUpReason | 'partly_delivered' | 'breaker_open' | 'retry_budget_spent';
    };

/** One line for each failed attempt. Under zero data retention it has no message, which could quote the prompt. */
export function logFailedAttempt(
  { fault, said, cause, key, attempts, latencyMs }: FailedAttempt,
  step: NextStep,
  { entry: { provider, model } }: PlannedCall,
  context: RunContext,
): void {
  context.services.log.warn(
    {
      ...identityOf(context),
      provider: provider.id,
      model: model.id,
      role: context.role,
      key: key + 1,
      attempt: attempts,
      fault: fault.code,
      ...(fault.providerStatus !== undefined && { status: fault.providerStatus }),
      ...(said?.code !== undefined && { providerCode: said.code }),
      ...(said?.type !== undefined && { providerType: said.type }),
      ...(said?.message !== undefined && !context.keepsNothing && { providerMessage: said.message }),
      ...(cause !== undefined && { cause: describeCause(cause) }),
      latencyMs,
      ...step,
      ...('pauseMs' in step && { pauseMs: Math.round(step.pauseMs) }),
    },
    'attempt failed',
  );
}

/** A fault of the gateway's own, which its caller sees as `unavailable`. */
export function logUnexpected(
  cause: unknown,
  { entry: { provider, model } }: PlannedCall,
  context: RunContext,
): void {
  const { role } = context;
  context.services.log.error(
    { ...identityOf(context), provider: provider.id, model: model.id, role, error: describeError(cause) },
    'model run failed',
  );
}

function identityOf({ correlationId, promptLogId, account }: RunContext) {
  return { requestId: correlationId, promptLogId, accountId: account.id };
}

/** Of a connection that failed the system's own name for it; of a plugin that threw also where. */
function describeCause(cause: unknown): Partial<ReturnType<typeof describeError>> {
  if (!(cause instanceof TransportError)) return describeError(cause);
  const { name, code } = describeError(cause.cause);
  return { name, ...(code !== undefined && { code }) };
}
