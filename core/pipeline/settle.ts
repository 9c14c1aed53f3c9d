import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { GatewayError } from '../errors.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import { LedgerError, type LedgerErrorCode } from '../ledger/ledger-error.ts';
import type { CallRecord, Ledger, Settlement, Texts } from '../ledger/ledger.ts';
import type { Metrics } from '../metrics.ts';
import { type JsonPieces, jsonInTurns } from '../text/plain-json.ts';
import { jsonOf } from '../text/shared-text.ts';
import type { RequestTools } from '../tools/request-tools.ts';
import { aliasOf } from '../tools/call-id.ts';
import type { CallResult } from './call/call-result.ts';
import { toCallRecords, toResult } from './call/to-result.ts';
import { judgeVersions } from './judge/judge-prompt.ts';
import { type ComparedAnswers, compareAnswers, type Comparison } from './judge/rank.ts';
import type { Warning } from './plan/warning.ts';
import type { RequestContext } from './request-context.ts';

/** The results of a request before it is charged. */
export interface PromptRuns extends ComparedAnswers {
  readonly runs: readonly CallResult[];
  /** The result of `fuse`; undefined without it. */
  readonly fused: CallResult | undefined;
}

/**
 * Charges the caller's part of the costs, and stores the texts in a transaction of their own: before the charge if the
 * client may fetch the answer later, else after it.
 * @returns the answer, and its JSON, which is stored byte for byte.
 * @throws GatewayError 503 if the charge may not be durable; the whole answer must not be sent then.
 */
export async function settle(results: PromptRuns, context: RequestContext): Promise<SettledAnswer> {
  const { services, snapshot, account, delivery, promptLogId, idempotency, isAsync } = context;
  const { ledger } = services;
  if (delivery !== undefined) await delivery.end();
  const settlement = settlementOf(context, delivery?.calls ?? callRecords(results));
  const { calls, chargeMicroCredits } = settlement;
  const evaluations = results.judged.map(({ evaluation }) => evaluation);
  const comparison: Comparison =
    evaluations.length === 0 ? { ranking: [], consensus: [] } : compareAnswers(results);
  const isLabelLost = context.zeroDataRetention && context.prompt.request.label !== undefined;
  const warnings = [...(isLabelLost ? [LABEL_UNUSED] : []), ...(comparison.warnings ?? [])];
  const judgingMicroCredits = results.judged
    .flatMap(({ calls }) => calls)
    .reduce((sum, { chargeMicroCredits }) => sum + chargeMicroCredits, 0);
  const response: PromptResponse = {
    promptLogId,
    results: (results.fused === undefined ? results.runs : [...results.runs, results.fused]).map(toResult),
    evaluations,
    ...comparison,
    ...(warnings.length > 0 && { warnings }),
    creditsUsed: creditsFromMicroCredits(chargeMicroCredits),
    judgingCredits: creditsFromMicroCredits(judgingMicroCredits),
  };
  const nextTurn = (): Promise<void> => snapshot.upstream.nextTurn(account.id);
  const answer = { response, body: await jsonInTurns(response, nextTurn) };
  // No text is kept under zero data retention. To save disk space, none is kept either of a request without answer and
  // charge.
  const isAnswered =
    calls.some(({ status }) => status === 'completed') || results.runs.some(({ isCached }) => isCached);
  const isRetained = !context.zeroDataRetention && (isAnswered || chargeMicroCredits > 0);
  // If the client may fetch the answer later, its texts are stored before the charge, so that every gateway finds them.
  const mayBeFetchedLater = idempotency !== null || isAsync;
  if (mayBeFetchedLater) {
    const texts = isRetained ? textsOf(answer, chargeMicroCredits, context) : undefined;
    await storeReply(texts, answer, context);
  }
  await settleWithRetry(settlement, ledger);
  countCharge(settlement, services.metrics);
  // The answer does not wait for its texts. Whoever reads the record of the request waits for them.
  if (isRetained && !mayBeFetchedLater)
    ledger.keepTexts(textsOf(answer, chargeMicroCredits, context), false).catch(ignore);
  delivery?.sendRest();
  return answer;
}

