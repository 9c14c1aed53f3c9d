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
import type { Done, LedgerStep } from './ledger-step.ts';
import type { LedgerStore, StoreQueries } from './ledger-store.ts';
import type { GatewayMail } from './mail/gateway-mail.ts';
import { ManagedLedger } from './managed-ledger.ts';
import type { LedgerOptions } from './queued-ledger.ts';
import type { RequestPage, RequestPageQuery } from './requests/request-page.ts';
import { listAccounts, listKeys, readBalanceOf, readHistory, readKeyHolders } from './sql/accounts.ts';
import { findAdminToken, listAdminTokens, readAuditPage } from './sql/administration.ts';
import { readBudgets } from './sql/budgets.ts';
import type { Dialect } from './sql/dialect.ts';
import { LedgerOutbox } from './sql/ledger-outbox.ts';
import { readMeteredOutputs } from './sql/metered-output.ts';
import { type Query, readBytes } from './sql/query.ts';
import { findAnswer, findReply, findRequest, isErased } from './sql/records.ts';
import { readRequestPage } from './sql/request-page.ts';
import { readUsage } from './sql/usage.ts';
import { type LogPiece } from './texts/log-piece.ts';
import { idOfAnswer } from './texts/text-queue.ts';
import { TextWindows } from './texts/text-windows.ts';
import { RecordTurns } from './texts/record-turns.ts';
import type { UsageQuery, UsageRow } from './usage/usage.ts';

/** Reports on all accounts take turns as an account's do. */
const NOBODY = 0;

/** The ledger over a store: what is read, how it begins and how it ends. */
export class StoredLedger extends ManagedLedger implements Ledger, LedgerAdmin {
  readonly mail: GatewayMail | undefined;
  readonly webhooks: LedgerOutbox;
  readonly #dialect: Dialect;
  readonly #queries: StoreQueries;
  readonly #keys = new KeyLookup((hashes) => readKeyHolders(this.#queries.short, this.#dialect, hashes));
  readonly #windows = new TextWindows();
  readonly #recordTurns = new RecordTurns();
  readonly #pageTurns = new RecordTurns();
  readonly #reportTurns = new RecordTurns();
  #closed: Promise<void> | undefined;
  /** Never changes. */
  #secret: Uint8Array | undefined;

