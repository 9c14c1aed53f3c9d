import type { Suite } from '../../board/run-lines.ts';
import type { Row } from '../suite/suite.ts';
import { askInSteps, type StepRequest } from './ask-steps.ts';
import type { RowRunner } from './row-runner.ts';
import { rowBody } from './row-body.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

/** Runs a row as one request to all models and judges. @param label of all these requests. */
export function askOnce(suite: Suite, label?: string): RowRunner {
  const request = (row: Row): StepRequest => ({
    body: { ...rowBody(suite, row), ...omitUndefined({ label }) },
    ownFields: Object.keys(row.more ?? {}),
  });
  return askInSteps({
    expectedRequests: (row) => [request(row)],
    nextRequest: (row, responses) => (responses.length === 0 ? request(row) : undefined),
    joinResponses(_row, [response]) {
      if (response === undefined) throw new RangeError('a row ended without its answer');
      return { kind: 'answer', response };
    },
  });
}
