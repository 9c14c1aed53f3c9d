import type { AdminOperation } from './admin-operation.ts';
import type { Operation } from './operation.ts';
import type { QueryParameter } from './query-parameter.ts';

/** The segments in braces in the paths. */
export const ADMIN_SEGMENTS = {
  name: { description: 'Name of the account.' },
  key: {
    description:
      'The prefix of the key, which is the 8 characters after `assay_`, or its name where no other key has it.',
  },
  id: { description: 'Of the event; that of a request is its `promptLogId`.' },
} as const satisfies NonNullable<Operation['segments']>;

const LIMIT = {
  kind: 'count',
  maximum: 1_000,
  default: 100,
  description: 'Upper bound of the list.',
} as const satisfies QueryParameter;
const CURSOR = {
  kind: 'cursor',
  maxLength: 64,
  description: 'The `nextCursor` of the page before.',
} as const satisfies QueryParameter;
const ACCOUNT = {
  kind: 'text',
  schema: { minLength: 1 },
  description: 'Name of an account.',
} as const satisfies QueryParameter;
const FROM = { description: 'From this day or moment on, as ISO 8601.' };
const TO = { description: 'Before this day or moment.' };

const PAYMENT = {
  required: true,
  description:
    'Names the payment, such as the ID your billing system has for it. It is kept for good: the same key with the same account, credits and note gives the same answer again and credits nothing.',
  example: 'payment-2026-11-0042',
};
const KEY_TO_MAKE = {
  required: false,
  description:
    'Names the key to make, so that a repetition makes no second one: it gets 409 `key-made`, which names the first. It is kept for good, at every gateway of the ledger.',
  example: 'onboarding-globex-production',
};

