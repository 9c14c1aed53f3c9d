import type { Operation } from './operation.ts';

/** The common fields of the operations that accept a prompt. */
const POSTED = { method: 'post', tag: 'Compatible', admission: 'rate', namesModels: true } as const;

const RUN = { ...POSTED, headers: ['Idempotency-Key'], runs: true } as const;

const runAnswers = <const Schema extends string, const Events extends string>(
  schema: Schema,
  events: Events,
) =>
  ({
    200: {
      description: 'The answer; with `stream`, as events.',
      schema,
      events,
      headers: ['X-Prompt-Log-Id', 'Idempotency-Replayed'],
    },
  }) as const;

const QUOTED = {
  ...POSTED,
  description:
    'Answers as `POST /api/v1/prompt/quote`, for a panel with all its models and judges. Nothing is run, charged or stored.',
  answers: { 200: { description: 'The hold and its parts.', schema: 'QuoteResponse' } },
} as const;

/** The addresses below `/v1`, which use another API’s dialect. */
export const COMPATIBLE_OPERATIONS = {
  listModels: {
    method: 'get',
    path: '/v1/models',
    tag: 'Compatible',
    summary: 'List the models that can be asked',
    description: 'Models whose provider has no key are left out; panels are models too.',
    admission: 'key',
    answers: { 200: { description: 'The models.', schema: 'ModelList', isStatic: true } },
  },
  getModel: {
    method: 'get',
    path: '/v1/models/{model}',
    tag: 'Compatible',
    summary: 'Get one of these models',
    admission: 'key',
    segments: { model: { description: 'Its ID.' } },
    namesModels: true,
    answers: { 200: { description: 'The model.', schema: 'ListedModel' } },
  },
  getPanel: {
    method: 'get',
    path: '/v1/models/panel/{model}',
    tag: 'Compatible',
    summary: 'Get one of the panels',
    admission: 'key',
    segments: { model: { description: 'Its ID without `panel/`.' } },
    namesModels: true,
    answers: { 200: { description: 'The model.', schema: 'ListedModel' } },
  },
  createChatCompletion: {
    ...RUN,
    path: '/v1/chat/completions',
    summary: 'Answer a chat',
    body: 'ChatCompletionRequest',
    answers: runAnswers('ChatCompletion', 'chat'),
  },
  quoteChatCompletion: {
    ...QUOTED,
    path: '/v1/chat/completions/quote',
    summary: 'Quote a request to `POST /v1/chat/completions`',
    body: 'ChatCompletionRequest',
  },
  createResponse: {
    ...RUN,
    path: '/v1/responses',
    summary: 'Answer a request of the Responses API',
    body: 'ResponsesRequest',
    answers: runAnswers('ResponsesResponse', 'responses'),
  },
  quoteResponse: {
    ...QUOTED,
    path: '/v1/responses/quote',
    summary: 'Quote a request to `POST /v1/responses`',
    body: 'ResponsesRequest',
  },
  createMessage: {
    ...RUN,
    path: '/v1/messages',
    summary: 'Answer a request of the Messages API',
    body: 'MessagesRequest',
    keyHeader: 'x-api-key',
    answers: runAnswers('MessagesResponse', 'messages'),
  },
  countMessageTokens: {
    ...POSTED,
    path: '/v1/messages/count_tokens',
    summary: 'Estimate the input tokens of a request to `POST /v1/messages`',
    description:
      'Takes the same body. The count is the gateway’s own, which is high; no provider is asked. Nothing is run, charged or stored.',
    body: 'MessagesRequest',
    keyHeader: 'x-api-key',
    answers: { 200: { description: 'The estimate.', schema: 'TokenCount' } },
  },
  quoteMessage: {
    ...QUOTED,
    path: '/v1/messages/quote',
    summary: 'Quote a request to `POST /v1/messages`',
    body: 'MessagesRequest',
    keyHeader: 'x-api-key',
  },
} as const satisfies Readonly<Record<string, Operation>>;
