import { basename } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { loadValidators } from '../generation/load-validators.ts';
import type { CalibratedJudge, Calibration } from '../generated/calibration.ts';
import { explainSchemaError } from '../manifests/check/explain-schema-error.ts';
import { compareText } from '../manifests/load/hash-manifests.ts';
import { atStart, loadYaml } from '../manifests/load/load-yaml.ts';
import type { ManifestProblem } from '../manifests/load/manifest-problem.ts';
import type { ManifestSource } from '../manifests/load/manifest-source.ts';
import { decisiveErrors } from '../schema/field-errors.ts';
import type { NamedCalibration } from './calibrations.ts';
import { NO_CALIBRATION } from './panel-weights.ts';

const { validate } = await loadValidators('calibration.mjs');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is plain JavaScript
const isCalibration = validate as ValidateFunction<Calibration>;

const MAX_FILES = 64;
const MAX_CHARACTERS = 65_536;
/** As in prompt-request.schema.json. */
export const CALIBRATION_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A calibration with the place of everything in its file. */
export interface CheckedCalibration {
  readonly source: ManifestSource;
  readonly calibration: NamedCalibration;
}

export interface CheckedCalibrations {
  /** Those without a mistake, by name. */
  readonly calibrations: readonly CheckedCalibration[];
  readonly problems: readonly ManifestProblem[];
}

/** @param texts path of each file, as problems shall name it -> its YAML. */
export function checkCalibrations(texts: ReadonlyMap<string, string>): CheckedCalibrations {
  const files = [...texts].toSorted(([a], [b]) => compareText(a, b));
  const problems: ManifestProblem[] = [];
  const calibrations: CheckedCalibration[] = [];
  const [tooMany] = files.slice(MAX_FILES);
  if (tooMany !== undefined)
    problems.push(atStart(tooMany[0], `there are over ${MAX_FILES} calibrations; delete some`));
  for (const [file, text] of files.slice(0, MAX_FILES)) {
    const checked = checkFile(file, text);
    if ('problems' in checked) problems.push(...checked.problems);
    else calibrations.push(checked);
  }
  return { calibrations, problems };
}

function checkFile(
  file: string,
  text: string,
): CheckedCalibration | { readonly problems: readonly ManifestProblem[] } {
  const name = basename(file).replace(/\.yaml$/, '');
  if (!file.endsWith('.yaml') || !CALIBRATION_NAME.test(name) || name === NO_CALIBRATION) {
    const message = `a calibration is called <name>.yaml, with a name of letters, digits, dots, dashes and underscores that is not ${NO_CALIBRATION}; rename the file`;
    return { problems: [atStart(file, message)] };
  }
  const loaded = loadYaml(file, text, {
    maxCharacters: MAX_CHARACTERS,
    tooLong: `is longer than ${MAX_CHARACTERS} characters; a calibration holds counts alone`,
    empty: 'is empty; delete it, or have "assay judge calibrate" write it',
  });
  if ('problems' in loaded) return loaded;
  const { source } = loaded;
  const { value } = source;
  if (!isCalibration(value)) {
    const errors = decisiveErrors(isCalibration.errors ?? []);
    return { problems: errors.map((error) => explainSchemaError(error, source)) };
  }
  const problems = Object.entries(value.judges).flatMap(([id, judge]) => [...checkCounts(id, judge, source)]);
  return problems.length > 0 ? { problems } : { source, calibration: { ...value, name } };
}

function* checkCounts(
  id: string,
  { labelled, flips }: CalibratedJudge,
  source: ManifestSource,
): Generator<ManifestProblem> {
  if (labelled === undefined && flips === undefined)
    yield source.problem(['judges', id], `say how ${id} judged: add labelled, flips or both`);
  if (labelled !== undefined && labelled.right + labelled.ties > labelled.pairs)
    yield source.problem(
      ['judges', id, 'labelled', 'pairs'],
      `right and ties are ${labelled.right + labelled.ties} together, more than the pairs; correct the counts`,
    );
  if (flips !== undefined && flips.flipped > flips.pairs)
    yield source.problem(
      ['judges', id, 'flips', 'flipped'],
      `is more than the ${flips.pairs} pairs; correct the counts`,
    );
}