/** Every address of the administration API, by the ID of the operation. */
export const ADMIN_OPERATIONS = {
  listAccounts: {
    method: 'get',
    path: '/accounts',
    tag: 'Accounts',
    summary: 'List accounts',
    query: { limit: LIMIT, cursor: CURSOR },
    answer: { description: 'A page, the oldest first.', schema: 'AdminAccounts' },
  },
  createAccount: {
    method: 'post',
    path: '/accounts',
    tag: 'Accounts',
    summary: 'Make an account',
    status: 201,
    answer: { description: 'The account.', schema: 'AdminAccount' },
    problems: ['exists'],
  },
  getAccount: {
    method: 'get',
    path: '/accounts/{name}',
    tag: 'Accounts',
    summary: 'Get an account',
    answer: { description: 'The account.', schema: 'AdminAccount' },
  },
  changeAccount: {
    method: 'patch',
    path: '/accounts/{name}',
    tag: 'Accounts',
    summary: 'Change an account’s settings',
    answer: { description: 'The account as it is now.', schema: 'AdminAccount' },
  },
  suspendAccount: {
    method: 'post',
    path: '/accounts/{name}/suspend',
    tag: 'Accounts',
    summary: 'Refuse an account’s requests',
    description: 'What is running ends as usual.',
    answer: { description: 'It is suspended.', schema: 'AdminSuspension' },
  },
  resumeAccount: {
    method: 'post',
    path: '/accounts/{name}/resume',
    tag: 'Accounts',
    summary: 'Accept an account’s requests again',
    answer: { description: 'It is not suspended.', schema: 'AdminSuspension' },
  },
  eraseTexts: {
    method: 'delete',
    path: '/accounts/{name}/texts',
    tag: 'Accounts',
    summary: 'Erase an account’s texts',
    description:
      'The texts of its ended requests, what repetitions under an `Idempotency-Key` would be answered with, and its cached answers. Figures stay.',
    answer: { description: 'They are erased.', schema: 'AdminErasure' },
  },
  giveCredits: {
    method: 'post',
    path: '/accounts/{name}/credits',
    tag: 'Accounts',
    summary: 'Give credits, or take them back',
    description:
      'Once for each `Idempotency-Key`, however often and at however many gateways it is posted. The credits are durable before the answer is sent.',
    idempotencyKey: PAYMENT,
    answer: {
      description:
        'The balance after it. An answer to a repetition is that of the first time, with the header `Idempotency-Replayed: true`.',
      schema: 'AdminBalance',
    },
    problems: ['payment-mismatch'],
  },
  accountHistory: {
    method: 'get',
    path: '/accounts/{name}/history',
    tag: 'Accounts',
    summary: 'Read an account’s entries',
    query: { limit: LIMIT },
    answer: { description: 'The newest first.', schema: 'AdminHistory' },
  },
  setWebhook: {
    method: 'put',
    path: '/accounts/{name}/webhook',
    tag: 'Webhooks',
    summary: 'Set an account’s webhook',
    description: 'It takes the place of the one before, and gets a new secret.',
    answer: { description: 'The webhook with its secret.', schema: 'AdminWebhook' },
  },
  removeWebhook: {
    method: 'delete',
    path: '/accounts/{name}/webhook',
    tag: 'Webhooks',
    summary: 'Remove an account’s webhook',
    description: 'Events that wait are deleted.',
    answer: { description: 'There is none.', schema: 'AdminWebhook' },
  },
  listEvents: {
    method: 'get',
    path: '/webhooks/events',
    tag: 'Webhooks',
    summary: 'List events that were not taken',
    query: { limit: LIMIT },
    answer: { description: 'Dead letters first, then the latest.', schema: 'AdminEvents' },
  },
  retryEvent: {
    method: 'post',
    path: '/webhooks/events/{id}/retry',
    tag: 'Webhooks',
    summary: 'Send an event again',
    answer: { description: 'It is sent now, and for another day.', schema: 'AdminRetry' },
  },
  listKeys: {
    method: 'get',
    path: '/keys',
    tag: 'Keys',
    summary: 'List an account’s keys',
    query: {
      account: { ...ACCOUNT, required: 'name the account whose keys to list' },
      limit: LIMIT,
      cursor: CURSOR,
    },
    answer: { description: 'The oldest first, revoked ones too.', schema: 'AdminKeys' },
  },
  createKey: {
    method: 'post',
    path: '/keys',
    tag: 'Keys',
    summary: 'Make a key',
    description:
      'Under an `Idempotency-Key` at most one, however often and at however many gateways it is posted. The ledger keeps no text of a key: if the first answer is lost, rotate the key that the 409 names, with a grace of 0.',
    idempotencyKey: KEY_TO_MAKE,
    status: 201,
    answer: { description: 'The key. Its secret is shown this once.', schema: 'AdminNewKey' },
    problems: ['exists', 'key-made'],
  },
  changeKey: {
    method: 'patch',
    path: '/keys/{key}',
    tag: 'Keys',
    summary: 'Change a key’s name, limits, budgets or expiry',
    description:
      'What is not named stays, and null lifts it. The next request meets the new limits. An expired key that is given a later expiry, or none, works again. A key that was rotated shares its budgets with the one that took its place, and keeps the end of its grace: another expiry is refused with 409.',
    answer: { description: 'What was changed.', schema: 'AdminKeySettings' },
    problems: ['key-replaced'],
  },
  revokeKey: {
    method: 'post',
    path: '/keys/{key}/revoke',
    tag: 'Keys',
    summary: 'Revoke a key',
    answer: { description: 'The next request with it gets a 401.', schema: 'AdminRevocation' },
  },
  rotateKey: {
    method: 'post',
    path: '/keys/{key}/rotate',
    tag: 'Keys',
    summary: 'Replace a key',
    description:
      'Both keys work until the grace ends. A key is rotated once: should the answer be lost, revoke the new key, which is the last that `GET /keys` lists, and make another.',
    status: 201,
    answer: { description: 'The new key.', schema: 'AdminRotatedKey' },
    problems: ['key-replaced'],
  },
  usage: {
    method: 'get',
    path: '/usage',
    tag: 'Gateway',
    summary: 'Get what was used and billed',
    description:
      'With `format=focus` an array of rows in the columns of FOCUS 1.2, with `focus-csv` the same as CSV: one row a day, account, key and model, at most 10,000. The sum of `BilledCost` is what accounts were charged, to the micro-credit.',
    query: {
      format: {
        kind: 'choice',
        values: ['json', 'focus', 'focus-csv'],
        default: 'json',
        description: 'How the rows are told; FOCUS takes no `by`.',
      },
      by: {
        kind: 'choice',
        values: ['account', 'model', 'key', 'day'],
        default: 'account',
        description: 'What each row stands for.',
      },
      account: ACCOUNT,
      month: { kind: 'text', description: 'A month in UTC, instead of `from` and `to`.' },
      from: { ...FROM, kind: 'text' },
      to: { ...TO, kind: 'text' },
    },
    answer: {
      description: 'The rows and their sum.',
      schema: {
        oneOf: [
          { $ref: '#/components/schemas/AdminUsage' },
          { type: 'array', items: { $ref: '#/components/schemas/AdminFocusRow' } },
        ],
      },
      csv: true,
    },
  },
  models: {
    method: 'get',
    path: '/models',
    tag: 'Gateway',
    summary: 'List the models',
    description: 'With the variable of each provider’s key, and whether the gateway has one.',
    answer: { description: 'The registry that answers now.', schema: 'AdminModels' },
  },
  reload: {
    method: 'post',
    path: '/reload',
    tag: 'Gateway',
    summary: 'Take manifests, panels, calibrations and key files as they now stand',
    description:
      'What `assay reload` does: all of them or, where one has a mistake, none, with the problems in a 422. Requests that run end on what they began with.',
    answer: { description: 'They answer now.', schema: 'AdminReload' },
    refusal: { status: 422, description: 'They have a mistake: the gateway keeps those it has.' },
  },
  audit: {
    method: 'get',
    path: '/audit',
    tag: 'Gateway',
    summary: 'Read the audit log',
    query: { from: { ...FROM, kind: 'moment' }, to: { ...TO, kind: 'moment' }, limit: LIMIT, cursor: CURSOR },
    answer: { description: 'A page, the newest first.', schema: 'AdminAudit' },
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    tag: 'Gateway',
    summary: 'Get this document',
    answer: {
      description: 'OpenAPI 3.1.',
      schema: { title: 'OpenApiDocument', type: 'object', additionalProperties: true },
    },
  },
} as const satisfies Readonly<Record<string, AdminOperation>>;

export type AdminOperations = typeof ADMIN_OPERATIONS;
export type AdminOperationId = keyof AdminOperations;
