import { COMPATIBLE_OPERATIONS } from '../../../api/compatible-operations.ts';
import type { Door } from './door.ts';
import { endedResponse } from './responses-answer.ts';
import { responsesStream } from './responses-stream.ts';

/** POST /v1/responses. */
export const responsesDoor: Door = {
  dialect: 'responses',
  path: COMPATIBLE_OPERATIONS.createResponse.path,
  promptField: 'input',
  whole: endedResponse,
  stream: responsesStream,
};
