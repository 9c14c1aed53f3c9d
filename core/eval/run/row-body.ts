import type { JsonObject } from '../../contract.ts';
import type { Suite } from '../../board/run-lines.ts';
import type { Row } from '../suite/suite.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

/** The request of one row, the same whenever the suite is. */
export function rowBody(suite: Suite, row: Row): JsonObject {
  const { models, judges, baseline } = suite;
  const judging = {
    judges,
    judge_prompt: suite.judge_prompt,
    judge_until: suite.judge_until,
    fuse: suite.fuse,
    judge_weights: suite.judge_weights,
    calibration: suite.calibration,
    judge_pairs: baseline === undefined ? undefined : pairsWith(models, baseline),
  };
  return {
    prompt: row.prompt,
    ...omitUndefined({
      system_prompt: row.system_prompt,
      models,
      generation_settings: suite.settings,
      response_schema: suite.response_schema,
    }),
    ...row.more,
    ...(judges.length > 0 && omitUndefined(judging)),
  };
}

/** The request that has judges compare answers to a row. */
export function compareBody(row: Row, answers: readonly JsonObject[], judging: JsonObject): JsonObject {
  const { system_prompt: system = row.system_prompt, history } = row.more ?? {};
  return { ...omitUndefined({ prompt: row.prompt, system_prompt: system, history }), answers, ...judging };
}

/** The places of the baseline and of each other model. */
export function pairsWith(models: readonly string[], baseline: string): readonly (readonly number[])[] {
  const own = models.indexOf(baseline);
  return [...models.keys()]
    .filter((place) => place !== own)
    .map((place) => [own, place].toSorted((one, other) => one - other));
}
