import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_MAIL_CHARACTERS } from '../../../core/ledger/mail/gateway-mail.ts';
import { GatewayCalls, type Reply } from '../../../core/pipeline/running/gateway-calls.ts';
import { eventually } from '../../support/eventually.ts';

const QUESTION = { kind: 'look', accountId: 7 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A gateway that asks, and what it sends; nobody carries it anywhere. */
function asker() {
  const sent: string[] = [];
  let deliver = (_text: string): void => {};
  const calls = new GatewayCalls(
    {
      address: 'asks',
      send: async (mails) => void sent.push(...mails.map(({ text }) => text)),
      receive: (onMail) => (deliver = onMail),
    },
    async () => undefined,
  );
  return { calls, sent, deliver: (text: string | undefined) => deliver(text ?? '') };
}

/** What a gateway sends that is asked this, with an answer of two messages. */
async function answersTo(question: string | undefined, content: string): Promise<readonly string[]> {
  const { sent, deliver } = answerer(async () => ({ facts: {}, bytes: Buffer.from(content.repeat(8_000)) }));
  deliver(question);
  await eventually(() => expect(sent).toHaveLength(2));
  return sent;
}

function answerer(answer: () => Promise<Reply | undefined>) {
  const sent: string[] = [];
  let deliver = (_text: string): void => {};
  void new GatewayCalls(
    {
      address: 'answers',
      send: async (mails) => void sent.push(...mails.map(({ text }) => text)),
      receive: (onMail) => (deliver = onMail),
    },
    answer,
  );
  return { sent, deliver: (text: string | undefined) => deliver(text ?? '') };
}

it('a question that was answered twice takes one of the answers, and never a mixture', async () => {
  const { calls, sent, deliver } = asker();
  const reply = calls.ask('answers', QUESTION);
  const [one, other] = [await answersTo(sent[0], 'a'), await answersTo(sent[0], 'b')];
  deliver(one[0]);
  deliver(other[1]);
  deliver(other[0]);
  deliver(one[1]);
  deliver(other[1]);
  expect(Buffer.from((await reply)?.bytes ?? '').toString()).toBe('b'.repeat(8_000));
});

it.each([5_400, 5_699, 5_700, 5_701, 11_400, 40_960])(
  'a reply of %i bytes and long facts arrives in messages that are short enough',
  async (length) => {
    const reply: Reply = {
      facts: { outcome: 'bytes', hasEnded: true, position: '12.'.repeat(500) },
      bytes: Buffer.alloc(length, 'x'),
    };
    const { calls, sent, deliver } = asker();
    const asked = calls.ask('answers', QUESTION);
    const answering = answerer(async () => reply);
    answering.deliver(sent[0]);
    await vi.advanceTimersByTimeAsync(0);
    expect(answering.sent.filter((text) => text.length > MAX_MAIL_CHARACTERS)).toEqual([]);
    for (const text of answering.sent) deliver(text);
    expect(await asked).toEqual(reply);
  },
);

it('an account has at most half of all open questions, and the others have the rest', async () => {
  const { calls, sent } = asker();
  const ask = (accountId: number, count: number) =>
    Array.from({ length: count }, () => calls.ask('answers', { ...QUESTION, accountId }));
  const replies = ask(7, 600);
  expect(sent).toHaveLength(500);
  replies.push(...ask(8, 600));
  expect(sent).toHaveLength(750);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.all(replies)).toEqual(replies.map(() => undefined));
  // Those that got no answer are open no more.
  void ask(7, 600);
  expect(sent).toHaveLength(750 + 500);
});

it('of the questions that are being answered an account has at most half as well', async () => {
  let openAnswers = 0;
  const { deliver } = answerer(() => {
    openAnswers += 1;
    return new Promise(() => {});
  });
  const ask = (accountId: number): void =>
    deliver(`ask  ${JSON.stringify({ id: 'x', from: 'asks', question: { ...QUESTION, accountId } })}`);
  for (let count = 0; count < 600; count += 1) ask(7);
  expect(openAnswers).toBe(500);
  ask(8);
  expect(openAnswers).toBe(501);
});
