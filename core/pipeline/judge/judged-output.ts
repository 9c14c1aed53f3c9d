import { lengthOf } from '../../text/json-pieces.ts';
import { isBlank, type Text } from '../../text/shared-text.ts';
import { keyOfCalls } from '../../tools/compare-calls.ts';
import { ReplyRoom } from '../../upstream/receive/reply-room.ts';
import type { CallResult } from '../call/call-result.ts';
import { servedIdOf } from '../call/served-by-other.ts';
import type { GivenAnswer, RequestContext } from '../request-context.ts';
import { describeCalls } from './describe-tools.ts';
import { neutralised } from './neutralised.ts';

/** An answer that judges compare: a model's own, or one that the caller sent. */
export interface JudgedOutput {
  /** The model that answered. The caller may give its own answers any name. */
  readonly modelId: string;
  /** The model that ran in its place; undefined if it ran itself. */
  readonly servedBy?: string | undefined;
  /** Undefined if the model failed. */
  readonly text: Text | undefined;
  /** Whether it proposes calls of the caller's functions. */
  readonly hasCalls: boolean;
  /** As `keyOfCalls`; undefined also for calls that were cut, which nobody can run. */
  readonly callsKey: string | undefined;
  /** The copy that judges are shown, with the calls; undefined if no thread was free to make it. */
  readonly shown: Text | undefined;
  /** NaN if it is unknown, as for a given answer. */
  readonly latencyMs: number;
  readonly costNanoUsd: number;
  readonly schemaValid: boolean | undefined;
}

export async function outputOfRun(run: CallResult, context: RequestContext): Promise<JudgedOutput> {
  const { outcome, planned, usage, schemaValid } = run;
  const text = 'text' in outcome ? outcome.text : undefined;
  const calls = 'text' in outcome ? (outcome.calls ?? []) : [];
  const isWhole = 'text' in outcome && outcome.finishReason === 'stop';
  return {
    modelId: planned.inPlaceOf ?? planned.entry.model.id,
    servedBy: servedIdOf(run),
    text,
    hasCalls: calls.length > 0,
    callsKey: isWhole ? keyOfCalls(calls) : undefined,
    shown: await shownToJudges(calls.length === 0 ? text : describeCalls(text, calls), context),
    latencyMs: run.latencyMs,
    // An unknown cost must not count as 0.
    costNanoUsd: usage === undefined ? Number.NaN : run.providerCostNanoUsd,
    schemaValid,
  };
}

export async function outputOfGiven(
  { modelId, text }: GivenAnswer,
  context: RequestContext,
): Promise<JudgedOutput> {
  return {
    modelId,
    text,
    hasCalls: false,
    callsKey: undefined,
    shown: await shownToJudges(text, context),
    latencyMs: Number.NaN,
    costNanoUsd: Number.NaN,
    schemaValid: undefined,
  };
}

/** Neutralises an answer once for all the judges and pairs that it is shown in, and for the writer of a fused one. */
async function shownToJudges(text: Text | undefined, context: RequestContext): Promise<Text | undefined> {
  if (text === undefined) return '';
  try {
    const shown = await neutralised(text, context);
    const room = new ReplyRoom(context.replies);
    if (!room.resize(typeof shown === 'string' ? 0 : lengthOf(shown.json)))
      await room.wait(context.deadline.signal);
    return shown;
  } catch {
    // The threads are busy, or the gateway has no memory left for the copy.
    return undefined;
  }
}

/** Whether it has text or calls that can be judged. */
export function hasAnswer({ text, hasCalls }: JudgedOutput): boolean {
  return hasCalls || (text !== undefined && !isBlank(text));
}
