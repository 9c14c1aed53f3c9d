import type { Response } from 'express';
import { expect, it } from 'vitest';
import { closeRequest } from '../../../core/http/run/open-request.ts';
import { AnswerLog } from '../../../core/pipeline/follow/answer-log.ts';
import { BEGINNING } from '../../../core/pipeline/follow/position.ts';
import { type RequestContext, RunningRequests } from '../../../core/pipeline/request-context.ts';
import { MemoryBudget } from '../../../core/stores/account-shares.ts';

/** Closes a request whose response is already closed, as is that of an asynchronous one. */
function closeWith(answerLog: AnswerLog | null): MemoryBudget {
  const budget = new MemoryBudget(100);
  const replies = budget.share(1);
  expect(replies.take(10)).toBe(true);
  const services = { running: new RunningRequests() };
  const context = { answerLog, replies, services } as RequestContext;
  closeRequest(context, { closed: true } as Response);
  return budget;
}

it('gives back the memory of an answer that nobody reads', () => {
  expect([closeWith(null).total, closeWith(new AnswerLog()).total]).toEqual([0, 0]);
});

it('counts the memory of an answer until its last reader has gone', () => {
  const log = new AnswerLog();
  const sink = { isReady: false, send: () => {}, end: () => {} };
  const readers = [log.follow(BEGINNING, sink), log.follow(BEGINNING, sink)];
  const budget = closeWith(log);
  const totals = readers.map((reader) => {
    reader.stop();
    return budget.total;
  });
  expect(totals).toEqual([10, 0]);
});
