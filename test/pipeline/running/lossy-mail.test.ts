import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Evaluation, PromptResponse, Result } from '../../../core/generated/prompt-response.ts';
import type { GatewayMail } from '../../../core/ledger/mail/gateway-mail.ts';
import { AnswerLog } from '../../../core/pipeline/follow/answer-log.ts';
import { createRecentReplies } from '../../../core/stores/recent-replies.ts';
import { GatewayAnswers } from '../../../core/pipeline/running/answer-gateways.ts';
import { PeerGateways, type FollowEnd } from '../../../core/pipeline/running/peer-gateways.ts';
import { GatewayCalls } from '../../../core/pipeline/running/gateway-calls.ts';
import { type RequestContext, RunningRequests } from '../../../core/pipeline/request-context.ts';
import { ReceivedEvents } from '../../support/answers/events-so-far.ts';
import { cases } from '../../support/whole-run.ts';

const REQUEST = { accountId: 7, requestId: 'a-request' };
/** A reader that found nobody looks again, as long after as a real one. */
const LOOK_MS = 1_000;
/** By then every message has arrived or is lost, and every reader has ended. */
const LONG_MS = 600_000;

/** When the copies of one message arrive, milliseconds after it was sent; none where it is lost. */
type Fate = readonly number[];

/** Mail between gateways of one process, whose messages come late, twice, in another order or never. */
function lossyMail(fates: readonly Fate[]): (address: string) => GatewayMail {
  const receivers = new Map<string, (text: string) => void>();
  let sent = 0;
  return (address) => ({
    address,
    async send(mails) {
      for (const { to, text } of mails) {
        // After the last fate there is peace: else nothing would ever have to arrive.
        for (const afterMs of fates[sent] ?? [1]) setTimeout(() => receivers.get(to)?.(text), afterMs);
        sent += 1;
      }
    },
    receive: (onMail) => void receivers.set(address, onMail),
  });
}

/** What the provider does next, and how long after what it did before. */
interface Step {
  readonly afterMs: number;
  readonly does: 'write' | 'muse' | 'restart' | 'result' | 'evaluation';
  readonly index: number;
  readonly text: string;
  readonly times: number;
}

/** The run of a request at one gateway. @returns the events that its reader has to receive. */
async function run(log: AnswerLog, steps: readonly Step[]): Promise<ReceivedEvents> {
  const expected = new ReceivedEvents();
  const tell = (name: string, data: object): void => expected.take({ id: '', name, data });
  const listeners = [log.listen(0), log.listen(1)];
  const written = ['', ''];
  const started = { promptLogId: REQUEST.requestId, creditsHeld: 1 };
  log.start(started, () => log.open());
  tell('started', started);
  const end = (index: number): void => {
    const result = { output: written[index], status: 'completed' } as Result;
    for (const _ of log.prepare(index, result));
    log.result(index, result);
    tell('result', { index, result });
  };
  for (const { afterMs, does, index, text: once, times } of steps) {
    const text = once.repeat(times);
    await vi.advanceTimersByTimeAsync(afterMs);
    const isOver = expected.results.has(index);
    if (does === 'evaluation') {
      const evaluation = { winner: 'a', score: expected.evaluations } as unknown as Evaluation;
      log.evaluation(evaluation);
      tell('evaluation', evaluation);
    } else if (isOver) continue;
    else if (does === 'result') end(index);
    else if (does === 'restart') {
      listeners[index]?.restart();
      written[index] = '';
    } else if (does === 'muse') listeners[index]?.reasoning(text);
    else {
      listeners[index]?.text(text);
      written[index] += text;
    }
  }
  for (const index of [0, 1]) if (!expected.results.has(index)) end(index);
  const response = { promptLogId: REQUEST.requestId, creditsUsed: 1 } as PromptResponse;
  log.end('done', [Buffer.from(JSON.stringify(response))]);
  tell('done', response);
  return expected;
}

/** A text may hold line separators of Unicode, which JSON leaves as they are. */
const EVENT = /^id: (.*?)\nevent: (.*?)\ndata: (.*)$/s;

/** Reads as a client of another gateway does, and comes again wherever it was cut off. @returns how it ended. */
async function follow(gateways: PeerGateways, events: ReceivedEvents, ends: FollowEnd[]): Promise<void> {
  for (let position = ''; ;) {
    const parts = gateways.follow({ owner: 'runs', ...REQUEST }, position, []);
    let rest = Buffer.alloc(0);
    for (;;) {
      const { done, value } = await parts.next();
      if (done === true) {
        ends.push(value);
        break;
      }
      if (value === undefined) continue;
      rest = Buffer.concat([rest, value.bytes]);
      for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
        const [, id = '', name = '', json = ''] = EVENT.exec(rest.toString('utf8', 0, end)) ?? [];
        events.take({ id, name, data: JSON.parse(json) });
        position = id;
        rest = rest.subarray(end + 2);
      }
      if (value.position !== undefined) expect(value.position).toBe(position);
    }
    if (ends.at(-1) === 'ended' || ends.at(-1) === 'not-running') return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const fate = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Fate>([1]) },
  { weight: 2, arbitrary: fc.constant<Fate>([]) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 1, max: 6_000 })) },
  { weight: 2, arbitrary: fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 15_000 })) },
);
const step = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 8_000 })),
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constant('write' as const) },
    { weight: 1, arbitrary: fc.constantFrom('muse', 'restart', 'result', 'evaluation') },
  ),
  index: fc.constantFrom(0, 1),
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  // Up to several messages.
  times: fc.oneof(fc.constant(1), fc.noBias(fc.integer({ min: 1, max: 10_000 }))),
}) satisfies fc.Arbitrary<Step>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a reader at another gateway gets every event once and in order, whatever becomes of the mail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { maxLength: 200, size: 'max' }),
      fc.array(step, { maxLength: 12, size: 'max' }),
      async (fates, steps) => {
        const join = lossyMail(fates);
        const running = new RunningRequests();
        const answers = new GatewayAnswers(
          running,
          createRecentReplies(() => 0),
        );
        void new GatewayCalls(join('runs'), (question) => answers.answer(question));
        const gateways = new PeerGateways(new GatewayCalls(join('reads'), async () => undefined));
        const log = new AnswerLog();
        const { accountId, requestId } = REQUEST;
        running.add({ promptLogId: requestId, account: { id: accountId }, answerLog: log } as RequestContext);

        const events = new ReceivedEvents();
        const ends: FollowEnd[] = [];
        const following = follow(gateways, events, ends);
        const expected = await run(log, steps);
        await vi.advanceTimersByTimeAsync(LONG_MS);
        await following;

        expect(ends.at(-1)).toBe('ended');
        const isWhole = (name: string): boolean => !['delta', 'reasoning', 'replaced'].includes(name);
        expect(events.names.filter(isWhole)).toEqual(expected.names);
        expect([...events.results]).toEqual([...expected.results]);
        // Who comes again after an entry has ended gets its result at once, without the rest of its text before it.
        for (const [index, text] of events.texts)
          expect(events.results.get(index)?.output.slice(0, text.length)).toBe(text);
        expect(log.readers).toBe(0);
      },
    ),
    { numRuns: cases(60) },
  );
});
