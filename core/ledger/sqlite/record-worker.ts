import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { RecordAnswer, RecordRequest } from './record-messages.ts';
import { openForReading } from './files.ts';
import { RecordReader } from './record-reader.ts';

/** Reads records with a read-only connection of its own. It answers each message with one message. */
function serve(port: MessagePort, path: string): void {
  const reader = new RecordReader(openForReading(path));
  port.on('message', (request: RecordRequest) => {
    const answer = answerTo(request, reader);
    const piece = answer.kind === 'piece' ? answer.piece : undefined;
    port.postMessage(answer, piece === undefined ? [] : [piece.buffer]);
  });
}

function answerTo({ id, question }: RecordRequest, reader: RecordReader): RecordAnswer {
  try {
    return question.kind === 'find'
      ? { id, kind: 'find', record: reader.find(question.accountId, question.requestId) }
      : { id, kind: 'piece', piece: reader.piece(question) };
  } catch (error) {
    return { id, kind: 'failed', message: error instanceof Error ? error.message : 'unknown error' };
  }
}

if (parentPort === null) throw new Error('The reader of records runs as a worker thread.');
serve(parentPort, String(workerData));
