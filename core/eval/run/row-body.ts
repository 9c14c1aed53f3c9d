import type { JsonObject } from '../../contract.ts';
import type { Suite } from '../../board/run-lines.ts';
import type { Row } from '../suite/suite.ts';

/** The request of one row, the same whenever the suite is. */
export function rowBody(suite: Suite, row: Row): JsonObject {
  const {
    models,
    judges,
    judge_prompt: criteria,
    judge_until: until,
    fuse,
    judge_weights: weights,
    calibration,
    settings,
    response_schema: schema,
  } = suite;
  return {
    prompt: row.prompt,
    ...(row.system_prompt !== undefined && { system_prompt: row.system_prompt }),
    models,
    ...(settings !== undefined && { generation_settings: settings }),
    ...(schema !== undefined && { response_schema: schema }),
    ...row.more,
    ...(judges.length > 0 && { judges }),
    ...(judges.length > 0 && criteria !== undefined && { judge_prompt: criteria }),
    ...(judges.length > 0 && until !== undefined && { judge_until: until }),
    ...(judges.length > 0 && fuse !== undefined && { fuse }),
    ...(judges.length > 0 && weights !== undefined && { judge_weights: weights }),
    ...(judges.length > 0 && calibration !== undefined && { calibration }),
    ...(judges.length > 0 &&
      suite.baseline !== undefined && { judge_pairs: pairsWith(models, suite.baseline) }),
  };
}

/** The places of the baseline and of each other model. */
export function pairsWith(models: readonly string[], baseline: string): readonly (readonly number[])[] {
  const own = models.indexOf(baseline);
  return [...models.keys()]
    .filter((place) => place !== own)
    .map((place) => [own, place].toSorted((one, other) => one - other));
}
