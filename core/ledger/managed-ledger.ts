import type { Actor, RecordedChange } from './administration/audit.ts';
import type { NewAdminToken } from './administration/admin-token.ts';
import type { CreditTerms } from './administration/credit-claim.ts';
import { noted } from './administration/describe-change.ts';
import type { AccountSettings, KeySettings } from './administration/settings.ts';
import {
  checkAdjustment,
  checkAdminToken,
  checkClaim,
  checkKeySettings,
  checkNewAccount,
  checkNewKey,
  checkRotation,
  checkSettings,
  readMoment,
} from './check-operation.ts';
import type { KeyRotation, RotatedKey, NewKey } from './listed-key.ts';
import type { OperationKind, OperationOf, OperationValues } from './ledger-operation.ts';
import { repeatStep } from './ledger-step.ts';
import type { Account, CreditResult } from './ledger.ts';
import { QueuedLedger } from './queued-ledger.ts';

/** What operators change: checked, noted and queued. */
export class ManagedLedger extends QueuedLedger {
  /** What an operator changes, with its note. */
  async #change<Kind extends OperationKind>(
    operation: OperationOf<Kind>,
    by?: Actor,
  ): Promise<OperationValues[Kind]> {
    return await this.queue.submit<Kind>(noted(operation, by));
  }

  async createAccount(name: string, microCredits: number, by?: Actor): Promise<Account> {
    checkNewAccount(name, microCredits);
    return await this.#change<'createAccount'>({ kind: 'createAccount', name, microCredits }, by);
  }

  async grant(
    accountName: string,
    microCredits: number,
    note?: string,
    terms: CreditTerms = {},
  ): Promise<CreditResult> {
    checkAdjustment('A grant', microCredits, note);
    return await this.#adjust('grant', { accountName, microCredits, note: note ?? null }, terms);
  }

  async correct(
    accountName: string,
    microCredits: number,
    note?: string,
    terms: CreditTerms = {},
  ): Promise<CreditResult> {
    checkAdjustment('A correction', microCredits, note);
    return await this.#adjust('correct', { accountName, microCredits, note: note ?? null }, terms);
  }

  async #adjust(
    kind: 'grant' | 'correct',
    adjustment: Pick<OperationOf<'grant'>, 'accountName' | 'microCredits' | 'note'>,
    { by, claim }: CreditTerms,
  ): Promise<CreditResult> {
    if (claim !== undefined) checkClaim(claim);
    return await this.#change<'grant' | 'correct'>({ kind, ...adjustment, claim: claim ?? null }, by);
  }

  async suspendAccount(accountName: string, suspended: boolean, by?: Actor): Promise<void> {
    await this.#change<'suspendAccount'>({ kind: 'suspendAccount', accountName, suspended }, by);
  }

  async changeAccount(accountName: string, settings: AccountSettings, by?: Actor): Promise<Account> {
    checkSettings(settings);
    const changed = await this.#change<'changeAccount'>({ kind: 'changeAccount', accountName, settings }, by);
    // From now on none of its answers is given to anybody, also where they cannot be deleted before the next pruning.
    if (settings.cache === false || settings.zeroDataRetention === true)
      await this.pruneAnswers().catch(() => 0);
    return changed;
  }

  async createKey(key: NewKey, by?: Actor): Promise<void> {
    checkNewKey(key);
    await this.#change<'createKey'>({ kind: 'createKey', ...key }, by);
  }

  async changeKey(prefix: string, settings: KeySettings, by?: Actor): Promise<void> {
    checkKeySettings(settings);
    await this.#change<'changeKey'>({ kind: 'changeKey', prefix, settings }, by);
  }

  async revokeKey(prefix: string, by?: Actor): Promise<boolean> {
    return await this.#change<'revokeKey'>({ kind: 'revokeKey', prefix }, by);
  }

  async rotateKey(rotation: KeyRotation, by?: Actor): Promise<RotatedKey> {
    checkRotation(rotation);
    return await this.#change<'rotateKey'>({ kind: 'rotateKey', ...rotation }, by);
  }

  async createAdminToken(token: NewAdminToken, by?: Actor): Promise<void> {
    checkAdminToken(token);
    await this.#change<'createAdminToken'>({ kind: 'createAdminToken', ...token }, by);
  }

  async revokeAdminToken(name: string, by?: Actor): Promise<boolean> {
    return await this.#change<'revokeAdminToken'>({ kind: 'revokeAdminToken', name }, by);
  }

  async record(change: RecordedChange, by?: Actor): Promise<void> {
    await this.#change<'record'>({ kind: 'record', ...change }, by);
  }

  async prunePrompts(before: string, by?: Actor): Promise<number> {
    const beforeMs = readMoment(before);
    await repeatStep(() => this.take({ of: 'texts', kind: 'forgetKeys' }));
    const pruned = await repeatStep(() =>
      this.take(noted({ of: 'texts', kind: 'prunePrompts', beforeMs }, by)),
    );
    await repeatStep(() => this.take({ of: 'outbox', kind: 'pruneEvents', beforeMs }));
    await repeatStep(() => this.take({ of: 'texts', kind: 'pruneAnswers', beforeMs }));
    return pruned;
  }

  async eraseAccount(accountName: string, by?: Actor): Promise<void> {
    await this.take(noted({ of: 'texts', kind: 'eraseAccount', accountName }, by));
    await repeatStep(() => this.take({ of: 'texts', kind: 'eraseSome', accountName }));
  }
}
