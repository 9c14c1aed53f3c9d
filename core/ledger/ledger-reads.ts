import { createSecretKey } from 'node:crypto';
import { checkAuditQuery, checkHistory, checkPage } from './check-operation.ts';
import { LedgerError } from './ledger-error.ts';
import type { LedgerQueues } from './ledger-queues.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerAdmin } from './administration/ledger-admin.ts';
import { keyHolderLookUp, listAccounts, listKeys, readBalanceOf, readHistory } from './sql/accounts.ts';
import { findAdminToken, listAdminTokens, readAuditPage } from './sql/administration.ts';
import { readBudgets } from './sql/budgets.ts';
import { type Database, readBytes } from './sql/database.ts';
import { countEvents, listEvents, readWaiting } from './sql/events.ts';
import { findAnswer, findReply, findRequest, isErased, readLogPiece } from './sql/records.ts';
import { readRequestPage } from './sql/request-page.ts';
import { readMeteredOutputs, readUsage } from './sql/usage.ts';
import { ReadTurns } from './texts/read-turns.ts';
import { idOfAnswer } from './texts/text-queue.ts';
import type { WebhookAdmin, WebhookOutbox } from './webhooks/outbox.ts';

/** Reports on all accounts take turns under this ID, as an account's reports do under its own. */
const ALL_ACCOUNTS = 0;

/** Makes the methods that read the ledger. Accounts take turns at reads that may take long. */
export function ledgerReads(queues: LedgerQueues) {
  const { queries } = queues;
  const { short, pages } = queries;
  const [recordTurns, pageTurns, reportTurns] = [new ReadTurns(), new ReadTurns(), new ReadTurns()];
  type Work<Result> = (database: Database) => Promise<Result>;
  const ofRecords = async <Result>(accountId: number, work: Work<Result>): Promise<Result> =>
    await recordTurns.run(accountId, () => work(queries.records));
  const ofReports = async <Result>(accountId: number, work: Work<Result>): Promise<Result> =>
    await reportTurns.run(accountId, () => work(queries.reports));
  const reads = {
    authenticate: keyHolderLookUp(short),
    balance: async (accountId) => await readBalanceOf(short, accountId),
    secret: async () => {
      const bytes = readBytes((await short.query('SELECT secret FROM gateway_secret'))[0], 'secret');
      if (bytes === undefined)
        throw new LedgerError('unusable', 'The ledger has lost its secret: restore a backup.');
      // Node takes 20 microseconds longer for an HMAC whose key is bytes.
      return createSecretKey(bytes);
    },
    budgets: async (accountId, keyId) => await readBudgets(short, accountId, keyId),
    findReply: async (accountId, claim) => await findReply(short, accountId, claim),
    isErased: async (accountId, requestId) => await isErased(short, accountId, requestId),
    findRequest: async (accountId, requestId) =>
      await queues.readRecord(requestId, () =>
        ofRecords(accountId, (database) => findRequest(database, accountId, requestId)),
      ),
    readLog: async (piece) => await ofRecords(piece.accountId, (database) => readLogPiece(database, piece)),
    findAnswer: async (query) => {
      await queues.waitForTexts(idOfAnswer(query));
      return await ofRecords(query.accountId, (database) => findAnswer(database, query));
    },
    listRequests: async (query) => {
      checkPage(query);
      return await queues.readPage(() => pageTurns.run(query.accountId, () => readRequestPage(pages, query)));
    },
    outputsByModel: async (minimumCalls) =>
      await ofReports(ALL_ACCOUNTS, (database) => readMeteredOutputs(database, minimumCalls)),
    usage: async (query) =>
      await ofReports(query.accountId ?? ALL_ACCOUNTS, (database) => readUsage(database, query)),
    listKeys: async (accountName) =>
      await ofReports(ALL_ACCOUNTS, (database) => listKeys(database, accountName)),
    listAccounts: async (afterId = 0, limit = Number.MAX_SAFE_INTEGER) =>
      await listAccounts(short, 'WHERE a.id > $1 ORDER BY a.id LIMIT $2', [afterId, limit]),
    findAccount: async (name) => (await listAccounts(short, 'WHERE a.name = $1', [name]))[0],
    history: async (accountName, maxEntries) => {
      checkHistory(maxEntries);
      return await readHistory(short, accountName, maxEntries);
    },
    audit: async (query) => {
      checkAuditQuery(query);
      return await readAuditPage(short, query);
    },
    listAdminTokens: async () => await listAdminTokens(short),
    findAdminToken: async (prefix) => await findAdminToken(short, prefix),
  } satisfies Partial<Ledger & LedgerAdmin>;
  /** Rejects the reads that wait for their turn. */
  const end = (reason: LedgerError): void => {
    for (const turns of [recordTurns, pageTurns, reportTurns]) turns.endAll(reason);
  };
  return { reads, end };
}

/** Makes the methods that read the outbox and claim its events. */
export function outboxOf(queues: LedgerQueues) {
  const { queries, runStep } = queues;
  const { events } = queries;
  return {
    waiting: async (afterAccountId) => await readWaiting(events, afterAccountId),
    counts: async () => await countEvents(events),
    notify: (listener) => {
      queues.onWritten = listener;
    },
    list: async (maxEvents) => await listEvents(events, maxEvents),
    claim: async (reports, requests) => {
      const { claimed, rows: expired } = await runStep({ kind: 'claimEvents', reports, requests });
      return { claimed, expired };
    },
    takeAlerts: async () => (await runStep({ kind: 'takeAlerts' })).alerts,
  } satisfies Partial<WebhookOutbox & WebhookAdmin>;
}
