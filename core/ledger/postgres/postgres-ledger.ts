import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { KnownAdminToken, ListedAdminToken } from '../administration/admin-token.ts';
import type { Actor, AuditPage, AuditQuery } from '../administration/audit.ts';
import type { Budget } from '../budgets/budget.ts';
import { checkAuditQuery, checkHistory, checkPage, readMoment } from '../check-operation.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Operation, TextResult } from '../ledger-operation.ts';
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
} from '../ledger.ts';
import type { GatewayMail } from '../mail/gateway-mail.ts';
import { DEFAULT_MAX_CACHE_BYTES, type CacheQuery } from '../answers/cached-answer.ts';
import { deletePostgresAnswers } from '../answers/postgres-answers.ts';
import type { LogPiece } from '../texts/log-piece.ts';
import { PostgresAttendant } from './attendant.ts';
import { checkPostgres } from './check.ts';
import { connect, createPool, discard, SESSION_LIMITS } from './connection.ts';
import { describeError } from './error-kind.ts';
import { recoverAtStart } from './lease.ts';
import { PostgresMail } from './mail.ts';
import { PostgresReader } from './reader.ts';
import { listPostgresKeys, readPostgresUsage } from './reports.ts';
import { preparePostgres } from './schema.ts';
import { PostgresWriter } from './writer.ts';
import { PostgresOutbox } from '../webhooks/postgres-outbox.ts';
import { QueuedLedger } from '../queued-ledger.ts';
import type { Commit, QueueOptions } from '../queued-ledger.ts';
import { refuseProblems } from '../refuse-problems.ts';
import { DEFAULT_MAX_TEXT_BYTES } from '../texts/max-text-bytes.ts';
import type { RequestPage, RequestPageQuery } from '../requests/request-page.ts';
import type { Storable } from '../texts/storable.ts';
import type { UsageQuery, UsageRow } from '../usage/usage.ts';
import type { WebhookAdmin, WebhookOutbox } from '../webhooks/outbox.ts';

export interface PostgresLedgerOptions extends QueueOptions {
  /** `postgres://...`; it may hold a password, so it is never shown. */
  readonly url: string;
  /**
   * True for a gateway: it takes a lease, voids what dead gateways left reserved and checks the invariants. False for
   * commands, which work beside running gateways and cannot reserve.
   */
  readonly recover: boolean;
  /** Owner of this process's holds; a random one by default. */
  readonly bootId?: string;
  /** Called for every batch that was answered, for metrics. */
  readonly onCommit?: (commit: Commit) => void;
  /** Called once if the server's disk fails. Everything is rejected from then on; the process should stop. */
  readonly onFatal?: (error: LedgerError) => void;
  /** Bound on the texts kept of one account, bytes; a gigabyte by default. */
  readonly maxTextBytes?: number;
  /** Bound on the answers in one account's cache, bytes; a hundred megabytes by default. */
  readonly maxCacheBytes?: number;
  /** A gateway that gives no sign of life for so long is taken for dead and its holds are voided, milliseconds. */
  readonly leaseMs?: number;
  /** How long a batch whose outcome is unknown waits for the server to come back, milliseconds. */
  readonly patienceMs?: number;
  /** How long a batch waits for rows another process has locked, milliseconds. */
  readonly lockMs?: number;
}

export interface PostgresLedger extends Ledger, LedgerAdmin {
  readonly webhooks: WebhookOutbox & WebhookAdmin;
  /** Requests of dead gateways that this one voided so far. */
  readonly voidedRequests: number;
}

const LEASE_MS = 15_000;
const PATIENCE_MS = 10_000;
const READING_SESSIONS = 4;
/** For the texts of records, at which accounts take turns: `RecordTurns` lets one read at a time. */
const TEXT_SESSIONS = 1;
/** For reports that read much of the history, one at a time too. */
const REPORT_SESSIONS = 1;
/** For webhooks; opened while there are any, and closed when idle. */
const EVENT_SESSIONS = 1;
/** A check reads the whole history; processes that start together make the tables one after the other. */
const LONG_WORK = { lockMs: 60_000, statementMs: 15 * 60_000 };

