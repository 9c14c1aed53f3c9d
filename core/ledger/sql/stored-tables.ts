import type { Table } from '../rules/tables.ts';

/**
 * The tables beside those of `TABLES`: no rule reads or changes them. Texts and answers are bytes in both databases, so
 * that nothing is decoded on its way and a part of one is read by its bytes.
 *
 * Indexes that the statements in this folder need, beside primary keys: request (account_id, created_ms, id) and
 * (account_id, finished_ms); open_request (account_id); api_key (account_id) and (family_id); credit (account_id, created_ms);
 * idempotency (created_ms); audit_entry (at_ms, id); prompt_log (account_id, finished_ms); cached_answer (account_id, key)
 * unique, (account_id, stored_ms) and (request_id); budget_alert (id) where counted = 0; webhook_event (account_id, due_ms)
 * and (until_ms) where dead_ms is null, and (dead_ms) where it is not null.
 *
 * `audit_entry` also has `id`, which the database numbers: entries of one moment are told apart by it.
 * Triggers refuse to change or delete rows of `call`, `credit`, `credit_claim`, `audit_entry` and `request`, but for
 * `request.zero_data_retention`, which erasing sets to 1. `prompt_log` has no foreign key: texts may come before the end.
 */
export const STORED_TABLES = {
  prompt_log: {
    key: ['request_id'],
    mutable: [],
    columns: {
      request_id: 'text',
      account_id: 'integer',
      request: 'bytes',
      response: 'bytes',
      // Of request and response together.
      bytes: 'integer',
      // JSON; with which versions of the judge prompt and of the judges it was judged.
      judged_with: 'bytes?',
      // When it was stored.
      finished_ms: 'integer',
    },
  },
  // How many bytes of texts an account keeps; at least 0.
  text_total: {
    key: ['account_id'],
    mutable: ['bytes'],
    columns: { account_id: 'integer', bytes: 'integer' },
  },
  cached_answer: {
    // Numbered by the database.
    key: ['id'],
    mutable: [],
    columns: {
      id: 'integer',
      account_id: 'integer',
      request_id: 'text',
      key: 'text',
      stored_ms: 'integer',
      answer: 'bytes',
    },
  },
  // The same of cached answers.
  cache_total: {
    key: ['account_id'],
    mutable: ['bytes'],
    columns: { account_id: 'integer', bytes: 'integer' },
  },
  webhook: {
    key: ['account_id'],
    mutable: ['url', 'secret', 'created_ms'],
    columns: { account_id: 'integer', url: 'text', secret: 'text', created_ms: 'integer' },
  },
} as const satisfies Readonly<Record<string, Table>>;
