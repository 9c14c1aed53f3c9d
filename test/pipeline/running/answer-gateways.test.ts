import { expect, it } from 'vitest';
import { AnswerLog, MAX_READERS } from '../../../core/pipeline/follow/answer-log.ts';
import { createRecentReplies } from '../../../core/stores/recent-replies.ts';
import { GatewayAnswers } from '../../../core/pipeline/running/answer-gateways.ts';
import { type RequestContext, RunningRequests } from '../../../core/pipeline/request-context.ts';

it('readers at other gateways are shared by accounts, and a request has its own bound', async () => {
  const running = new RunningRequests();
  const answers = new GatewayAnswers(
    running,
    createRecentReplies(() => 0),
  );
  const follow = async (accountId: number, request: number, reader: number): Promise<unknown> => {
    const requestId = `request-${accountId}-${request}`;
    const log = new AnswerLog();
    log.start({ promptLogId: requestId, creditsHeld: 1 }, () => {});
    if (running.find(accountId, requestId) === undefined)
      running.add({ promptLogId: requestId, account: { id: accountId }, answerLog: log } as RequestContext);
    const question = { kind: 'follow', accountId, requestId, reader: `${requestId}-${reader}` };
    const place = { position: '0', arrived: 0, waitMs: 0 };
    return (await answers.answer({ ...question, ...place }))?.facts['outcome'];
  };
  const crowd = async (accountId: number): Promise<readonly unknown[]> => {
    const outcomes = [];
    for (let count = 0; count < 300; count += 1)
      outcomes.push(await follow(accountId, Math.floor(count / MAX_READERS), count));
    return outcomes;
  };
  const count = (outcomes: readonly unknown[], expected: string): number =>
    outcomes.filter((outcome) => outcome === expected).length;

  const first = await crowd(1);
  expect([count(first, 'bytes'), count(first, 'busy')]).toEqual([250, 50]);
  // The next account still has half of what is free.
  expect(count(await crowd(2), 'bytes')).toBe(125);
  for (let reader = 0; reader < MAX_READERS; reader += 1) expect(await follow(3, 0, reader)).toBe('bytes');
  expect(await follow(3, 0, MAX_READERS)).toBe('full');

  await answers.answer({ kind: 'leave', accountId: 1, reader: 'request-1-0-0' });
  expect(await follow(1, 0, 301)).toBe('busy');
  for (let reader = 0; reader < 250; reader += 1)
    await answers.answer({
      kind: 'leave',
      accountId: 1,
      reader: `request-1-${Math.floor(reader / MAX_READERS)}-${reader}`,
    });
  expect(await follow(1, 0, 302)).toBe('bytes');
});

it('a question that names no request is not answered as if its reply were forgotten', async () => {
  const forgotten: string[] = [];
  const answers = new GatewayAnswers(new RunningRequests(), { forget: (id) => void forgotten.push(id) });
  expect(await answers.answer({ kind: 'forget', accountId: 1 })).toBeUndefined();
  const named = await answers.answer({ kind: 'forget', accountId: 1, requestId: 'a' });
  expect([named?.facts['outcome'], forgotten]).toEqual(['forgotten', ['a']]);
});
