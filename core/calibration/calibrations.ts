import type { Calibration } from '../generated/calibration.ts';

/** A calibration and the name of its file. */
export interface NamedCalibration extends Calibration {
  readonly name: string;
}
