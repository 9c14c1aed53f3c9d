import type { Operation } from './operation.ts';

const quoteAnswers = { 200: { description: 'The hold and its parts.', schema: 'QuoteResponse' } } as const;
const QUOTE =
  'Answers as `POST /api/v1/prompt/quote`, for a panel with all its models and judges. Nothing is run, charged or stored.';

/** The addresses below `/v1`, which speak another API’s dialect. */
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
    method: 'post',
    path: '/v1/chat/completions',
    tag: 'Compatible',
    summary: 'Answer a chat',
    admission: 'rate',
    headers: ['Idempotency-Key'],
    body: 'ChatCompletionRequest',
    namesModels: true,
    runs: true,
    answers: {
      200: {
        description: 'The answer; with `stream`, as events.',
        schema: 'ChatCompletion',
        events: 'chat',
        headers: ['X-Prompt-Log-Id', 'Idempotency-Replayed'],
      },
    },
  },
  quoteChatCompletion: {
    method: 'post',
    path: '/v1/chat/completions/quote',
    tag: 'Compatible',
    summary: 'Quote a request to `POST /v1/chat/completions`',
    description: QUOTE,
    admission: 'rate',
    body: 'ChatCompletionRequest',
    namesModels: true,
    answers: quoteAnswers,
  },
  createResponse: {
    method: 'post',
    path: '/v1/responses',
    tag: 'Compatible',
    summary: 'Answer a request of the Responses API',
    admission: 'rate',
    headers: ['Idempotency-Key'],
    body: 'ResponsesRequest',
    namesModels: true,
    runs: true,
    answers: {
      200: {
        description: 'The answer; with `stream`, as events.',
        schema: 'ResponsesResponse',
        events: 'responses',
        headers: ['X-Prompt-Log-Id', 'Idempotency-Replayed'],
      },
    },
  },
  quoteResponse: {
    method: 'post',
    path: '/v1/responses/quote',
    tag: 'Compatible',
    summary: 'Quote a request to `POST /v1/responses`',
    description: QUOTE,
    admission: 'rate',
    body: 'ResponsesRequest',
    namesModels: true,
    answers: quoteAnswers,
  },
} as const satisfies Readonly<Record<string, Operation>>;
