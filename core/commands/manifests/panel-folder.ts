import { basename } from 'node:path';
import { readCalibrations } from '../../calibration/read-calibrations.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { enabledModels } from '../../manifests/link/enabled-models.ts';
import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';
import { checkPanels } from '../../panels/check-panels.ts';
import { panelNotes } from '../../panels/panel-notes.ts';
import { readPanels } from '../../panels/panels.ts';
import type { ManifestFolder } from './manifest-folder.ts';

/** The operator's panels as they stand on disk, and what the checks say of them. */
export interface PanelFolder {
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly ManifestProblem[];
  /** What may be right and is still good to know. */
  readonly notes: readonly ManifestProblem[];
}

/**
 * @param day `YYYY-MM-DD`
 * @throws Error where a folder cannot be read that the operator has named.
 */
export async function readPanelFolder(
  environment: Environment,
  { manifests }: Pick<ManifestFolder, 'manifests'>,
  day: string,
): Promise<PanelFolder> {
  const { panelsPath, calibrationsPath } = loadConfig(environment);
  const [texts, calibrations] = await Promise.all([
    readPanels(panelsPath),
    readCalibrations(calibrationsPath),
  ]);
  const models = manifests.flatMap(({ manifest }) => enabledModels(manifest));
  const { read, problems } = checkPanels(texts, {
    models: models.map(({ id }) => id),
    calibrations: [...calibrations.keys()].map((file) => basename(file, '.yaml')),
  });
  return { texts, problems, notes: panelNotes(read, models, day) };
}
