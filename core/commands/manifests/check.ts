import { basename } from 'node:path';
import { calibrationWarnings } from '../../calibration/calibration-warnings.ts';
import { checkCalibrations } from '../../calibration/check-calibrations.ts';
import { readCalibrations } from '../../calibration/calibration-files.ts';
import { loadConfig, type Environment } from '../../config.ts';
import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';
import { manifestNotes, manifestWarnings } from '../../manifests/check/manifest-warnings.ts';
import { enabledModels, linkRegistry } from '../../manifests/link/link-registry.ts';
import { checkPanels } from '../../panels/check-panels.ts';
import { readPanels } from '../../panels/panels.ts';
import { JUDGE_PROMPT_VERSION } from '../../pipeline/judge/judge-prompt.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import { readManifestFolder, today, type ManifestFolder } from './manifest-folder.ts';
import { pluginProblems } from './plugin-problems.ts';
import { describeProblem, lineFinder, quoteProblem, type FindLine } from '../../terminal/quote-source.ts';
import { formatCount } from '../../client/figures.ts';

/** The limit of a quoted line in JSON: a manifest may be one long line with many mistakes. */
const MAX_TEXT_CHARACTERS = 400;

export async function check(args: CommandArguments, environment: Environment): Promise<number> {
  const config = loadConfig(environment);
  const shaped = await readManifestFolder(environment);
  const [calibrationTexts, panelTexts] = await Promise.all([
    readCalibrations(config.calibrationsPath),
    readPanels(config.panelsPath),
  ]);
  const { calibrations, problems: calibrationProblems } = checkCalibrations(calibrationTexts);
  const models = shaped.manifests.flatMap(({ manifest }) => enabledModels(manifest));
  const panels = checkPanels(panelTexts, {
    models: models.map(({ id }) => id),
    calibrations: [...calibrationTexts.keys()].map((file) => basename(file, '.yaml')),
  });
  const manifestProblems = shaped.problems.length > 0 ? shaped.problems : await pluginProblems(shaped);
  // Calibrations are compared with models that are sound.
  const movedCalibrations =
    manifestProblems.length > 0
      ? []
      : calibrationWarnings(
          calibrations,
          linkRegistry(shaped.manifests, shaped.input.manifests),
          JUDGE_PROMPT_VERSION,
        );
  const problems = [...manifestProblems, ...calibrationProblems, ...panels.problems];
  const warnings = [...manifestWarnings(shaped.manifests, today()), ...movedCalibrations];
  const report = {
    ok: problems.length === 0 && (warnings.length === 0 || !args.flag('strict')),
    manifests: shaped.manifests.length,
    ...countModels(shaped),
    calibrations: calibrationTexts.size,
    panels: panelTexts.size,
    problems,
    warnings,
    notes: manifestNotes(shaped.manifests, today()),
  };
  const findLine = lineFinder(new Map([...shaped.input.manifests, ...calibrationTexts, ...panelTexts]));
  print(args, asJson(report, findLine), asText(report, findLine));
  return report.ok ? 0 : 1;
}

interface CheckReport {
  readonly manifests: number;
  readonly models: number;
  readonly disabled: number;
  readonly calibrations: number;
  readonly panels: number;
  readonly problems: readonly ManifestProblem[];
  readonly warnings: readonly ManifestProblem[];
  readonly notes: readonly ManifestProblem[];
}

function asText(report: CheckReport, findLine: FindLine): string {
  const { manifests, models, disabled, calibrations, panels, problems, warnings, notes } = report;
  const quoteAll = (kind: string, list: readonly ManifestProblem[]): readonly string[] =>
    list.map((problem) => `${kind}${quoteProblem(problem, findLine)}\n`);
  const sums = [
    formatCount(manifests, 'manifest'),
    `${formatCount(models, 'model')}${disabled === 0 ? '' : ` and ${disabled} switched off`}`,
    ...(calibrations === 0 ? [] : [formatCount(calibrations, 'calibration')]),
    ...(panels === 0 ? [] : [formatCount(panels, 'panel')]),
  ];
  const isRetiring = notes.some(({ path }) => path.endsWith('/shutdown'));
  return [
    ...quoteAll('error    ', problems),
    ...quoteAll('warning  ', warnings),
    `${sums.join(', ')}: ${formatCount(problems.length, 'error')}, ${formatCount(warnings.length, 'warning')}\n`,
    ...notes.map((note) => `note     ${describeProblem(note)}\n`),
    isRetiring ? '"assay model retiring" lists the models with an announced shutdown.\n' : '',
  ].join('');
}

/** CI reads it: members are added, never renamed. */
function asJson(report: CheckReport, findLine: FindLine): object {
  const withText = (problem: ManifestProblem): object => ({
    ...problem,
    text: findLine(problem)?.slice(0, MAX_TEXT_CHARACTERS) ?? null,
  });
  const { problems, warnings, notes } = report;
  return {
    ...report,
    problems: problems.map(withText),
    warnings: warnings.map(withText),
    notes: notes.map(withText),
  };
}

/** As many as a gateway serves, and those that are switched off. */
function countModels({ manifests }: ManifestFolder): { readonly models: number; readonly disabled: number } {
  const all = manifests.reduce((sum, { manifest }) => sum + manifest.models.length, 0);
  const models = manifests.reduce((sum, { manifest }) => sum + enabledModels(manifest).length, 0);
  return { models, disabled: all - models };
}
