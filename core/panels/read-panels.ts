import { readOperatorsFolder } from '../manifests/load/read-operators-folder.ts';

/** Path of each panel, as problems shall name it -> its YAML. @throws as `readOperatorsFolder`. */
export function readPanels(folder: string): Promise<ReadonlyMap<string, string>> {
  return readOperatorsFolder(folder, { fallback: './panels', kind: 'panels', variable: 'ASSAY_PANELS' });
}
