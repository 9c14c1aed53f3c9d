import type { AgreedCalls, Participant } from '../../generated/prompt-response.ts';
import { lengthOf } from '../../text/plain-json.ts';
import { neutralise } from '../../text/neutralise.ts';
import { isBlank, partsOf, SharedText, type Text } from '../../text/shared-text.ts';
import type { AnswerCall } from '../../tools/answer-call.ts';
import { keyOfCalls, plainArguments } from '../../tools/compare-calls.ts';
import { ReplyMemory } from '../../upstream/receive/reply-bounds.ts';
import { rejectIfStopped, type StopSignal } from '../../upstream/stop-signal.ts';
import type { CallResult } from '../call/call-result.ts';
import type { GivenAnswer, RequestContext } from '../request-context.ts';
import type { NeutralisedAnswer } from './judge-prompt.ts';
import type { AnswerFigures } from './score-pair.ts';

/** An answer that judges compare: a model's own, or one that the caller sent. Its text is the copy that judges get. */
export interface AnswerToJudge extends NeutralisedAnswer, AnswerFigures {
  /** The name that evaluations give it. The caller may give its own answers any name. */
  readonly participant: Participant;
  /** As `keyOfCalls`; undefined also for calls that were cut, which nobody can run. */
  readonly callsKey: string | undefined;
}

/** @param running settles when the model has answered. */
export async function answerOfRun(
  index: number,
  running: Promise<CallResult>,
  context: RequestContext,
): Promise<AnswerToJudge> {
  const run = await running;
  const { outcome, usage, schemaValid, latencyMs } = run;
  const { inPlaceOf, entry } = run.planned;
  const { text, calls = [], finishReason } = 'text' in outcome ? outcome : {};
  const servedBy = run.servedBy?.id ?? (inPlaceOf === undefined ? undefined : entry.model.id);
  return {
    participant: {
      index,
      modelId: inPlaceOf ?? entry.model.id,
      ...(servedBy !== undefined && { servedBy }),
    },
    text: await copyForJudges(calls.length === 0 ? text : describeCalls(text, calls), context),
    hasCalls: calls.length > 0,
    callsKey: finishReason === 'stop' && calls.length > 0 ? keyOfCalls(calls) : undefined,
    forfeits: calls.length === 0 && (text === undefined || isBlank(text)),
    latencyMs,
    // An unknown cost must not count as 0.
    costNanoUsd: usage === undefined ? Number.NaN : run.providerCostNanoUsd,
    schemaValid,
  };
}

/** Makes one of an answer that the caller sent. Its time and its cost are unknown. */
export async function answerOfCaller(
  index: number,
  { modelId, text }: GivenAnswer,
  context: RequestContext,
): Promise<AnswerToJudge> {
  return {
    participant: { index, modelId },
    text: await copyForJudges(text, context),
    hasCalls: false,
    callsKey: undefined,
    forfeits: isBlank(text),
    latencyMs: Number.NaN,
    costNanoUsd: Number.NaN,
    schemaValid: undefined,
  };
}

/**
 * Describes an answer with calls for the judges. The text is not neutralised yet. IDs are left out and arguments are
 * normalised, because both may reveal the model.
 */
function describeCalls(
  text: string | undefined,
  calls: readonly Pick<AnswerCall, 'name' | 'arguments'>[],
): string {
  const plain = plainArguments(calls);
  return [
    ...(text === undefined || isBlank(text) ? [] : [text]),
    ...calls.map(({ name, arguments: json }, index) => `[call of ${name}]\n${plain[index] ?? json}`),
  ].join('\n\n');
}

/** Neutralises an answer once for all the judges and pairs that it is shown in, and for the writer of a fused one. */
async function copyForJudges(text: Text | undefined, context: RequestContext): Promise<Text | undefined> {
  if (text === undefined) return '';
  try {
    const { signal } = context.deadline;
    const copying = neutraliseForJudges(text, context, signal);
    if (!(copying instanceof Promise)) return copying;
    const judgeCopy = await rejectIfStopped(copying, signal);
    if (typeof judgeCopy === 'string') return judgeCopy;
    const memory = new ReplyMemory(context.replies);
    if (!memory.resize(lengthOf(judgeCopy.json))) await memory.wait(signal);
    return memory.isShort ? undefined : judgeCopy;
  } catch {
    // The threads are busy, the gateway has no memory left for the copy, or the request's time is over.
    return undefined;
  }
}

/** A text up to this length is neutralised on the event loop, because a hop to a thread would take longer. */
const INLINE_CHARACTERS = 8_192;

/**
 * Makes the copy of a text that judges see. Call it once for each text, not for each judge or pair.
 * @throws GatewayError `unavailable` if the threads are busy.
 */
export function neutraliseForJudges(
  text: Text,
  { services, account }: RequestContext,
  signal?: StopSignal,
): Text | Promise<Text> {
  if (typeof text === 'string' && text.length <= INLINE_CHARACTERS) return neutralise(text);
  const copying = services.pool.neutraliseText(partsOf(text), account.id, signal);
  return copying.then((copy) => (typeof copy === 'string' ? copy : new SharedText([copy])));
}

/** A single answer cannot agree with another. */
const MIN_AGREED = 2;

/**
 * Finds the answers that call the same functions with equal arguments, if they are more than half of all answers that
 * did not fail or stay blank. Then no judge is needed, because the majority decides.
 */
export function agreedCalls(answers: readonly AnswerToJudge[]): AgreedCalls | undefined {
  const answered = answers.filter(({ forfeits }) => !forfeits);
  for (const [key, group] of Map.groupBy(answered, ({ callsKey }) => callsKey)) {
    if (key === undefined || group.length < MIN_AGREED || group.length * 2 <= answered.length) continue;
    return { indexes: group.map(({ participant }) => participant.index), of: answered.length };
  }
  return undefined;
}

/** The indexes of two compared answers, the lower first. */
export type Pair = readonly [number, number];

/** Every pair of so many answers, the lower index first. */
export function pairsOf(count: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let a = 0; a < count; a += 1) for (let b = a + 1; b < count; b += 1) pairs.push([a, b]);
  return pairs;
}

/**
 * Puts pairs in the order of their evaluations.
 * @param requested each once.
 */
export function sortPairs(requested: readonly Pair[]): readonly Pair[] {
  return requested.map(lowerFirst).toSorted(([a, b], [otherA, otherB]) => a - otherA || b - otherB);
}

export function lowerFirst([one, other]: Pair): Pair {
  return one < other ? [one, other] : [other, one];
}
