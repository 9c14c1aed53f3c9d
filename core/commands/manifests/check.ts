import { loadConfig, type Environment } from '../../config.ts';
import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';
import { manifestNotes, manifestWarnings } from '../../manifests/check/manifest-warnings.ts';
import { enabledModels } from '../../manifests/link/enabled-models.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import { readManifestFolder, today, type ManifestFolder } from './manifest-folder.ts';
import { readCalibrationFolder, type CalibrationFolder } from './calibration-folder.ts';
import { runningPrices } from './operators-port.ts';
import { readPanelFolder, type PanelFolder } from './panel-folder.ts';
import { pluginProblems } from './plugin-problems.ts';
import { lineFinder, quoteProblem } from '../../terminal/quote-source.ts';
import { counted } from '../../client/figures.ts';

/** Of a line in JSON: a manifest may be one long line, with many mistakes in it. */
const MAX_TEXT_CHARACTERS = 400;

export async function check(args: CommandArguments, environment: Environment): Promise<number> {
  const running = await runningPrices(loadConfig(environment));
  const shaped = await readManifestFolder(environment, running);
  const panels = await readPanelFolder(environment, shaped, today());
  const own = shaped.problems.length > 0 ? shaped.problems : await pluginProblems(shaped);
  const calibrations = await readCalibrationFolder(environment, { ...shaped, problems: own });
  const problems = [...own, ...calibrations.problems, ...panels.problems];
  const folder = { ...shaped, calibrations, panels, problems };
  const warnings = [...manifestWarnings(folder.manifests, today()), ...calibrations.warnings];
  const notes = [...manifestNotes(folder.manifests, today()), ...panels.notes];
  const ok = folder.problems.length === 0 && (warnings.length === 0 || !args.flag('strict'));
  print(args, asJson(folder, { warnings, notes, ok }), asText(folder, warnings, notes));
  return ok ? 0 : 1;
}

/** Manifests, calibrations and panels, and what is wrong with any of them. */
interface CheckedFolder extends ManifestFolder {
  readonly calibrations: CalibrationFolder;
  readonly panels: PanelFolder;
}

function textsOf({ input, calibrations, panels }: CheckedFolder): ReadonlyMap<string, string> {
  return new Map([...input.manifests, ...calibrations.texts, ...panels.texts]);
}

function asText(
  folder: CheckedFolder,
  warnings: readonly ManifestProblem[],
  notes: readonly ManifestProblem[],
): string {
  const findLine = lineFinder(textsOf(folder));
  const told = (kind: string, problems: readonly ManifestProblem[]): readonly string[] =>
    problems.map((problem) => `${kind}${quoteProblem(problem, findLine)}\n`);
  const { models, disabled } = countModels(folder);
  const [calibrations, panels] = [folder.calibrations.texts.size, folder.panels.texts.size];
  const read = [
    counted(folder.manifests.length, 'manifest'),
    `${counted(models, 'model')}${disabled === 0 ? '' : ` and ${disabled} switched off`}`,
    ...(calibrations === 0 ? [] : [counted(calibrations, 'calibration')]),
    ...(panels === 0 ? [] : [counted(panels, 'panel')]),
  ];
  const totals = [
    read.join(', '),
    `${counted(folder.problems.length, 'error')}, ${counted(warnings.length, 'warning')}`,
  ];
  return [
    ...told('error    ', folder.problems),
    ...told('warning  ', warnings),
    ...told('note     ', notes),
    `${totals.join(': ')}\n`,
  ].join('');
}

/** CI reads it: members are added, never renamed. */
function asJson(
  folder: CheckedFolder,
  {
    warnings,
    notes,
    ok,
  }: {
    readonly warnings: readonly ManifestProblem[];
    readonly notes: readonly ManifestProblem[];
    readonly ok: boolean;
  },
): object {
  const findLine = lineFinder(textsOf(folder));
  const withText = (problem: ManifestProblem): object => ({
    ...problem,
    text: findLine(problem)?.slice(0, MAX_TEXT_CHARACTERS) ?? null,
  });
  return {
    ok,
    manifests: folder.manifests.length,
    ...countModels(folder),
    calibrations: folder.calibrations.texts.size,
    panels: folder.panels.texts.size,
    problems: folder.problems.map(withText),
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