const LABEL_UNUSED: Warning = {
  code: 'label_unused',
  pointer: '/label',
  message:
    'Under zero data retention no label is stored: lists of requests neither show nor find this one by it.',
};

/** Not a closure of `settle`, which would keep the whole request in memory until its texts are written. */
function ignore(): void {}

/** The answer to a request that has been charged. */
export interface SettledAnswer {
  readonly response: PromptResponse;
  /** The answer as JSON. */
  readonly body: JsonPieces;
}

/** How long an answer that the client may fetch later waits for its texts to be stored, in milliseconds. */
const TEXTS_WAIT_MS = 2_000;

/**
 * Stores the reply before its charge, because a repetition may ask for it from the charge on, also after a crash. A reply
 * that the ledger does not keep, or not within `TEXTS_WAIT_MS`, stays in memory for a while. If the ledger stores it late,
 * it is read from there alone, so that pruning and erasing it take effect.
 */
async function storeReply(
  texts: Texts | undefined,
  answer: SettledAnswer,
  { services: { ledger, recentReplies }, account, promptLogId }: RequestContext,
): Promise<void> {
  const storing = texts === undefined ? Promise.resolve(false) : ledger.keepTexts(texts).catch(() => false);
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), TEXTS_WAIT_MS);
  const isStoredInTime = await Promise.race([storing, late.promise]);
  clearTimeout(timer);
  if (isStoredInTime) return;
  recentReplies.keep(account.id, promptLogId, answer.body);
  void storing.then((isStored) => {
    if (isStored) recentReplies.forget(promptLogId);
  });
}

/**
 * After these errors nothing has changed in the ledger, so a second try is safe. `end-failed-request.ts` tries for
 * longer, and also after `failed`, which leaves unknown whether the charge took effect.
 */
const RETRYABLE: ReadonlySet<LedgerErrorCode> = new Set(['unavailable', 'queue-full', 'rejected']);

async function settleWithRetry(settlement: Settlement, ledger: Ledger): Promise<void> {
  try {
    await ledger.settle(settlement).catch(async (error: unknown) => {
      if (!(error instanceof LedgerError && RETRYABLE.has(error.code))) throw error;
      await ledger.settle(settlement);
    });
  } catch (cause) {
    const detail = 'The charge could not be recorded, so the whole answer is not sent.';
    throw new GatewayError('unavailable', { detail, cause });
  }
}

function callRecords(results: PromptRuns): readonly CallRecord[] {
  const { runs, fused, answers, judged } = results;
  return [
    ...runs.flatMap((run, index) => toCallRecords(run, { role: 'contestant', index })),
    // Its index follows those of the answers that it was written from.
    ...(fused === undefined ? [] : toCallRecords(fused, { role: 'contestant', index: answers.length - 1 })),
    ...judged.flatMap(({ records }) => records),
  ];
}

/**
 * The texts of a request for the prompt log, with the charge that they state. If another gateway considered this one
 * dead, it may have charged something else, and the ledger then refuses the texts.
 */
function textsOf(
  { body, response }: SettledAnswer,
  chargeMicroCredits: number,
  context: RequestContext,
): Texts {
  const { prompt, promptLogId, account } = context;
  const { givenAnswers, tools, attachments } = prompt;
  const { models: _, ...shared } = prompt.request;
  const request = {
    // A comparison as the caller sent it, with a name for each answer.
    ...(givenAnswers === undefined ? prompt.request : { ...shared, answers: givenAnswers }),
    ...(tools !== undefined && { tools: loggedTools(tools) }),
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ name, mediaType: type, sizeBytes }) => ({ name, type, sizeBytes })),
    }),
  };
  const { evaluations } = response;
  return {
    requestId: promptLogId,
    accountId: account.id,
    request: jsonOf(request),
    response: body,
    chargeMicroCredits,
    ...(prompt.request.label !== undefined && { label: prompt.request.label }),
    ...(evaluations.length > 0 && { judgedWith: judgeVersions(evaluations, context) }),
  };
}

