import type { Panel } from '../generated/panel.ts';
import { readOperatorsFolder } from '../manifests/load/read-input.ts';

export type { Panel };

/** What IDs of panels begin with; no model's does. */
export const PANEL_PREFIX = 'panel/';

/** Path of each panel, as problems shall name it -> its YAML. @throws as `readOperatorsFolder`. */
export function readPanels(folder: string): Promise<ReadonlyMap<string, string>> {
  return readOperatorsFolder(folder, { fallback: './panels', kind: 'panels', variable: 'ASSAY_PANELS' });
}