/** @throws LedgerError `unusable` or `unavailable`; the message says why and what to do. */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<PostgresLedger> {
  const ledger = new SharedLedger(options);
  try {
    await ledger.open();
    return ledger;
  } catch (error) {
    await ledger.close();
    if (error instanceof LedgerError) throw error;
    throw new LedgerError(
      'unusable',
      `The ledger’s PostgreSQL cannot be used: ${describeError(error)}. Check that it runs, that ASSAY_DATABASE_URL is right, and that its user may create a schema there.`,
      { cause: error },
    );
  }
}

class SharedLedger extends QueuedLedger implements PostgresLedger {
  readonly #options: PostgresLedgerOptions;
  readonly #pool: Pool;
  readonly #texts: Pool;
  readonly #reports: Pool;
  readonly #events: Pool;
  readonly webhooks: PostgresOutbox;
  readonly #reader: PostgresReader;
  readonly #writer: PostgresWriter;
  /** Undefined for a command, which has no lease and keeps no texts. */
  readonly #attendant: PostgresAttendant | undefined;
  readonly #mail: PostgresMail | undefined;
  readonly #bootId: string;
  #stopped: LedgerError | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: PostgresLedgerOptions) {
    super(options);
    const { url, recover, bootId = randomUUID() } = options;
    this.#options = options;
    this.#bootId = bootId;
    this.#pool = createPool(url, READING_SESSIONS);
    this.#texts = createPool(url, TEXT_SESSIONS, 'assay-texts');
    this.#reports = createPool(url, REPORT_SESSIONS);
    this.#events = createPool(url, EVENT_SESSIONS, 'assay-webhooks');
    this.webhooks = new PostgresOutbox(this.#events, () => void this.#reading());
    this.#reader = new PostgresReader(this.#pool, this.#texts, this.#reports);
    this.#writer = new PostgresWriter({
      url,
      limits: { ...SESSION_LIMITS, lockMs: options.lockMs ?? SESSION_LIMITS.lockMs },
      bootId: recover ? bootId : null,
      random: Math.random,
      onCorrupt: (error) => this.#fail(error),
      patienceMs: options.patienceMs ?? PATIENCE_MS,
    });
    if (!recover) return;
    const { leaseMs = LEASE_MS } = options;
    const { maxTextBytes = DEFAULT_MAX_TEXT_BYTES, maxCacheBytes = DEFAULT_MAX_CACHE_BYTES } = options;
    this.#mail = new PostgresMail({ url, address: bootId, random: Math.random });
    this.#attendant = new PostgresAttendant(
      { url, bootId, leaseMs, maxTextBytes, maxCacheBytes },
      {
        onRecovered: (recovery) => this.recovered(recovery),
        onCorrupt: (reason) =>
          this.#fail(new LedgerError('failed', `The ledger’s PostgreSQL is damaged: ${reason}.`)),
      },
    );
  }

  async open(): Promise<void> {
    const { leaseMs = LEASE_MS } = this.#options;
    await this.#alone(async (client) => await preparePostgres(client));
    if (this.#attendant === undefined) return;
    await this.#attendant.open();
    await this.#writer.open();
    this.#attendant.keepLease();
    this.#mail?.start();
    this.recovered(await recoverAtStart(this.#pool, { bootId: this.#bootId, leaseMs }));
    refuseProblems(await this.#alone(async (client) => await checkPostgres(client, { logs: false })));
  }

  get mail(): GatewayMail | undefined {
    return this.#mail;
  }

  async authenticate(keyHash: Uint8Array): Promise<KeyHolder | undefined> {
    return await this.#reading().authenticate(keyHash);
  }

  async budgets(accountId: number, keyId: number): Promise<readonly Budget[]> {
    return await this.#reading().budgets(accountId, keyId);
  }

  async balance(accountId: number): Promise<Balance> {
    return await this.#reading().balance(accountId);
  }

  async findReply(accountId: number, claim: IdempotencyClaim): Promise<KeyUse | undefined> {
    return await this.#reading().findReply(accountId, claim);
  }

  async findRequest(accountId: number, requestId: string): Promise<RequestRecord | undefined> {
    const reader = this.#reading();
    return await this.readRecord(requestId, () => reader.findRequest(accountId, requestId));
  }

  async readLog(piece: LogPiece): Promise<Uint8Array | undefined> {
    return await this.#reading().readLog(piece);
  }

  async findAnswer(query: CacheQuery): Promise<Uint8Array | undefined> {
    await this.answerWritten(query);
    return await this.#reading().findAnswer(query);
  }

  async listRequests(query: RequestPageQuery): Promise<RequestPage> {
    const reader = this.#reading();
    checkPage(query);
    return await this.readPage(() => reader.listRequests(query));
  }

  async outputsByModel(minimumCalls: number): Promise<readonly MeteredOutput[]> {
    return await this.#reading().outputsByModel(minimumCalls);
  }

  async listAccounts(): Promise<readonly ListedAccount[]> {
    return await this.#reading().listAccounts();
  }

  async accountsAfter(accountId: number, limit: number): Promise<readonly ListedAccount[]> {
    return await this.#reading().accountsAfter(accountId, limit);
  }

  async findAccount(name: string): Promise<ListedAccount | undefined> {
    return await this.#reading().findAccount(name);
  }

  async listKeys(accountName?: string): Promise<readonly ListedKey[]> {
    this.#reading();
    return await this.#alone(async (client) => await listPostgresKeys(client, accountName));
  }

  async listAdminTokens(): Promise<readonly ListedAdminToken[]> {
    return await this.#reading().listAdminTokens();
  }

  async findAdminToken(prefix: string): Promise<KnownAdminToken | 'none' | undefined> {
    return await this.#reading().findAdminToken(prefix);
  }

  async audit(query: AuditQuery): Promise<AuditPage> {
    checkAuditQuery(query);
    return await this.#reading().audit(query);
  }

  async usage(query: UsageQuery): Promise<readonly UsageRow[]> {
    const reader = this.#reading();
    // A command may wait long for a report on everything.
    return this.#attendant === undefined
      ? await this.#alone(async (client) => await readPostgresUsage(client, query))
      : await reader.usage(query);
  }

  async backup(): Promise<void> {
    throw new LedgerError('invalid', 'PostgreSQL makes its own backups: use pg_dump.');
  }

  async history(accountName: string, maxEntries: number): Promise<readonly LedgerEntry[]> {
    checkHistory(maxEntries);
    return await this.#reading().history(accountName, maxEntries);
  }

  async check(): Promise<readonly LedgerProblem[]> {
    this.#reading();
    return await this.#alone(async (client) => await checkPostgres(client, { logs: true }));
  }

  override async prunePrompts(before: string, by?: Actor): Promise<number> {
    const pruned = await super.prunePrompts(before, by);
    await this.webhooks.prune(readMoment(before));
    await this.deleteAnswers(readMoment(before));
    return pruned;
  }

  protected async deleteSomeAnswers(beforeMs: number): Promise<number> {
    this.#reading();
    return await deletePostgresAnswers(this.#pool, beforeMs);
  }

  /** Finishes what is pending, gives up the lease, then closes. Calling it again waits for the same end. */
  async close(): Promise<void> {
    this.#closed ??= this.#finish();
    await this.#closed;
  }

  protected send(operations: readonly Operation[]): void {
    void this.#write(operations);
  }

  protected async sendTexts(texts: readonly Storable[]): Promise<readonly TextResult[]> {
    if (this.#attendant === undefined) return texts.map(() => ({ outcome: 'not-allowed', gaveWay: 0 }));
    return await this.#attendant.writeTexts(texts);
  }

  async #write(operations: readonly Operation[]): Promise<void> {
    const startedMs = performance.now();
    const results = await this.#writer.write(operations);
    this.answer(results);
    this.#options.onCommit?.({ durationMs: performance.now() - startedMs, operations: operations.length });
  }

  async #finish(): Promise<void> {
    this.#stopped ??= new LedgerError('closed', 'The ledger is closed: the gateway is stopping.');
    this.#reader.stop(this.#stopped);
    await this.drain(this.#stopped);
    await Promise.all([this.#attendant?.close(), this.#mail?.close()]);
    await this.#writer.leave();
    await Promise.all([
      this.#writer.close(),
      ...[this.#pool, this.#texts, this.#reports, this.#events].map((pool) => pool.end()),
    ]);
  }

  #reading(): PostgresReader {
    if (this.#stopped !== undefined) throw this.#stopped;
    return this.#reader;
  }

  /** One session for one piece of work that may take long. */
  async #alone<Value>(work: (client: Awaited<ReturnType<typeof connect>>) => Promise<Value>): Promise<Value> {
    const client = await connect(this.#options.url, LONG_WORK);
    try {
      return await work(client);
    } finally {
      discard(client);
    }
  }

  #fail(error: LedgerError): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = error;
    this.stop(error);
    this.#options.onFatal?.(error);
  }
}
