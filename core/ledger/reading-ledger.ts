import type { KnownAdminToken, ListedAdminToken } from './administration/admin-token.ts';
import type { AuditPage, AuditQuery } from './administration/audit.ts';
import type { CacheQuery } from './answers/cached-answer.ts';
import type { Budget } from './budgets/budget.ts';
import { checkAuditQuery, checkHistory, checkPage } from './check-operation.ts';
import { KeyLookup } from './key-lookup.ts';
import { LedgerError } from './ledger-error.ts';
import type {
  Balance,
  IdempotencyClaim,
  KeyHolder,
  KeyUse,
  Ledger,
  LedgerAdmin,
  LedgerEntry,
  LedgerProblem,
  ListedAccount,
  ListedKey,
  MeteredOutput,
  RequestRecord,
} from './ledger.ts';
import { ManagedLedger } from './managed-ledger.ts';
import type { LedgerOptions } from './queued-ledger.ts';
import type { RequestPage, RequestPageQuery } from './requests/request-page.ts';
import { listAccounts, listKeys, readBalanceOf, readHistory, readKeyHolders } from './sql/accounts.ts';
import { findAdminToken, listAdminTokens, readAuditPage } from './sql/administration.ts';
import { readBudgets } from './sql/budgets.ts';
import type { Dialect } from './sql/dialect.ts';
import { readMeteredOutputs } from './sql/metered-output.ts';
import type { Query } from './sql/query.ts';
import { findAnswer, findReply, findRequest, isErased } from './sql/records.ts';
import { readRequestPage } from './sql/request-page.ts';
import { readUsage } from './sql/usage.ts';
import { type LogPiece } from './texts/log-piece.ts';
import { TextWindows } from './texts/text-windows.ts';
import { RecordTurns } from './texts/record-turns.ts';
import type { UsageQuery, UsageRow } from './usage/usage.ts';
import type { WebhookAdmin, WebhookOutbox } from './webhooks/outbox.ts';

/** Each query rejects with a `LedgerError`, `unavailable` where the database cannot be read; `short` also once it is closed. */
export interface ReadingParts {
  readonly dialect: Dialect;
  /** For short look-ups: by key, account or name. */
  readonly short: Query;
  /** For records, their texts and cached answers; accounts take turns at it, one reading at a time. */
  readonly records: Query;
  /** For pages, which may search many texts; accounts take turns at it, and no record waits for them. */
  readonly pages: Query;
  /** For reports that read much of the history; accounts take turns at it. It may be the same as `pages`. */
  readonly reports: Query;
}

/** Reports on all accounts take turns as an account's do. */
const NOBODY = 0;

