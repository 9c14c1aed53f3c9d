import { readOperatorsFolder } from '../manifests/load/read-input.ts';

/** Path of each calibration, as problems shall name it -> its YAML. @throws as `readOperatorsFolder`. */
export function readCalibrations(folder: string): Promise<ReadonlyMap<string, string>> {
  return readOperatorsFolder(folder, {
    fallback: './calibrations',
    kind: 'calibrations',
    variable: 'ASSAY_CALIBRATIONS',
  });
}
