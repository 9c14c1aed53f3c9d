import type { JsonObject } from '../../core/contract.ts';
import { component } from './operation-parts.ts';

/** One operation of the administration API. */
export interface AdminOperation {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** Below `/admin/v1`. */
  readonly path: string;
  readonly id: string;
  readonly tag: 'Accounts' | 'Keys' | 'Webhooks' | 'Gateway';
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly JsonObject[];
  readonly body?: { readonly schema: string; readonly example: JsonObject };
  /** 200 where it is not given. */
  readonly status?: number;
  readonly answer: {
    readonly description: string;
    readonly schema: string | JsonObject;
    /** Whether it may be CSV as well. */
    readonly csv?: boolean;
  };
  /** Statuses beside those that any operation may have. */
  readonly alsoFails?: readonly number[];
}

function parameter(
  name: string,
  place: 'path' | 'query',
  description: string,
  schema: JsonObject,
): JsonObject {
  return { name, in: place, required: place === 'path', description, schema };
}

const NAME = parameter('name', 'path', 'Name of the account.', { type: 'string', minLength: 1 });
const LIMIT = (maximum: number): JsonObject =>
  parameter('limit', 'query', 'Upper bound of the list.', {
    type: 'integer',
    minimum: 1,
    maximum,
    default: 100,
  });
const CURSOR = parameter('cursor', 'query', 'The `nextCursor` of the page before.', {
  type: 'string',
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
});
const ACCOUNT = parameter('account', 'query', 'Name of an account.', { type: 'string', minLength: 1 });
const FROM = parameter('from', 'query', 'From this day or moment on, as ISO 8601.', { type: 'string' });
const TO = parameter('to', 'query', 'Before this day or moment.', { type: 'string' });
const KEY = parameter(
  'key',
  'path',
  'The prefix of the key, which is the 8 characters after `assay_`, or its name where no other key has it.',
  { type: 'string', minLength: 1 },
);
const EVENT = parameter('id', 'path', 'Of the event; that of a request is its `promptLogId`.', {
  type: 'string',
  minLength: 1,
});
const PAYMENT: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Names the payment, such as the ID your billing system has for it. It is kept for good: the same key with the same account, credits and note gives the same answer again and credits nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  example: 'payment-2026-11-0042',
};

const KEY_TO_MAKE: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names the key to make, so that a repetition makes no second one: it gets 409 `key-made`, which names the first. It is kept for good, at every gateway of the ledger.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  example: 'onboarding-globex-production',
};

