import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import { refuseClaim, refuseTakenToken } from '../ledger-refusals.ts';
import { readBalance, readText } from '../ledger-row.ts';
import type { OutboxStepResult } from '../webhooks/outbox-step.ts';
import type { AuditNote } from './audit.ts';

/** What is beside an operator's change, on the writer's thread: each runs inside its caller's transaction. */
export class SqliteAdministration {
  readonly #nowMs: () => number;
  readonly #note: StatementSync;
  readonly #claim: StatementSync;
  readonly #claimed: StatementSync;
  readonly #createToken: StatementSync;
  readonly #revokeToken: StatementSync;

  constructor(database: DatabaseSync, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#note = database.prepare(
      `INSERT INTO audit_entry (change_id, at_ms, via, actor, origin, action, subject, detail)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#claim = database.prepare(
      `INSERT INTO credit_claim (key, fingerprint, account_id, posted, reserved, created_ms)
       SELECT ?, ?, id, posted, reserved, ? FROM account WHERE name = ?`,
    );
    this.#claimed = database.prepare('SELECT fingerprint, posted, reserved FROM credit_claim WHERE key = ?');
    this.#createToken = database.prepare(
      `INSERT INTO admin_token (name, scope, prefix, hash, created_ms) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    );
    this.#revokeToken = database.prepare(
      'UPDATE admin_token SET revoked_ms = ? WHERE name = ? AND revoked_ms IS NULL',
    );
  }

  /** Makes the change, and notes it where it changed something. */
  audited<Result extends OperationResult | OutboxStepResult>(
    note: AuditNote | undefined,
    change: () => Result,
  ): Result {
    const result = change();
    if (note !== undefined && hasChanged(result)) {
      const { changeId, via, name, origin, action, subject, detail } = note;
      this.#note.run(changeId, this.#nowMs(), via, name, origin, action, subject, detail);
    }
    return result;
  }

  /** Gives or takes credits once for each claim; each time where there is none. */
  once(
    { accountName, claim }: OperationOf<'grant' | 'correct'>,
    change: () => OperationResult,
  ): OperationResult {
    if (claim === null) return change();
    const claimed = this.#claimed.get(claim.key);
    if (claimed !== undefined) {
      return readText(claimed, 'fingerprint') === claim.fingerprint
        ? { value: { ...readBalance(claimed), isRepeated: true } }
        : refuseClaim();
    }
    const result = change();
    if ('value' in result) this.#claim.run(claim.key, claim.fingerprint, this.#nowMs(), accountName);
    return result;
  }

  createToken({ name, scope, prefix, hash }: OperationOf<'createAdminToken'>): OperationResult {
    const { changes } = this.#createToken.run(name, scope, prefix, hash, this.#nowMs());
    return changes === 0 ? refuseTakenToken(name) : { value: null };
  }

  revokeToken({ name }: OperationOf<'revokeAdminToken'>): OperationResult {
    return { value: this.#revokeToken.run(this.#nowMs(), name).changes > 0 };
  }
}

function hasChanged(result: OperationResult | OutboxStepResult): boolean {
  if ('refusal' in result) return false;
  const { value } = result;
  if (typeof value === 'object' && value !== null && 'isRepeated' in value) return false;
  return value !== false && value !== 0;
}
