import type { JsonObject } from '../../core/contract.ts';
import type { ProblemCode } from '../../core/errors.ts';
import { eventStream } from './events.ts';
import type { Examples } from './examples.ts';
import { RATE_HEADERS, RETIREMENT_HEADERS, responseHeaders } from './headers.ts';
import { component, IDEMPOTENCY_KEY } from './operation-parts.ts';
import { problemResponses } from './problems.ts';

export interface RunTerms {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body: JsonObject;
  /** What status 200 means. */
  readonly done: string;
  readonly answer: JsonObject;
  readonly problems: readonly ProblemCode[];
}

/** An operation that runs what is posted: whole, as events, or without the connection. */
export function runOperation(
  examples: Examples,
  { body, done, answer, problems, ...told }: RunTerms,
): JsonObject {
  return {
    ...told,
    tags: ['Prompts'],
    parameters: [IDEMPOTENCY_KEY, PREFER],
    requestBody: body,
    responses: {
      '200': {
        description: done,
        headers: responseHeaders(
          [],
          [...RATE_HEADERS, ...RETIREMENT_HEADERS, 'X-Prompt-Log-Id', 'Idempotency-Replayed'],
        ),
        content: {
          'application/json': { schema: component('PromptResponse'), example: answer },
          'text/event-stream': eventStream({ ...examples, response: answer }),
        },
      },
      '202': {
        description:
          'With `Prefer: respond-async`: the hold is stored and the request runs, or a request with this `Idempotency-Key` runs already or has ended.',
        headers: responseHeaders(
          ['Location', 'Preference-Applied'],
          [...RATE_HEADERS, ...RETIREMENT_HEADERS, 'X-Prompt-Log-Id', 'Idempotency-Replayed'],
        ),
        content: { 'application/json': { schema: component('PromptStatus'), example: examples.status } },
      },
      ...problemResponses(problems),
    },
  };
}

const PREFER: JsonObject = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`respond-async` (RFC 7240): answer 202 once the hold is stored. The request then runs to its end, whoever is connected.',
  schema: { type: 'string' },
  example: 'respond-async',
};

/** A prompt request. */
export function promptBody({ requests }: Examples): JsonObject {
  const examples = Object.entries(requests).map(([name, { summary, value }]) => [name, { summary, value }]);
  return {
    required: true,
    content: {
      'application/json': {
        schema: component('PromptRequest'),
        examples: Object.fromEntries(examples),
      },
    },
  };
}
