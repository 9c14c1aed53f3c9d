import { basename } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { NO_CALIBRATION } from '../calibration/panel-weights.ts';
import { loadValidators } from '../generation/load-validators.ts';
import { explainSchemaError } from '../manifests/check/explain-schema-error.ts';
import { compareText } from '../manifests/load/hash-manifests.ts';
import { atStart, loadYaml } from '../manifests/load/load-yaml.ts';
import type { ManifestProblem } from '../manifests/load/manifest-problem.ts';
import type { ManifestPath, ManifestSource } from '../manifests/load/manifest-source.ts';
import { judgingConflicts } from '../calibration/judging-conflicts.ts';
import { decisiveErrors } from '../schema/field-errors.ts';
import { nearestName } from '../text/nearest-name.ts';
import { PANEL_PREFIX, type Panel } from './panels.ts';

const { validate } = await loadValidators('panel.mjs');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is plain JavaScript
const isPanel = validate as ValidateFunction<Panel>;

const MAX_FILES = 64;
const MAX_CHARACTERS = 65_536;
/** Two runs for each pair and judge; a request may have no more. */
const MAX_JUDGE_RUNS = 400;

/** The models and calibrations that a panel may name. */
interface PanelContext {
  /** IDs of the registry's models. */
  readonly models: readonly string[];
  readonly calibrations: readonly string[];
}

/**
 * @param texts the YAML of each file, by the path that problems name.
 * @returns the panels without a mistake, by file name.
 */
export function checkPanels(
  texts: ReadonlyMap<string, string>,
  context: PanelContext,
): { readonly panels: readonly Panel[]; readonly problems: readonly ManifestProblem[] } {
  const files = [...texts].toSorted(([a], [b]) => compareText(a, b));
  const panels: Panel[] = [];
  const problems: ManifestProblem[] = [];
  const [tooMany] = files.slice(MAX_FILES);
  if (tooMany !== undefined)
    problems.push(atStart(tooMany[0], `there are over ${MAX_FILES} panels; delete some`));
  for (const [file, text] of files.slice(0, MAX_FILES)) {
    const loaded = loadYaml(file, text, {
      maxCharacters: MAX_CHARACTERS,
      tooLong: `is longer than ${MAX_CHARACTERS} characters; shorten judge_prompt`,
      empty: 'is empty; delete it, or give it id, models, judges and wins',
    });
    if ('problems' in loaded) {
      problems.push(...loaded.problems);
      continue;
    }
    const { source } = loaded;
    const { value } = source;
    if (!isPanel(value)) {
      const errors = decisiveErrors(isPanel.errors ?? []);
      problems.push(...errors.map((error) => explainSchemaError(error, source)));
      continue;
    }
    const mistakes = [...checkPanel(value, source, context)];
    if (mistakes.length === 0) panels.push(value);
    problems.push(...mistakes);
  }
  return { panels, problems };
}

function* checkPanel(
  panel: Panel,
  source: ManifestSource,
  context: PanelContext,
): Generator<ManifestProblem> {
  const { id, models, judges, fuse, wins, calibration } = panel;
  const name = id.slice(PANEL_PREFIX.length);
  if (basename(source.file) !== `${name}.yaml`)
    yield source.problem(['id'], `must be panel/ and the file's name; rename the file to ${name}.yaml`);
  for (const [list, ids] of [
    ['models', models],
    ['judges', judges],
  ] as const) {
    for (const [index, modelId] of ids.entries())
      yield* checkModel(modelId, [list, index], source, context.models);
  }
  if (fuse !== undefined) yield* checkModel(fuse, ['fuse'], source, context.models);
  const answers = models.length + (fuse === undefined ? 0 : 1);
  const runs = judges.length * answers * (answers - 1);
  if (runs > MAX_JUDGE_RUNS)
    yield source.problem(
      ['judges'],
      `makes ${runs} judge runs, two per pair and judge; at most ${MAX_JUDGE_RUNS} are taken: name fewer models or judges`,
    );
  for (const { path, message } of judgingConflicts(panel, { count: models.length, field: 'models' }))
    yield source.problem(path, message);
  if (fuse !== undefined && wins !== 'quality')
    yield source.problem(
      ['wins'],
      'must be quality with fuse, whose answer takes the time and the money of all others: write wins: quality, or leave fuse out',
    );
  if (
    calibration !== undefined &&
    calibration !== NO_CALIBRATION &&
    !context.calibrations.includes(calibration)
  )
    yield source.problem(
      ['calibration'],
      `there is no calibration of that name; there are ${[NO_CALIBRATION, ...context.calibrations].join(', ')}`,
    );
}

function* checkModel(
  modelId: string,
  path: ManifestPath,
  source: ManifestSource,
  modelIds: readonly string[],
): Generator<ManifestProblem> {
  if (modelIds.includes(modelId)) return;
  const nearest = nearestName(modelId, modelIds);
  const hint = nearest === undefined ? '; "assay model list" lists the models' : `; did you mean ${nearest}?`;
  yield source.problem(path, `there is no model of that ID${hint}`);
}
