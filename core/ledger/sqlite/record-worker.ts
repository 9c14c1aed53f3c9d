import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { RecordAnswer, RecordRequest } from './record-messages.ts';
import { openForReading } from './files.ts';
import { RecordReader } from './record-reader.ts';

/** Reads records with a read-only connection of its own. It answers each message with one message. */
function serve(port: MessagePort, path: string): void {
  const reader = new RecordReader(openForReading(path));
  port.on('message', (request: RecordRequest) => {
    const answer = answerTo(request, reader);
    const bytes =
      answer.kind === 'piece' ? answer.piece : answer.kind === 'answer' ? answer.answer : undefined;
    port.postMessage(answer, bytes === undefined ? [] : [bytes.buffer]);
  });
}

function answerTo({ id, question }: RecordRequest, reader: RecordReader): RecordAnswer {
  try {
    if (question.kind === 'find')
      return { id, kind: 'find', record: reader.find(question.accountId, question.requestId) };
    if (question.kind === 'piece') return { id, kind: 'piece', piece: reader.piece(question) };
    if (question.kind === 'answer') return { id, kind: 'answer', answer: reader.answer(question) };
    if (question.kind === 'page') return { id, kind: 'page', page: reader.page(question) };
    if (question.kind === 'outputs')
      return { id, kind: 'outputs', outputs: reader.outputs(question.minimumCalls) };
    if (question.kind === 'keys') return { id, kind: 'keys', keys: reader.keys(question.accountId) };
    if (question.kind === 'usage') return { id, kind: 'usage', rows: reader.usage(question.query) };
    return { id, kind: 'usage-step', step: reader.usageStep(question.query) };
  } catch (error) {
    return { id, kind: 'failed', message: error instanceof Error ? error.message : 'unknown error' };
  }
}

if (parentPort === null) throw new Error('The reader of records runs as a worker thread.');
serve(parentPort, String(workerData));