  /** `open` has to be called before anything else. */
  constructor(store: LedgerStore, options: LedgerOptions) {
    super(store, options);
    const { dialect, mail } = store;
    const { short, records, pages, reports, events } = store.queries;
    const unlessStopped =
      (query: Query): Query =>
      async (sql, values) => {
        this.refuseStopped();
        return await query(sql, values);
      };
    this.mail = mail;
    this.#dialect = dialect;
    this.#queries = {
      short: unlessStopped(short),
      records: unlessStopped(records),
      pages: unlessStopped(pages),
      reports: unlessStopped(reports),
      events: unlessStopped(events),
    };
    const take = async (step: LedgerStep): Promise<Done> => await this.take(step);
    this.webhooks = new LedgerOutbox({ dialect, query: this.#queries.events, take });
  }

  /** Nothing stays open where it rejects. @throws LedgerError `unusable` or `unavailable`. */
  async open(): Promise<void> {
    try {
      const ended = await this.store.open({
        onFailed: (error) => this.fail(error),
        onOrphans: async (orphans) => await this.endOrphans(orphans),
      });
      this.recovered(ended);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Finishes what is pending, then closes. Calling it again waits for the same end. */
  async close(): Promise<void> {
    this.#closed ??= this.#finish();
    await this.#closed;
  }

  async #finish(): Promise<void> {
    const reason = new LedgerError('closed', 'The ledger is closed: the gateway is stopping.');
    const turns = [this.#recordTurns, this.#pageTurns, this.#reportTurns];
    for (const each of turns) each.endAll(reason);
    this.#windows.clear();
    await this.drain(reason);
    await this.store.close();
  }

  async backup(path: string): Promise<void> {
    this.refuseStopped();
    await this.store.backup(path);
  }

  async check(): Promise<readonly LedgerProblem[]> {
    this.refuseStopped();
    return await this.store.check();
  }

  async #ofRecords<Result>(accountId: number, work: (query: Query) => Promise<Result>): Promise<Result> {
    return await this.#recordTurns.run(accountId, () => work(this.#queries.records));
  }

  async #ofReports<Result>(accountId: number, work: (query: Query) => Promise<Result>): Promise<Result> {
    return await this.#reportTurns.run(accountId, () => work(this.#queries.reports));
  }

  async authenticate(keyHash: Uint8Array): Promise<KeyHolder | undefined> {
    return await this.#keys.find(keyHash);
  }

  async balance(accountId: number): Promise<Balance> {
    return await readBalanceOf(this.#queries.short, accountId);
  }

  async secret(): Promise<Uint8Array> {
    if (this.#secret === undefined) {
      const [row] = await this.#queries.short('SELECT secret FROM gateway_secret');
      this.#secret = readBytes(row, 'secret');
    }
    if (this.#secret === undefined)
      throw new LedgerError('unusable', 'The ledger has lost its secret: restore a backup.');
    return this.#secret;
  }

  async budgets(accountId: number, keyId: number): Promise<readonly Budget[]> {
    return await readBudgets(this.#queries.short, this.#dialect, accountId, keyId);
  }

  async findReply(accountId: number, claim: IdempotencyClaim): Promise<KeyUse | undefined> {
    return await findReply(this.#queries.short, this.#dialect, accountId, claim);
  }

  async isErased(accountId: number, requestId: string): Promise<boolean> {
    return await isErased(this.#queries.short, accountId, requestId);
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
    await this.textsWritten(idOfAnswer(asked));
    return await this.#ofRecords(asked.accountId, (query) => findAnswer(query, this.#dialect, asked));
  }

  async listRequests(asked: RequestPageQuery): Promise<RequestPage> {
    checkPage(asked);
    const { pages } = this.#queries;
    return await this.readPage(() =>
      this.#pageTurns.run(asked.accountId, () => readRequestPage(pages, this.#dialect, asked)),
    );
  }

  async outputsByModel(minimumCalls: number): Promise<readonly MeteredOutput[]> {
    return await this.#ofReports(NOBODY, (query) => readMeteredOutputs(query, minimumCalls));
  }

  async usage(asked: UsageQuery): Promise<readonly UsageRow[]> {
    return await readUsage(asked, (accountId = NOBODY, work) => this.#ofReports(accountId, work));
  }

  async listKeys(accountName?: string): Promise<readonly ListedKey[]> {
    return await this.#ofReports(NOBODY, (query) => listKeys(query, this.#dialect, accountName));
  }

  async listAccounts(): Promise<readonly ListedAccount[]> {
    return await listAccounts(this.#queries.short, this.#dialect);
  }

  async accountsAfter(accountId: number, limit: number): Promise<readonly ListedAccount[]> {
    const after = 'WHERE a.id > $1 ORDER BY a.id LIMIT $2';
    return await listAccounts(this.#queries.short, this.#dialect, after, [accountId, limit]);
  }

  async findAccount(name: string): Promise<ListedAccount | undefined> {
    return (await listAccounts(this.#queries.short, this.#dialect, 'WHERE a.name = $1', [name]))[0];
  }

  async history(accountName: string, maxEntries: number): Promise<readonly LedgerEntry[]> {
    checkHistory(maxEntries);
    return await readHistory(this.#queries.short, accountName, maxEntries);
  }

  async audit(asked: AuditQuery): Promise<AuditPage> {
    checkAuditQuery(asked);
    return await readAuditPage(this.#queries.short, asked);
  }

  async listAdminTokens(): Promise<readonly ListedAdminToken[]> {
    return await listAdminTokens(this.#queries.short);
  }

  async findAdminToken(prefix: string): Promise<KnownAdminToken | 'none' | undefined> {
    return await findAdminToken(this.#queries.short, prefix);
  }
}
