import { MAX_FILTER_CHARACTERS, MAX_PAGE_REQUESTS } from '../ledger/requests/request-page.ts';
import { COMPATIBLE_OPERATIONS } from './compatible-operations.ts';
import type { Operation } from './operation.ts';

const PROMPT_LOG_ID = {
  promptLogId: {
    description: 'From the request’s response.',
    schema: { maxLength: 64 },
    example: '01a1f85f-f1c1-7086-92c8-1fd9f0f912c8',
  },
};

/** The answers of an operation that runs a request: complete, as events, or asynchronously. */
const runAnswers = <const Done extends string, const Example extends string>(
  description: Done,
  example: Example,
) =>
  ({
    200: {
      description,
      schema: 'PromptResponse',
      example,
      events: 'prompt',
      headers: ['X-Prompt-Log-Id', 'Idempotency-Replayed'],
    },
    202: {
      description:
        'With `Prefer: respond-async`: the hold is stored and the request runs, or a request with this `Idempotency-Key` runs already or has ended.',
      schema: 'PromptStatus',
      example: 'status',
      always: ['Location', 'Preference-Applied'],
      headers: ['X-Prompt-Log-Id', 'Idempotency-Replayed'],
    },
  }) as const;

/** Every address of the public interface, by the ID of the operation. */
export const OPERATIONS = {
  prompt: {
    method: 'post',
    path: '/api/v1/prompt',
    tag: 'Prompts',
    summary: 'Run a prompt on several models',
    description:
      'Answers when every model has ended and every judge has compared; with `Accept: text/event-stream`, while the models write; with `Prefer: respond-async`, at once, and the request runs on without the connection. One model’s failure is a failed result, not an error status.',
    admission: 'rate',
    headers: ['Idempotency-Key', 'Prefer'],
    body: 'PromptRequest',
    namesModels: true,
    runs: true,
    answers: runAnswers('The prompt was run, even where every model failed.', 'response'),
  },
  quote: {
    method: 'post',
    path: '/api/v1/prompt/quote',
    tag: 'Prompts',
    summary: 'Quote a prompt',
    description:
      'Takes the body of `POST /api/v1/prompt` and validates it the same way. Nothing is run, charged or stored.',
    admission: 'rate',
    body: 'PromptRequest',
    namesModels: true,
    answers: { 200: { description: 'The hold and its parts.', schema: 'QuoteResponse', example: 'quote' } },
  },
  compare: {
    method: 'post',
    path: '/api/v1/compare',
    tag: 'Prompts',
    summary: 'Compare answers that you have',
    description:
      'Judges compare the answers pair by pair, each pair in both orders, with the very questions of a judged prompt request. No model is run, so `results` is empty; the rest of the answer, the hold, the record, events and `Prefer: respond-async` are those of a prompt request. Speed and cost of a given answer are unknown and do not count.',
    admission: 'rate',
    headers: ['Idempotency-Key', 'Prefer'],
    body: 'CompareRequest',
    namesModels: true,
    runs: true,
    answers: runAnswers('The answers were compared, even where a judge failed.', 'comparison'),
  },
  quoteComparison: {
    method: 'post',
    path: '/api/v1/compare/quote',
    tag: 'Prompts',
    summary: 'Quote a comparison',
    description:
      'Takes the body of `POST /api/v1/compare` and validates it the same way. Nothing is run, charged or stored.',
    admission: 'rate',
    body: 'CompareRequest',
    namesModels: true,
    answers: { 200: { description: 'The hold and its parts.', schema: 'QuoteResponse' } },
  },
  prompts: {
    method: 'get',
    path: '/api/v1/prompts',
    tag: 'Prompts',
    summary: 'List your requests',
    description:
      'Of the key’s own account, the newest first, a page at a time. Each entry has the state and the figures of a request, and its text only as far as `excerpt` asks for it. A search looks at up to 1,000 requests for each page: a page can be short, or empty, although `nextCursor` leads to more.',
    admission: 'rate',
    query: {
      limit: {
        kind: 'count',
        maximum: MAX_PAGE_REQUESTS,
        default: 20,
        description: 'Upper bound of the page, in requests.',
      },
      cursor: {
        kind: 'cursor',
        maxLength: 128,
        description: 'The `nextCursor` of the page before; the newest requests if it is not given.',
      },
      text: {
        kind: 'bounded',
        maxLength: MAX_FILTER_CHARACTERS.text,
        description:
          'Only requests whose stored prompt or label holds each of these words, in capitals or not; words in double quotes hold together. At most 8.',
      },
      model: {
        kind: 'bounded',
        maxLength: MAX_FILTER_CHARACTERS.model,
        description: 'Only requests that asked this model.',
      },
      from: {
        kind: 'moment',
        schema: { examples: ['2026-11-02', '2026-11-02T12:00:00Z'] },
        description: 'Only requests from this day or time on: a day at 00:00 UTC, or a time with its zone.',
      },
      to: { kind: 'moment', description: 'Only requests before this day or time.' },
      label: {
        kind: 'bounded',
        maxLength: MAX_FILTER_CHARACTERS.label,
        description: 'Only requests with exactly this label.',
      },
      voted: { kind: 'flag', description: 'Only requests with votes on their answers.' },
      grouped: {
        kind: 'flag',
        description:
          'Whether only the newest match of the requests with the same label is listed, with the number of all of them as `labelCount`.',
      },
      excerpt: {
        kind: 'flag',
        description: 'Whether each entry has the beginning of its prompt, `promptStart`.',
      },
    },
    answers: { 200: { description: 'A page of requests.', schema: 'PromptsResponse', example: 'prompts' } },
  },
  promptRecord: {
    method: 'get',
    path: '/api/v1/prompts/{promptLogId}',
    tag: 'Prompts',
    summary: 'Get the record of a request, or follow it',
    description:
      'Of the key’s own account only; any other ID is a 404. With `Accept: text/event-stream` you follow a request while it runs, at whichever gateway that is; one that has ended is told again. A plain request that runs tells everything at its end.',
    admission: 'rate',
    lane: 'look',
    segments: PROMPT_LOG_ID,
    headers: ['Last-Event-ID'],
    answers: {
      200: {
        description: 'Its state, money, calls and texts; or its events.',
        schema: 'PromptRecord',
        example: 'record',
        events: 'prompt',
        headers: ['X-Prompt-Log-Id'],
      },
    },
    // A request for events may also get a 409.
    problems: ['validation-failed', 'not-found', 'result-not-retained', 'request-voided', 'texts-elsewhere'],
  },
  labelPrompt: {
    method: 'patch',
    path: '/api/v1/prompts/{promptLogId}',
    tag: 'Prompts',
    summary: 'Label a request',
    description:
      'Gives an ended request of the key’s own account another label, or with null none. The label is deleted with the texts of the request. Nothing else of its record changes.',
    admission: 'rate',
    lane: 'look',
    segments: PROMPT_LOG_ID,
    body: 'LabelRequest',
    answers: { 204: { description: 'The request has this label.', headers: ['X-Prompt-Log-Id'] } },
    problems: ['not-found', 'answers-not-stored'],
  },
  cancelPrompt: {
    method: 'delete',
    path: '/api/v1/prompts/{promptLogId}',
    tag: 'Prompts',
    summary: 'Cancel a running request, or erase an ended one',
    description:
      'Of a running request, calls that have not begun are not made; their results have the error code `cancelled`. Calls that were sent to a provider go on to their end and are charged. An ended request loses its texts, also what a repetition under its `Idempotency-Key` would be answered with and the answers cached from it; its figures stay. Of the key’s own account only.',
    admission: 'rate',
    lane: 'cancel',
    segments: PROMPT_LOG_ID,
    answers: {
      200: {
        description: 'It ended while it was being cancelled. Nothing was erased.',
        schema: 'PromptStatus',
        example: 'settledStatus',
      },
      202: {
        description: 'Nothing new starts. It ends once the calls under way have.',
        schema: 'PromptStatus',
        example: 'status',
      },
      204: {
        description: 'It had ended, and has no texts any more. Repeating this changes nothing.',
        headers: ['X-Prompt-Log-Id'],
      },
    },
    problems: ['not-found'],
  },
  vote: {
    method: 'post',
    path: '/api/v1/prompts/{promptLogId}/votes',
    tag: 'Prompts',
    summary: 'Vote on two answers of a request',
    description:
      'Keeps which of two stored answers is better, as a label of the account: a later vote on the same two takes its place, whoever of the account gives it. The record of the request has all its votes, and `assay judge labels` writes them as labels. They are deleted with the texts of the request. A request keeps up to 1,000 votes and an account up to 10,000; beyond that the oldest give way.',
    admission: 'rate',
    lane: 'look',
    segments: PROMPT_LOG_ID,
    body: 'VoteRequest',
    answers: {
      200: {
        description: 'The vote is kept, or taken back.',
        schema: 'VotesResponse',
        example: 'votes',
        headers: ['X-Prompt-Log-Id'],
      },
    },
    problems: ['not-found', 'answers-not-stored'],
  },
  balance: {
    method: 'get',
    path: '/api/v1/balance',
    tag: 'Account',
    summary: 'Get the account’s credits and settings',
    admission: 'rate',
    answers: { 200: { description: 'Of the key’s account.', schema: 'BalanceResponse', example: 'balance' } },
  },
  usage: {
    method: 'get',
    path: '/api/v1/usage',
    tag: 'Account',
    summary: 'Get what the account used',
    description:
      'Of the key’s own account. Only settled requests count, by the time of their charge. Without a period it is the present month in UTC.',
    admission: 'rate',
    query: {
      by: {
        kind: 'choice',
        values: ['day', 'model', 'key'],
        default: 'day',
        description: 'What each row stands for.',
      },
      month: {
        kind: 'text',
        schema: { pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])$` },
        description: 'A month in UTC, instead of `from` and `to`.',
      },
      from: { kind: 'text', description: 'From this day or moment on, as ISO 8601.' },
      to: {
        kind: 'text',
        description: 'Before this day or moment; now where it is not given. At most 366 days after `from`.',
      },
    },
    answers: { 200: { description: 'The rows and their sum.', schema: 'UsageResponse', example: 'usage' } },
  },
  models: {
    method: 'get',
    path: '/api/v1/models',
    tag: 'Models',
    summary: 'List the models',
    description:
      'Every model of the registry with its prices, limits, inputs and tuning parameters, and whether the gateway has a key for it.',
    admission: 'key',
    answers: { 200: { description: 'The registry.', schema: 'ModelsResponse', isStatic: true } },
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    tag: 'Models',
    summary: 'Get the OpenAPI document',
    description:
      'Needs no key. Generated with the registry that answers, so its models are the ones there are.',
    admission: 'open',
    answers: { 200: { description: 'OpenAPI 3.1.', schema: 'OpenApiDocument', isStatic: true } },
  },
  mcp: {
    method: 'post',
    path: '/mcp',
    tag: 'Tools',
    summary: 'Send a message of the Model Context Protocol',
    description:
      'MCP 2025-11-25, Streamable HTTP, without sessions: one JSON-RPC message a request. `tools/list` describes the tools. What a tool refuses is a tool result with `isError`, whose text is a `Problem`. Not there if the operator has set `ASSAY_MCP=off`.',
    admission: 'rate',
    body: 'McpMessage',
    answers: {
      200: {
        description: 'The answer to a request; where a tool runs models, as events, with progress before it.',
        schema: 'McpAnswer',
        events: 'mcp',
        headers: ['X-Prompt-Log-Id', 'Mcp-Session-Id'],
      },
      202: { description: 'A notification was heeded.' },
    },
    problems: ['foreign-origin', 'not-found'],
  },
  ...COMPATIBLE_OPERATIONS,
} as const satisfies Readonly<Record<string, Operation>>;

export type Operations = typeof OPERATIONS;
export type OperationId = keyof Operations;