/** Shortens the IDs to their aliases, because a reader has no use for the provider's data in them. */
function loggedTools({ functions, choice, parallel, turns }: RequestTools): object {
  return {
    functions,
    choice,
    parallel,
    turns: turns.map(({ at, calls, results }) => ({
      at,
      calls: calls.map(({ id, name, arguments: text }) => ({
        id: aliasOf(id, undefined),
        name,
        arguments: text,
      })),
      results: results.map((result) => ({ ...result, id: aliasOf(result.id, undefined) })),
    })),
  };
}

/** The charge is the caller's part of the calls' costs, up to the maximum charge of the request. */
export function settlementOf(
  { promptLogId, maxChargeMicroCredits }: Pick<RequestContext, 'promptLogId' | 'maxChargeMicroCredits'>,
  calls: readonly CallRecord[],
): Settlement {
  const cost = calls.reduce((sum, { costMicroCredits }) => sum + costMicroCredits, 0);
  const callersPart = calls.reduce((sum, { absorbedMicroCredits = 0 }) => sum - absorbedMicroCredits, cost);
  const chargeMicroCredits = Math.min(callersPart, maxChargeMicroCredits);
  const absorbedMicroCredits = cost - chargeMicroCredits;
  return { requestId: promptLogId, chargeMicroCredits, absorbedMicroCredits, calls };
}

/** Counts a durable settlement in the metrics: the charge, and what the operator bears beside it. */
export function countCharge(
  { chargeMicroCredits, absorbedMicroCredits }: Settlement,
  metrics: Metrics,
): void {
  metrics.creditsCharged.inc(creditsFromMicroCredits(chargeMicroCredits));
  metrics.creditsAbsorbed.inc(creditsFromMicroCredits(absorbedMicroCredits));
}

/** Counts a finished request: its evaluations, and the time it took beyond its slowest upstream path. */
export function countPrompt(metrics: Metrics, results: PromptRuns, durationMs: number): void {
  const { runs, fused, answers, judged, until } = results;
  const answeredMs = runs.map(({ upstreamMs }) => upstreamMs);
  let longestMs = Math.max(0, ...answeredMs);
  if (fused !== undefined) {
    longestMs += fused.upstreamMs;
    answeredMs[answers.length - 1] = longestMs;
  }
  // Its rounds follow one another, once all have answered.
  if (until !== undefined) longestMs += until.upstreamMs;
  for (const { evaluation, upstreamMs } of judged) {
    const { a, b } = evaluation;
    const bothMs = Math.max(answeredMs[a.index] ?? 0, answeredMs[b.index] ?? 0);
    longestMs = Math.max(longestMs, bothMs + upstreamMs);
  }
  metrics.overheadSeconds.observe(Math.max(0, durationMs - longestMs) / 1_000);
  if (judged.length > 0) countJudging(metrics, judged);
}

/** Counts one request's evaluations. The judge's ID comes from the registry. */
function countJudging(metrics: Metrics, judged: PromptRuns['judged']): void {
  const evaluations = judged.map(({ evaluation }) => evaluation);
  for (const { judge, runs, agreement } of evaluations) {
    if (runs.length === 0) continue;
    for (const { status } of runs) metrics.judgeRuns.inc({ judge: judge.modelId, outcome: status });
    metrics.judgePairs.inc({ judge: judge.modelId, agreement: agreement ?? 'none' });
  }
  // The pairs that two judges decided, by whether they name the same winner.
  let [agreed, disagreed] = [0, 0];
  for (const one of evaluations) {
    for (const other of evaluations) {
      const samePair = one.a.index === other.a.index && one.b.index === other.b.index;
      if (!samePair || one.judge.index >= other.judge.index || one.runs.length === 0) continue;
      if (one.winner === null || other.winner === null) continue;
      if (one.winner === other.winner) agreed += 1;
      else disagreed += 1;
    }
  }
  metrics.judgeAgreement.inc({ outcome: 'agreed' }, agreed);
  metrics.judgeAgreement.inc({ outcome: 'disagreed' }, disagreed);
}