/** The reading half that every ledger has in common, and how it ends. */
export abstract class ReadingLedger extends ManagedLedger implements Ledger, LedgerAdmin {
  abstract override readonly webhooks: WebhookOutbox & WebhookAdmin;
  protected abstract readonly reading: ReadingParts;
  readonly #keys = new KeyLookup((hashes) =>
    readKeyHolders(this.reading.short, this.reading.dialect, hashes),
  );
  readonly #windows = new TextWindows();
  readonly #recordTurns = new RecordTurns();
  readonly #pageTurns = new RecordTurns();
  readonly #reportTurns = new RecordTurns();
  readonly #onFatal: LedgerOptions['onFatal'];
  #stopped: LedgerError | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: LedgerOptions, textsLingerMs?: number) {
    super(options, textsLingerMs);
    this.#onFatal = options.onFatal;
  }

  abstract backup(path: string): Promise<void>;
  abstract check(): Promise<readonly LedgerProblem[]>;

  /** Closes what the ledger opened; nothing is pending any more. */
  protected abstract finish(): Promise<void>;

  /** @throws LedgerError once the ledger is closed or has failed. */
  protected refuseStopped(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }

  /** Durability is in doubt. */
  protected fail(error: LedgerError): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = error;
    this.stop(error);
    this.#onFatal?.(error);
  }

  /** Finishes what is pending, then closes. Calling it again waits for the same end. */
  async close(): Promise<void> {
    this.#closed ??= this.#finish();
    await this.#closed;
  }

  async #finish(): Promise<void> {
    this.#stopped ??= new LedgerError('closed', 'The ledger is closed: the gateway is stopping.');
    const turns = [this.#recordTurns, this.#pageTurns, this.#reportTurns];
    for (const each of turns) each.endAll(this.#stopped);
    this.#windows.clear();
    await this.drain(this.#stopped);
    await this.finish();
  }

  async #ofRecords<Result>(accountId: number, work: (query: Query) => Promise<Result>): Promise<Result> {
    this.refuseStopped();
    return await this.#recordTurns.run(accountId, () => work(this.reading.records));
  }

  async #ofReports<Result>(accountId: number, work: (query: Query) => Promise<Result>): Promise<Result> {
    this.refuseStopped();
    return await this.#reportTurns.run(accountId, () => work(this.reading.reports));
  }

  async authenticate(keyHash: Uint8Array): Promise<KeyHolder | undefined> {
    return await this.#keys.find(keyHash);
  }

  async balance(accountId: number): Promise<Balance> {
    return await readBalanceOf(this.reading.short, accountId);
  }

  async budgets(accountId: number, keyId: number): Promise<readonly Budget[]> {
    return await readBudgets(this.reading.short, this.reading.dialect, accountId, keyId);
  }

  async findReply(accountId: number, claim: IdempotencyClaim): Promise<KeyUse | undefined> {
    return await findReply(this.reading.short, this.reading.dialect, accountId, claim);
  }

  async isErased(accountId: number, requestId: string): Promise<boolean> {
    return await isErased(this.reading.short, accountId, requestId);
  }

  async findRequest(accountId: number, requestId: string): Promise<RequestRecord | undefined> {
    return await this.readRecord(requestId, () =>
      this.#ofRecords(accountId, (query) => findRequest(query, accountId, requestId)),
    );
  }

  async readLog(piece: LogPiece): Promise<Uint8Array | undefined> {
    return await this.#ofRecords(piece.accountId, (query) => this.#windows.read(query, piece));
  }

  async findAnswer(asked: CacheQuery): Promise<Uint8Array | undefined> {
    await this.answerWritten(asked);
    return await this.#ofRecords(asked.accountId, (query) => findAnswer(query, this.reading.dialect, asked));
  }

  async listRequests(asked: RequestPageQuery): Promise<RequestPage> {
    checkPage(asked);
    const { pages, dialect } = this.reading;
    return await this.readPage(async () => {
      this.refuseStopped();
      return await this.#pageTurns.run(asked.accountId, () => readRequestPage(pages, dialect, asked));
    });
  }

  async outputsByModel(minimumCalls: number): Promise<readonly MeteredOutput[]> {
    return await this.#ofReports(NOBODY, (query) => readMeteredOutputs(query, minimumCalls));
  }

  async usage(asked: UsageQuery): Promise<readonly UsageRow[]> {
    return await readUsage(asked, (accountId = NOBODY, work) => this.#ofReports(accountId, work));
  }

  async listKeys(accountName?: string): Promise<readonly ListedKey[]> {
    return await this.#ofReports(NOBODY, (query) => listKeys(query, this.reading.dialect, accountName));
  }

  async listAccounts(): Promise<readonly ListedAccount[]> {
    return await listAccounts(this.reading.short, this.reading.dialect);
  }

  async accountsAfter(accountId: number, limit: number): Promise<readonly ListedAccount[]> {
    const after = 'WHERE a.id > $1 ORDER BY a.id LIMIT $2';
    return await listAccounts(this.reading.short, this.reading.dialect, after, [accountId, limit]);
  }

  async findAccount(name: string): Promise<ListedAccount | undefined> {
    return (await listAccounts(this.reading.short, this.reading.dialect, 'WHERE a.name = $1', [name]))[0];
  }

  async history(accountName: string, maxEntries: number): Promise<readonly LedgerEntry[]> {
    checkHistory(maxEntries);
    return await readHistory(this.reading.short, accountName, maxEntries);
  }

  async audit(asked: AuditQuery): Promise<AuditPage> {
    checkAuditQuery(asked);
    return await readAuditPage(this.reading.short, asked);
  }

  async listAdminTokens(): Promise<readonly ListedAdminToken[]> {
    return await listAdminTokens(this.reading.short);
  }

  async findAdminToken(prefix: string): Promise<KnownAdminToken | 'none' | undefined> {
    return await findAdminToken(this.reading.short, prefix);
  }
}
