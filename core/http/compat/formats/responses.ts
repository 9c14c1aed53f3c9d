import { COMPATIBLE_OPERATIONS } from '../../../api/compatible-operations.ts';
import type { CompatApi } from './compat-api.ts';
import { endedResponse, outputOf } from './responses-object.ts';
import { ResponsesStream } from './responses-stream.ts';

/** POST /v1/responses. */
export const responsesCompat: CompatApi = {
  dialect: 'responses',
  path: COMPATIBLE_OPERATIONS.createResponse.path,
  promptField: 'input',
  whole: (answer) => endedResponse(answer, outputOf(answer)),
  stream: (head) => new ResponsesStream(head),
};
