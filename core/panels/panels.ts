import type { Panel } from '../generated/panel.ts';
import { readOperatorsFolder } from '../manifests/load/read-input.ts';

export type { Panel };

/** The prefix of the IDs of panels. No model's ID has it. */
export const PANEL_PREFIX = 'panel/';

/** Reads the YAML of each panel, by the path that problems name. @throws as `readOperatorsFolder`. */
export function readPanels(folder: string): Promise<ReadonlyMap<string, string>> {
  return readOperatorsFolder(folder, { fallback: './panels', kind: 'panels', variable: 'ASSAY_PANELS' });
}
