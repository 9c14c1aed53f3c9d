import type { ValidateFunction } from 'ajv';
import type { JsonObject } from '../../contract.ts';
import type { SuiteProblem } from './suite-problem.ts';
import type { Row } from './suite.ts';

/** A text of prompts that is to become rows. */
export interface RowsText {
  readonly file: string;
  readonly text: string;
  /** The prompt of rows that have only values. */
  readonly template: string | undefined;
  readonly isRow: ValidateFunction<JsonObject>;
}

export interface ReadRows {
  readonly rows: readonly Row[];
  readonly problems: readonly SuiteProblem[];
  readonly notes: readonly string[];
}