export const ADMIN_OPERATIONS: readonly AdminOperation[] = [
  {
    method: 'get',
    path: '/accounts',
    id: 'listAccounts',
    tag: 'Accounts',
    summary: 'List accounts',
    parameters: [LIMIT(1_000), CURSOR],
    answer: { description: 'A page, the oldest first.', schema: 'AdminAccounts' },
  },
  {
    method: 'post',
    path: '/accounts',
    id: 'createAccount',
    tag: 'Accounts',
    summary: 'Make an account',
    body: { schema: 'CreateAccountRequest', example: { name: 'acme', credits: 5000 } },
    status: 201,
    answer: { description: 'The account.', schema: 'AdminAccount' },
    alsoFails: [409],
  },
  {
    method: 'get',
    path: '/accounts/{name}',
    id: 'getAccount',
    tag: 'Accounts',
    summary: 'Get an account',
    parameters: [NAME],
    answer: { description: 'The account.', schema: 'AdminAccount' },
  },
  {
    method: 'patch',
    path: '/accounts/{name}',
    id: 'changeAccount',
    tag: 'Accounts',
    summary: 'Change an account’s settings',
    parameters: [NAME],
    body: { schema: 'ChangeAccountRequest', example: { markup: 1.2, holds: 'likely' } },
    answer: { description: 'The account as it is now.', schema: 'AdminAccount' },
  },
  {
    method: 'post',
    path: '/accounts/{name}/suspend',
    id: 'suspendAccount',
    tag: 'Accounts',
    summary: 'Refuse an account’s requests',
    description: 'What is running ends as usual.',
    parameters: [NAME],
    answer: { description: 'It is suspended.', schema: 'AdminSuspension' },
  },
  {
    method: 'post',
    path: '/accounts/{name}/resume',
    id: 'resumeAccount',
    tag: 'Accounts',
    summary: 'Accept an account’s requests again',
    parameters: [NAME],
    answer: { description: 'It is not suspended.', schema: 'AdminSuspension' },
  },
  {
    method: 'delete',
    path: '/accounts/{name}/texts',
    id: 'eraseTexts',
    tag: 'Accounts',
    summary: 'Erase an account’s texts',
    description:
      'The texts of its ended requests, what repetitions under an `Idempotency-Key` would be answered with, and its cached answers. Figures stay.',
    parameters: [NAME],
    answer: { description: 'They are erased.', schema: 'AdminErasure' },
  },
  {
    method: 'post',
    path: '/accounts/{name}/credits',
    id: 'giveCredits',
    tag: 'Accounts',
    summary: 'Give credits, or take them back',
    description:
      'Once for each `Idempotency-Key`, however often and at however many gateways it is posted. The credits are durable before the answer is sent.',
    parameters: [NAME, PAYMENT],
    body: { schema: 'GiveCreditsRequest', example: { credits: 500, note: 'invoice 2026-17' } },
    answer: {
      description:
        'The balance after it. An answer to a repetition is that of the first time, with the header `Idempotency-Replayed: true`.',
      schema: 'AdminBalance',
    },
    alsoFails: [422],
  },
  {
    method: 'get',
    path: '/accounts/{name}/history',
    id: 'accountHistory',
    tag: 'Accounts',
    summary: 'Read an account’s entries',
    parameters: [NAME, LIMIT(1_000)],
    answer: { description: 'The newest first.', schema: 'AdminHistory' },
  },
  {
    method: 'put',
    path: '/accounts/{name}/webhook',
    id: 'setWebhook',
    tag: 'Webhooks',
    summary: 'Set an account’s webhook',
    description: 'It takes the place of the one before, and gets a new secret.',
    parameters: [NAME],
    body: { schema: 'SetWebhookRequest', example: { url: 'https://receiver.example/assay' } },
    answer: { description: 'The webhook with its secret.', schema: 'AdminWebhook' },
  },
  {
    method: 'delete',
    path: '/accounts/{name}/webhook',
    id: 'removeWebhook',
    tag: 'Webhooks',
    summary: 'Remove an account’s webhook',
    description: 'Events that wait are deleted.',
    parameters: [NAME],
    answer: { description: 'There is none.', schema: 'AdminWebhook' },
  },
  {
    method: 'get',
    path: '/webhooks/events',
    id: 'listEvents',
    tag: 'Webhooks',
    summary: 'List events that were not taken',
    parameters: [LIMIT(1_000)],
    answer: { description: 'Dead letters first, then the latest.', schema: 'AdminEvents' },
  },
  {
    method: 'post',
    path: '/webhooks/events/{id}/retry',
    id: 'retryEvent',
    tag: 'Webhooks',
    summary: 'Send an event again',
    parameters: [EVENT],
    answer: { description: 'It is sent now, and for another day.', schema: 'AdminRetry' },
  },
  {
    method: 'get',
    path: '/keys',
    id: 'listKeys',
    tag: 'Keys',
    summary: 'List an account’s keys',
    parameters: [{ ...ACCOUNT, required: true }, LIMIT(1_000), CURSOR],
    answer: { description: 'The oldest first, revoked ones too.', schema: 'AdminKeys' },
  },
  {
    method: 'post',
    path: '/keys',
    id: 'createKey',
    tag: 'Keys',
    summary: 'Make a key',
    description:
      'Under an `Idempotency-Key` at most one, however often and at however many gateways it is posted. The ledger keeps no text of a key: if the first answer is lost, rotate the key that the 409 names, with a grace of 0.',
    parameters: [KEY_TO_MAKE],
    body: { schema: 'CreateKeyRequest', example: { account: 'acme', name: 'ci' } },
    status: 201,
    answer: { description: 'The key. Its secret is shown this once.', schema: 'AdminNewKey' },
    alsoFails: [409],
  },
  {
    method: 'patch',
    path: '/keys/{key}',
    id: 'changeKey',
    tag: 'Keys',
    summary: 'Change a key’s name, limits, budgets or expiry',
    description:
      'What is not named stays, and null lifts it. The next request meets the new limits. An expired key that is given a later expiry, or none, works again. A key that was rotated shares its budgets with the one that took its place, and keeps the end of its grace: another expiry is refused with 409.',
    parameters: [KEY],
    body: { schema: 'ChangeKeyRequest', example: { budgetDay: 80, models: ['gpt-5.4', 'claude-*'] } },
    answer: { description: 'What was changed.', schema: 'AdminKeySettings' },
    alsoFails: [409],
  },
  {
    method: 'post',
    path: '/keys/{key}/revoke',
    id: 'revokeKey',
    tag: 'Keys',
    summary: 'Revoke a key',
    parameters: [KEY],
    answer: { description: 'The next request with it gets a 401.', schema: 'AdminRevocation' },
    alsoFails: [400],
  },
  {
    method: 'post',
    path: '/keys/{key}/rotate',
    id: 'rotateKey',
    tag: 'Keys',
    summary: 'Replace a key',
    description:
      'Both keys work until the grace ends. A key is rotated once: should the answer be lost, revoke the new key, which is the last that `GET /keys` lists, and make another.',
    parameters: [KEY],
    body: { schema: 'RotateKeyRequest', example: { graceSeconds: 86400 } },
    status: 201,
    answer: { description: 'The new key.', schema: 'AdminRotatedKey' },
    alsoFails: [409],
  },
  {
    method: 'get',
    path: '/usage',
    id: 'usage',
    tag: 'Gateway',
    summary: 'Get what was used and billed',
    description:
      'With `format=focus` an array of rows in the columns of FOCUS 1.2, with `focus-csv` the same as CSV: one row a day, account, key and model, at most 10,000. The sum of `BilledCost` is what accounts were charged, to the micro-credit.',
    parameters: [
      parameter('format', 'query', 'How the rows are told; FOCUS takes no `by`.', {
        type: 'string',
        enum: ['json', 'focus', 'focus-csv'],
        default: 'json',
      }),
      parameter('by', 'query', 'What each row stands for.', {
        type: 'string',
        enum: ['account', 'model', 'key', 'day'],
        default: 'account',
      }),
      ACCOUNT,
      parameter('month', 'query', 'A month in UTC, instead of `from` and `to`.', { type: 'string' }),
      FROM,
      TO,
    ],
    answer: {
      description: 'The rows and their sum.',
      schema: {
        oneOf: [component('AdminUsage'), { type: 'array', items: component('AdminFocusRow') }],
      },
      csv: true,
    },
  },
  {
    method: 'get',
    path: '/models',
    id: 'models',
    tag: 'Gateway',
    summary: 'List the models',
    description: 'With the variable of each provider’s key, and whether the gateway has one.',
    answer: { description: 'The registry that answers now.', schema: 'AdminModels' },
  },
  {
    method: 'post',
    path: '/reload',
    id: 'reload',
    tag: 'Gateway',
    summary: 'Take manifests, panels, calibrations and key files as they now stand',
    description:
      'What `assay reload` does: all of them or, where one has a mistake, none, with the problems in a 422. Requests that run end on what they began with.',
    answer: { description: 'They answer now.', schema: 'AdminReload' },
    alsoFails: [422],
  },
  {
    method: 'get',
    path: '/audit',
    id: 'audit',
    tag: 'Gateway',
    summary: 'Read the audit log',
    parameters: [FROM, TO, LIMIT(1_000), CURSOR],
    answer: { description: 'A page, the newest first.', schema: 'AdminAudit' },
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'openapi',
    tag: 'Gateway',
    summary: 'Get this document',
    answer: {
      description: 'OpenAPI 3.1.',
      schema: { title: 'OpenApiDocument', type: 'object', additionalProperties: true },
    },
  },
];
