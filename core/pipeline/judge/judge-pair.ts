import { usdFromNanoUsd } from '../../billing/amounts.ts';
import { FAULTS } from '../../errors.ts';
import type { Evaluation, JudgeRun } from '../../generated/prompt-response.ts';
import type { CheckedRun } from '../call/run-checked.ts';
import type { JudgedAnswer } from './judge-prompt.ts';
import type { JudgeSeat } from './judge-seat.ts';
import { parseVerdict, type PositionalVerdict } from './parse-verdict.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { shelvedReasoning, type RequestTexts } from '../plan/request-texts.ts';
import type { ModelRun } from '../call/run-model.ts';
import { scorePair, type Candidate, type JudgeWeights, type RunVerdict, type Verdict } from './score-pair.ts';

/** A candidate and its place in `models`. */
export interface Contestant {
  readonly index: number;
  readonly checked: CheckedRun;
  /** The answer as judges see it; undefined where no thread was free to prepare it. */
  readonly shown: string | undefined;
}

export interface JudgedPair {
  readonly evaluation: Evaluation;
  /** Every call that was made for it, repairs included. */
  readonly calls: readonly ModelRun[];
  /** Of the slower order, its repair included, milliseconds. */
  readonly upstreamMs: number;
}

export interface PairQuestion {
  readonly seat: JudgeSeat;
  readonly a: Contestant;
  readonly b: Contestant;
  readonly weights: JudgeWeights;
  readonly texts: RequestTexts;
  /** Runs one judge call, planned when it is this judge's turn. Never rejects. */
  readonly run: (plan: () => PlannedCall) => Promise<ModelRun>;
}

/** One judge compares one pair, in both orders. An answer against none is a forfeit and costs no call. */
export async function judgePair(question: PairQuestion): Promise<JudgedPair> {
  const { seat, a, b, weights, texts, run } = question;
  const candidates = { a: candidateOf(a), b: candidateOf(b) };
  const comparable = !candidates.a.forfeits && !candidates.b.forfeits;
  const ask = (order: JudgeRun['order']): Promise<OrderRun> =>
    runOrder({ seat, order, a: answerOf(a), b: answerOf(b), texts, run });
  const orders = comparable ? await Promise.all([ask('ab'), ask('ba')]) : [];
  const verdicts = [orders[0]?.winner, orders[1]?.winner] as const;
  const score = scorePair({ ...candidates, verdicts, weights });
  const judge = { index: seat.index, modelId: seat.entry.model.id };
  const places = { a: { index: a.index, modelId: idOf(a) }, b: { index: b.index, modelId: idOf(b) } };
  return {
    evaluation: {
      id: `judge-${seat.index}-pair-${a.index}-${b.index}`,
      judge,
      ...places,
      ...score,
      winnerModelId: score.winner === 'a' || score.winner === 'b' ? places[score.winner].modelId : null,
      runs: orders.map(({ judgeRun }) => judgeRun),
      selfJudged: judge.modelId === places.a.modelId || judge.modelId === places.b.modelId,
      flags: comparable && !seat.seesAttachments ? ['attachments_not_seen'] : [],
    },
    calls: orders.flatMap(({ calls }) => calls),
    upstreamMs: Math.max(
      0,
      ...orders.map(({ calls }) => calls.reduce((sum, call) => sum + call.upstreamMs, 0)),
    ),
  };
}

interface OrderQuestion {
  readonly seat: JudgeSeat;
  readonly order: JudgeRun['order'];
  readonly a: JudgedAnswer;
  readonly b: JudgedAnswer;
  readonly texts: RequestTexts;
  readonly run: PairQuestion['run'];
}

interface OrderRun {
  readonly winner: RunVerdict;
  readonly judgeRun: JudgeRun;
  readonly calls: readonly ModelRun[];
}

async function runOrder({ seat, order, a, b, texts, run }: OrderQuestion): Promise<OrderRun> {
  const answers = order === 'ab' ? { first: a, second: b } : { first: b, second: a };
  const reply = await run(() => seat.ask(answers));
  const calls = [reply];
  let verdict = verdictOf(reply);
  let last = reply;
  if (verdict === undefined && 'text' in reply.outcome) {
    const { text } = reply.outcome;
    last = await run(() => seat.askAgain(reply.planned, text));
    calls.push(last);
    verdict = verdictOf(last);
  }
  const winner = verdict === undefined ? undefined : unswapped(verdict.verdict, order);
  const reasoning = shelvedReasoning(verdict?.reasoning ?? '', texts);
  return { winner, calls, judgeRun: describeRun({ order, winner, verdict, reasoning, last, calls }) };
}

/** Not of a reply that was cut: its own verdict comes last, after whatever it quotes. */
function verdictOf({ outcome }: ModelRun): PositionalVerdict | undefined {
  return 'text' in outcome && outcome.finishReason === 'stop' ? parseVerdict(outcome.text) : undefined;
}

function unswapped(verdict: PositionalVerdict['verdict'], order: JudgeRun['order']): Verdict {
  if (verdict === 'tie') return 'tie';
  return (verdict === 'first') === (order === 'ab') ? 'a' : 'b';
}

interface RunFacts {
  readonly order: JudgeRun['order'];
  readonly winner: RunVerdict;
  readonly verdict: PositionalVerdict | undefined;
  /** Short, or a mark. */
  readonly reasoning: string;
  readonly last: ModelRun;
  readonly calls: readonly ModelRun[];
}

function describeRun({ order, winner, verdict, reasoning, last, calls }: RunFacts): JudgeRun {
  const fault = 'fault' in last.outcome ? last.outcome.fault : undefined;
  const sum = (figure: (call: ModelRun) => number): number =>
    calls.reduce((total, call) => total + figure(call), 0);
  return {
    order,
    status: verdict !== undefined ? 'completed' : fault === undefined ? 'invalid' : 'failed',
    winner: winner ?? null,
    confidence: verdict?.confidence ?? null,
    reasoning,
    tokensIn: sum(({ usage }) => usage?.tokensIn ?? 0),
    tokensOut: sum(({ usage }) => usage?.tokensOut ?? 0),
    latencyMs: sum(({ latencyMs }) => latencyMs),
    providerCost: usdFromNanoUsd(sum(({ providerCostNanoUsd }) => providerCostNanoUsd)),
    ...(fault !== undefined && {
      error: { code: fault.code, message: FAULTS[fault.code].message, retryable: fault.retryable },
    }),
  };
}

function candidateOf({ checked: { run } }: Contestant): Candidate {
  return {
    forfeits: !('text' in run.outcome) || run.outcome.text.trim() === '',
    latencyMs: run.latencyMs,
    // Unknown is not free.
    costNanoUsd: run.usage === undefined ? Number.NaN : run.providerCostNanoUsd,
  };
}

function answerOf({ checked: { schemaValid }, shown }: Contestant): JudgedAnswer {
  return { text: shown, schemaValid };
}

function idOf({ checked }: Contestant): string {
  return checked.run.planned.entry.model.id;
}
