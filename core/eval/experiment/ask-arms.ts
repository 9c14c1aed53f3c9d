import type { RunExperiment, Suite } from '../../board/run-lines.ts';
import type { JsonObject } from '../../contract.ts';
import type { Evaluation, PromptResponse } from '../../generated/prompt-response.ts';
import { askInSteps, type StepRequest } from '../run/ask-steps.ts';
import type { GatewayClient } from '../run/gateway-client.ts';
import type { RowRunner } from '../run/row-runner.ts';
import { compareBody, rowBody } from '../run/row-body.ts';
import type { RowAnswer } from '../run/send-row.ts';
import type { Row } from '../suite/suite.ts';
import { ARMS, armOutcomes, bestPlaces, chooseAnswers, distinctPlaces, type ArmChoices } from './arms.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

export interface ArmContext {
  readonly suite: Suite;
  readonly experiment: RunExperiment;
  /** Sends to `/compare`. */
  readonly comparing: GatewayClient;
}

/**
 * Each row takes three requests: all answers; the fused one, compared with those that it was written from; and the arms'
 * answers, compared by referees.
 */
export function askArms(context: ArmContext): RowRunner {
  return askInSteps({
    expectedRequests: (row) => expectedRequests(context, row),
    nextRequest: (row, responses) => nextRequest(context, row, responses),
    joinResponses: (_row, responses) => joinResponses(context, responses),
  });
}

/** The later requests are quoted with texts of the prompt's length, because no answer exists yet. */
function expectedRequests(context: ArmContext, row: Row): readonly StepRequest[] {
  const texts = (count: number): readonly string[] => Array.from({ length: count }, () => row.prompt);
  return [
    armRequest(context, row),
    fusedRequest(context, row, texts(context.suite.models.length)),
    scoreRequest(context, row, texts(ARMS.length)),
  ];
}

function nextRequest(
  context: ArmContext,
  row: Row,
  [candidates, fused, refereeResponse]: readonly PromptResponse[],
): StepRequest | undefined {
  const { suite, experiment } = context;
  if (candidates === undefined) return armRequest(context, row);
  const textsOf = (response: PromptResponse): readonly string[] =>
    response.results.map(({ output }) => output);
  const texts = textsOf(candidates);
  if (fused === undefined) return fusedRequest(context, row, texts.slice(0, suite.models.length));
  const places = distinctPlaces(chooseAnswers(suite, experiment, { candidates, fused }));
  if (refereeResponse !== undefined || places.length < 2) return undefined;
  const all = [...texts, ...textsOf(fused)];
  return scoreRequest(
    context,
    row,
    places.map((place) => all[place] ?? ''),
  );
}

function armRequest({ suite, experiment }: ArmContext, row: Row): StepRequest {
  const { best, times } = experiment;
  const models = [...suite.models, ...Array.from({ length: times - 1 }, () => best)];
  const places = bestPlaces(suite, experiment);
  const pairs = places.flatMap((one, at) => places.slice(at + 1).map((other) => [one, other]));
  return {
    body: { ...rowBody({ ...suite, models }, row), judge_pairs: pairs },
    ownFields: Object.keys(row.more ?? {}),
  };
}

function fusedRequest(
  { suite, experiment, comparing: client }: ArmContext,
  row: Row,
  texts: readonly string[],
): StepRequest {
  const { judges, judge_prompt, calibration } = suite;
  const judging = omitUndefined({ judges, judge_prompt, calibration, fuse: experiment.writer });
  return { step: 'compare', client, body: compareBody(row, answersOf(texts), judging) };
}

function scoreRequest(
  { suite, experiment, comparing: client }: ArmContext,
  row: Row,
  texts: readonly string[],
): StepRequest {
  const judging = omitUndefined({ judges: experiment.referees, judge_prompt: suite.judge_prompt });
  return { step: 'score', client, body: compareBody(row, answersOf(texts), judging) };
}

function answersOf(texts: readonly string[]): readonly JsonObject[] {
  return texts.map((text) => ({ text }));
}

function joinResponses({ suite, experiment }: ArmContext, responses: readonly PromptResponse[]): RowAnswer {
  const [candidates, fused, refereeResponse] = responses;
  if (candidates === undefined || fused === undefined)
    throw new RangeError('a row ended without its answers');
  const choices = chooseAnswers(suite, experiment, { candidates, fused });
  return {
    kind: 'answer',
    arms: armOutcomes(suite, experiment, { candidates, fused, choices, refereeResponse }),
    response: {
      promptLogId: candidates.promptLogId,
      results: [...candidates.results, ...fused.results],
      evaluations: (refereeResponse?.evaluations ?? []).map((one) => withPlaces(one, choices)),
      creditsUsed: candidates.creditsUsed,
    },
  };
}

/** Gives the answers of an evaluation their places among all answers of the row. */
function withPlaces({ a, b, ...rest }: Evaluation, choices: ArmChoices): Evaluation {
  const places = distinctPlaces(choices);
  const withPlace = (one: Evaluation['a']): Evaluation['a'] => ({
    ...one,
    index: places[one.index] ?? one.index,
  });
  return { ...rest, a: withPlace(a), b: withPlace(b) };
}
