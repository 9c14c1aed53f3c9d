import type { JsonObject } from '../../core/contract.ts';
import type { Examples } from './examples.ts';
import { textIn } from './share-components.ts';

/** The requests that the gateway sends to an account's webhook, by the type of the event. */
export function openApiWebhooks({ record, response }: Examples['answers']): JsonObject {
  return {
    'prompt.settled': webhook({
      ...OF_REQUEST,
      operationId: 'promptSettled',
      summary: 'A request was charged',
      example: exampleEvent('settled', record, response),
    }),
    'prompt.voided': webhook({
      ...OF_REQUEST,
      operationId: 'promptVoided',
      summary: 'A request ended without a charge',
      example: exampleEvent('voided', { ...record, creditsUsed: 0 }, null),
    }),
    'budget.reached': webhook({
      schema: 'BudgetEvent',
      cause: 'once 80 and once 100 % of a budget of it or of one of its keys are spent in a period',
      id: 'Names this event',
      operationId: 'budgetReached',
      summary: 'Most or all of a budget was spent',
      example: EXAMPLE_OF_BUDGET,
    }),
  };
}

const OF_REQUEST = { schema: 'WebhookEvent', cause: 'for each of its requests', id: 'The `promptLogId`' };

interface Webhook {
  readonly schema: string;
  /** The reason for the event. */
  readonly cause: string;
  /** The meaning of `webhook-id`. */
  readonly id: string;
  readonly operationId: string;
  readonly summary: string;
  readonly example: JsonObject;
}

function webhook({ schema, cause, id, operationId, summary, example }: Webhook): JsonObject {
  return {
    post: {
      operationId,
      tags: ['Prompts'],
      summary,
      description: `Sent to the address that the operator has set for the account, ${cause}. Signed by Standard Webhooks (https://www.standardwebhooks.com): verify it over the bytes of the body before you trust it. An event may arrive more than once, and events in any order.`,
      security: [],
      parameters: headers(id),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example },
        },
      },
      responses: {
        '2XX': { description: 'The event is delivered. Answer within 15 seconds.' },
        '410': { description: 'The event is not sent again.' },
        default: { description: 'The event is sent again later, for a day. Redirects are not followed.' },
      },
    },
  };
}

const headers = (id: string): readonly JsonObject[] => [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: `${id}: the same each time the event is sent.`,
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'When this attempt was made, in whole seconds since 1970. Refuse what is older than five minutes.',
    schema: { type: 'string', pattern: String.raw`^\d+$` },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the base64 of the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by full stops, under the account’s webhook secret.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]+=*$' },
  },
];

const EXAMPLE_OF_BUDGET: JsonObject = {
  type: 'budget.reached',
  timestamp: '2026-11-20T15:04:11.208Z',
  data: {
    account: 'acme',
    scope: 'account',
    keyPrefix: null,
    period: 'day',
    threshold: 80,
    limit: 200,
    spent: 160.4127,
    resetsAt: '2026-11-21T00:00:00.000Z',
  },
};

function exampleEvent(state: string, record: JsonObject, response: JsonObject | null): JsonObject {
  const {
    createdAt = '',
    finishedAt = '',
    creditsHeld = 0,
    creditsUsed = 0,
    zeroDataRetention = false,
  } = record;
  const promptLogId = textIn(record, 'promptLogId');
  return {
    type: `prompt.${state}`,
    timestamp: finishedAt,
    data: {
      promptLogId,
      state,
      createdAt,
      finishedAt,
      creditsHeld,
      creditsUsed,
      zeroDataRetention,
      record: `/api/v1/prompts/${promptLogId}`,
      response,
    },
  };
}
