import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { DatabaseSync } from 'node:sqlite';
import type { WriterAnswer, WriterRequest, WriterSettings } from '../ledger-operation.ts';
import { AnswerKeeper } from '../answers/sqlite-answers.ts';
import { SqliteAdministration } from '../administration/sqlite-administration.ts';
import { OutboxWriter } from '../webhooks/sqlite-outbox-writer.ts';
import { AccountOperations } from './account-operations.ts';
import { BatchWriter } from './batch.ts';
import { checkLedger } from './check.ts';
import { openForWriting, openingFailure, truncateLog } from './files.ts';
import { PromptRetention } from './prompt-retention.ts';
import { recoverLedger } from './recovery.ts';
import { RequestOperations } from './request-operations.ts';
import { prepareSchema } from './schema.ts';
import { TextKeeper } from './texts.ts';

/**
 * The ledger's writer thread: the only place that waits for the disk. It answers each message with one message. What it
 * throws ends the thread, and the main side takes that as the loss of the ledger.
 */
function serve(port: MessagePort, settings: WriterSettings): void {
  const opened = open(port, settings);
  if (opened === undefined) return;
  const { database, writer } = opened;
  port.on('message', (request: WriterRequest) => {
    switch (request.kind) {
      case 'batch': {
        const startedMs = performance.now();
        const results = writer.write(request.operations);
        answer(port, { kind: 'batch', results, durationMs: performance.now() - startedMs });
        break;
      }
      case 'texts':
        answer(port, { kind: 'texts', results: writer.writeTexts(request.texts) });
        break;
      case 'prune-answers':
        answer(port, { kind: 'answers-pruned', deleted: writer.pruneAnswers(request.beforeMs) });
        break;
      case 'outbox':
        answer(port, { kind: 'outbox', result: writer.writeOutbox(request.step) });
        break;
      case 'truncate-log':
        truncateLog(database);
        answer(port, { kind: 'log-truncated' });
        break;
      case 'check':
        answer(port, { kind: 'check', problems: checkLedger(database) });
        break;
      case 'close':
        database.close();
        answer(port, { kind: 'closed' });
        port.close();
        break;
    }
  });
}

/** @returns undefined where the database cannot be used; the main side is told why. */
function open(
  port: MessagePort,
  { path, bootId, recover, maxTextBytes, maxCacheBytes }: WriterSettings,
): { readonly database: DatabaseSync; readonly writer: BatchWriter } | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openForWriting(path);
    prepareSchema(database);
    const recovery = recover ? recoverLedger(database, { bootId, nowMs: Date.now() }) : undefined;
    const writer = new BatchWriter(database, {
      requests: new RequestOperations(database, { bootId, nowMs: Date.now }),
      accounts: new AccountOperations(database, Date.now),
      administration: new SqliteAdministration(database, Date.now),
      retention: new PromptRetention(database, Date.now),
      texts: new TextKeeper(database, { bootId, nowMs: Date.now, maxTextBytes }),
      answers: new AnswerKeeper(database, { bootId, nowMs: Date.now, maxCacheBytes }),
      outbox: new OutboxWriter(database, Date.now),
    });
    answer(port, { kind: 'opened', recovery });
    return { database, writer };
  } catch (error) {
    database?.close();
    answer(port, { kind: 'unusable', message: openingFailure(path, error).message });
    return undefined;
  }
}

function answer(port: MessagePort, message: WriterAnswer): void {
  port.postMessage(message);
}

if (parentPort === null) throw new Error('The ledger’s writer runs as a worker thread.');
serve(parentPort, workerData);
