import type { JsonObject } from '../../contract.ts';
import type { PromptResponse, Result } from '../../generated/prompt-response.ts';
import { askInSteps, type StepRequest } from '../run/ask-steps.ts';
import type { GatewayClient } from '../run/gateway-client.ts';
import type { QuotedBody } from '../run/quote-rows.ts';
import type { RowRunner } from '../run/row-runner.ts';
import { compareBody, pairsWith, rowBody } from '../run/row-body.ts';
import type { Suite } from '../../board/run-lines.ts';
import type { Row } from '../suite/suite.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

/**
 * Asks the successors alone, then has the judges compare their answers with the logged one of the baseline, which is the
 * first of the suite's models. A row's answer is as if one request had done both.
 * @param judgesClient sends to `/compare`.
 */
export function askThenCompare(suite: Suite, judgesClient: GatewayClient): RowRunner {
  const comparison = (row: Row, texts: readonly string[]): StepRequest => ({
    step: 'compare',
    client: judgesClient,
    body: comparisonBody(suite, row, texts),
  });
  return askInSteps({
    expectedRequests: (row) => [
      successorsBody(suite, row),
      // The successors' answers are not there yet; the baseline's are about as long.
      comparison(
        row,
        suite.models.map(() => row.logged?.output ?? ''),
      ),
    ],
    nextRequest(row, [successors, verdicts]) {
      if (successors === undefined) return successorsBody(suite, row);
      // Without an answer of a successor the judges have nothing to compare.
      if (verdicts !== undefined || !successors.results.some(hasAnswer)) return undefined;
      return comparison(
        row,
        resultsOf(row, successors).map((result) => (hasAnswer(result) ? result.output : '')),
      );
    },
    joinResponses(row, [successors, verdicts]) {
      if (successors === undefined) throw new RangeError('a row ended without its answers');
      return {
        kind: 'answer',
        response: { ...(verdicts ?? successors), results: resultsOf(row, successors) },
      };
    },
  });
}

/** The logged answer before those of the successors. */
function resultsOf({ logged }: Row, { results }: PromptResponse): readonly Result[] {
  return [...(logged === undefined ? [] : [logged]), ...results];
}

function hasAnswer({ status, output }: Result): boolean {
  return status === 'completed' && output.trim() !== '';
}

/** Their request has no judges, and no criteria for judges. */
function successorsBody(suite: Suite, row: Row): Required<QuotedBody> {
  const { judge_prompt: _, ...more } = row.more ?? {};
  const { baseline: __, ...fields } = suite;
  const body = rowBody({ ...fields, models: suite.models.slice(1), judges: [] }, { ...row, more });
  return { body, ownFields: Object.keys(more) };
}

/** @param texts the answers, in the order of the suite's models. */
function comparisonBody(suite: Suite, row: Row, texts: readonly string[]): JsonObject {
  const [oldModel = ''] = suite.models;
  const answers = suite.models.map((modelId, place) => ({ text: texts[place] ?? '', modelId }));
  const judging = omitUndefined({
    judges: suite.judges,
    judge_prompt: suite.judge_prompt ?? row.more?.['judge_prompt'],
    calibration: suite.calibration,
    judge_pairs: pairsWith(suite.models, oldModel),
  });
  return compareBody(row, answers, judging);
}
