import type { RunningCall } from './call-result.ts';
import { callFieldsOf } from './log-attempt.ts';
import type { RequestContext } from '../request-context.ts';

/** Milliseconds by which a working provider has begun its reply, or a call has found a slot. */
export const NO_REPLY_MS = 30_000;
/** Milliseconds by which most models have reasoned and begun to write, and most whole replies have come. */
const NO_TEXT_MS = 120_000;

/** What a call waits for: a free slot of its provider, any sign of a reply, or the first text of one that has begun. */
type WaitPhase = 'slot' | 'reply' | 'text';

const LOOK_AT: Readonly<Record<WaitPhase, string>> = {
  slot: 'as many calls of this provider run as its manifest allows: see whether they hang, or raise concurrency.calls',
  reply:
    'nothing has come from the provider: look at its status page, and whether its host answers from this machine',
  text: 'the provider has begun to answer and written no text: a reasoning model may take minutes; else look at its status page',
};

/**
 * Warns once about a call that has waited long. No other log line would tell of a hanging provider before the call's
 * time is over, which may take minutes. The call runs it by its `slowTimer`, which it sets again if it is too early.
 */
export function warnIfSlow(call: RunningCall, context: RequestContext): void {
  const { planned, attempt, waitsSince } = call;
  const { provider, plugin } = planned.entry;
  const comesWhole = attempt !== undefined && (!provider.streaming || plugin.stream === undefined);
  const limitMs = comesWhole || attempt?.stream?.hasBegun === true ? NO_TEXT_MS : NO_REPLY_MS;
  const now = performance.now();
  // At most half of the manifest's time limit, so that the warning comes well before the failure.
  const dueAt = waitsSince + Math.min(limitMs, provider.timeouts.firstByteMs / 2);
  // A stream that writes may break off, and the next attempt may hang.
  const leftMs = attempt?.stream?.firstTokenAt === undefined ? dueAt - now : NO_REPLY_MS;
  // An attempt that began later than the call has its full time. A timer may fire a moment early.
  if (leftMs >= 1) {
    call.slowTimer = setTimeout(warnIfSlow, leftMs, call, context);
    return;
  }
  const waitsFor: WaitPhase =
    attempt === undefined ? 'slot' : attempt.stream?.hasBegun === true ? 'text' : 'reply';
  const { endsAt } = attempt?.deadline ?? context.deadline;
  context.services.log.warn(
    {
      ...callFieldsOf(planned, context),
      ...(attempt !== undefined && {
        key: attempt.key.index + 1,
        attempt: attempt.number,
        host: attempt.connection.host,
      }),
      waitsFor,
      waitedMs: Math.round(now - waitsSince),
      endsInMs: Math.max(0, Math.round(endsAt - now)),
      lookAt: LOOK_AT[waitsFor],
    },
    'call is slow',
  );
}
