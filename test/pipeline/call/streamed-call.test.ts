import type { ServerResponse } from 'node:http';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResult } from '../../../core/pipeline/call/call-result.ts';
import type { AnswerEvent } from '../../../core/pipeline/follow/answer-events.ts';
import { AnswerLog } from '../../../core/pipeline/follow/answer-log.ts';
import { BEGINNING } from '../../../core/pipeline/follow/position.ts';
import { ANY_SCHEMA, sampleModel } from '../../../core/plugin-check/sample-entry.ts';
import type plugin from '../../fixtures/streaming-plugin/droplets.ts';
import { eventually } from '../../support/eventually.ts';
import { holdTimers } from '../../support/held-timers.ts';
import { cutAt, sse } from '../../support/streams/event-bytes.ts';
import {
  answerOf,
  beginStream,
  encode,
  startDropletScene,
  write,
  type DropletScene,
  type RunOptions,
} from '../../support/streams/droplet-scene.ts';
import { cases, slowIt } from '../../support/whole-run.ts';

let scene: DropletScene;
beforeAll(async () => {
  scene = await startDropletScene();
});
afterAll(() => scene.stop());

/** Answers with these events, whole or cut in front of the last. */
function stream(events: Parameters<typeof encode>[0], finish: 'end' | 'destroy' | 'stall' = 'end'): void {
  scene.answer((_request, response) => void send(response, encode(events), finish));
}

async function send(
  response: ServerResponse,
  bytes: Buffer,
  finish: 'end' | 'destroy' | 'stall' = 'end',
): Promise<void> {
  beginStream(response);
  await write(response, bytes);
  if (finish === 'end') response.end();
  // What has been written gets there first.
  if (finish === 'destroy') response.socket?.destroySoon();
}

describe('an error of the gateway', () => {
  const failing = (): never => {
    throw new Error('an error of the gateway');
  };
  const LATENCY_MS = 20;
  const CUT = encode([
    ['word', { add: 'It is ' }],
    ['tokens', { heard: 10, spoken: 20 }],
  ]);

  it.each<[string, RunOptions]>([
    ['after an attempt', { listener: { ...new AnswerLog().listen(0), restart: failing } }],
    ['during an attempt', { replies: { give: failing } }],
  ])('%s leaves its cost to the operator, and shows how long it took', async (_when, options) => {
    scene.answer((_request, response) => {
      setTimeout(() => void send(response, CUT, 'destroy'), LATENCY_MS);
    });
    const { run } = await scene.run(options);
    expect(run.outcome).toMatchObject({ fault: { code: 'unavailable', because: 'gateway' } });
    expect(run).toMatchObject({ attempts: 1, chargeMicroCredits: 0 });
    expect(run.absorbedMicroCredits).toBeGreaterThan(0);
    expect(run.providerCostNanoUsd).toBeGreaterThan(0);
    expect(run.latencyMs).toBeGreaterThanOrEqual(LATENCY_MS - 1);
    expect(run.upstreamMs).toBeGreaterThanOrEqual(LATENCY_MS - 1);
  });
});

it.each([false, true])('counts what it holds of an answer, and what its readers read: %s', async (isRead) => {
  const pieces = Array.from({ length: 50 }, (_, index) => `${index}${'\u0001'.repeat(10_000)}`);
  const content = pieces.join('');
  stream(answerOf(...pieces));
  let [heldBytes, most] = [0, 0];
  const change = (bytes: number): true => {
    heldBytes += bytes;
    most = Math.max(most, heldBytes);
    return true;
  };
  const { run, text } = await scene.run({
    replies: { take: change, give: (bytes) => void change(-bytes) },
    ...(isRead && { listener: new AnswerLog().listen(0) }),
  });
  expect(run.outcome).toMatchObject({ finishReason: 'stop' });
  expect(text === content).toBe(true);
  // Its readers' copy is forgotten with the result.
  expect(most).toBeGreaterThanOrEqual((isRead ? 3 : 2) * 500_000);
  expect(heldBytes).toBeGreaterThanOrEqual(2 * 500_000);
  expect(heldBytes).toBeLessThan(2.2 * 500_000);
});

const USAGE = { heard: 10, spoken: 20 };

describe.each(['sse', 'binary'] as const)('a stream of %s events', (framing) => {
  it('is the reply that the whole call would have given, wherever it is cut', async () => {
    const word = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed());
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        async (words, cuts) => {
          const bytes = encode([['muse', { add: 'Hm.' }], ...answerOf('Ω ', ...words)], framing);
          scene.answer(async (_request, response) => {
            beginStream(response, framing);
            for (const chunk of cutAt(bytes, cuts)) {
              await write(response, chunk);
              await new Promise(setImmediate);
            }
            response.end();
          });
          const { run, text, parts } = await scene.run({ framing });
          expect(run).toMatchObject({
            outcome: { finishReason: 'stop' },
            usage: { tokensIn: 10, tokensOut: 20, tokensReasoning: null },
            attempts: 1,
          });
          expect(text).toBe(`Ω ${words.join('')}`);
          expect(parts).toEqual(['reasoning: Hm.', `text: ${text}`]);
          expect(run.firstTokenMs).toBeLessThanOrEqual(run.latencyMs);
        },
      ),
      { numRuns: cases(40) },
    );
  });
});

describe('a provider that is asked for a stream', () => {
  it('is told so, and with what headers', async () => {
    let sentFields: unknown;
    scene.answer(async (request, response) => {
      const chunks = await request.toArray();
      sentFields = [JSON.parse(Buffer.concat(chunks).toString()).flow, request.headers.accept];
      await send(response, encode(answerOf('fine')));
    });
    await scene.run();
    expect(sentFields).toEqual([true, 'text/event-stream']);
    await scene.run({ provider: { streaming: false } });
    expect(sentFields).toEqual([undefined, 'application/json']);
    // For this call its plugin does not ask for a stream.
    await scene.run({ outputSchema: { type: 'object' }, provider: { schemaSubset: ANY_SCHEMA } });
    expect(sentFields).toEqual([undefined, 'application/json']);
  });

  it('may answer with one JSON reply', async () => {
    const reply = { said: 'whole', tokens: USAGE };
    scene.answer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply)),
    );
    const { run, parts } = await scene.run();
    expect(run).toMatchObject({ outcome: { text: 'whole' }, usage: { tokensIn: 10 } });
    expect([run.firstTokenMs, parts]).toEqual([undefined, []]);
  });

  it.each(['text/event-stream', 'application/json'])('may answer with an error of type %s', async (type) => {
    scene.answer((_request, response) =>
      response.writeHead(400, { 'content-type': type }).end('{"error":{"code":"too_dry","message":"m"}}'),
    );
    expect((await scene.run()).run.outcome).toEqual({
      fault: { code: 'rejected', retryable: false, providerStatus: 400, providerCode: 'too_dry' },
    });
  });

  it('may tell of its failure in the stream', async () => {
    stream([
      ['word', { add: 'I ' }],
      ['tokens', USAGE],
      ['fail', { code: 'too_dry' }],
    ]);
    const { run } = await scene.run({ provider: { retries: { ...RETRIES, attempts: 1 } } });
    expect(run.outcome).toMatchObject({ fault: { code: 'overloaded' } });
    expect(run.usage).toMatchObject({ tokensOut: 20 });
  });

  it('may begin its reply again', async () => {
    stream([['word', { add: 'no' }], ['again', {}], ...answerOf('yes')]);
    const { text, parts } = await scene.run();
    expect([text, parts]).toEqual(['yes', ['text: no', 'restart', 'text: yes']]);
  });

  it('may end where it said that only figures follow, or say that all is done', async () => {
    for (const tail of ['', 'data: [DONE]\n\n']) {
      const bytes = encode([
        ['word', { add: 'all' }],
        ['tokens', USAGE],
        ['over', {}],
      ]);
      scene.answer(
        (_request, response) =>
          void send(response, Buffer.concat([bytes, Buffer.from(tail)]), tail === '' ? 'end' : 'stall'),
      );
      const { run } = await scene.run();
      expect(run).toMatchObject({ outcome: { text: 'all' }, usage: { tokensOut: 20 } });
    }
  });

  it('may say that all is done once it has told the usage, whatever it says of why the text ends', async () => {
    const bytes = encode([
      ['word', { add: 'all' }],
      ['tokens', USAGE],
    ]);
    const done = Buffer.from('data: [DONE]\n\n');
    scene.answer((_request, response) => void send(response, Buffer.concat([done, bytes, done]), 'stall'));
    const { run } = await scene.run(ONCE);
    expect(run).toMatchObject({ outcome: { text: 'all' }, usage: { tokensOut: 20 }, attempts: 1 });
  });
});

const RETRIES = { attempts: 2, firstPauseMs: 1, maxPauseMs: 1, maxRetryAfterMs: 1 };
const TWICE = { provider: { retries: RETRIES } };
const ONCE = { provider: { retries: { ...RETRIES, attempts: 1 } } };

describe('a stream that breaks off', () => {
  it.each(['end', 'destroy'] as const)('costs what was reported by then (%s)', async (finish) => {
    stream(
      [
        ['tokens', USAGE],
        ['word', { add: 'half an' }],
      ],
      finish,
    );
    const { run, parts } = await scene.run(ONCE);
    expect(run).toMatchObject({
      outcome: { fault: { code: 'unavailable' } },
      usage: { tokensIn: 10, tokensOut: 20 },
    });
    expect(run.chargeMicroCredits).toBeGreaterThan(0);
    expect(parts).toEqual(['text: half an']);
  });

  it('is counted by whether that was anything', async () => {
    const count = async (usage: string): Promise<number> => {
      const line = new RegExp(
        `^assay_streams_cut_total\\{provider="sample",usage="${usage}"\\} (\\d+)$`,
        'm',
      );
      return Number(line.exec(await scene.metrics())?.[1] ?? 0);
    };
    const before = [await count('reported'), await count('unknown')];
    stream([['word', { add: 'half' }]]);
    expect((await scene.run(ONCE)).run).toMatchObject({ usage: undefined, chargeMicroCredits: 0 });
    stream([['tokens', USAGE]]);
    await scene.run(ONCE);
    expect([await count('reported'), await count('unknown')]).toEqual(before.map((counted) => counted + 1));
  });

  it('is asked for again while nothing of it has reached the caller', async () => {
    let calls = 0;
    scene.answer((_request, response) => {
      calls += 1;
      void send(
        response,
        encode(
          calls % 2 === 1
            ? [
                ['tokens', USAGE],
                ['word', { add: 'ha' }],
              ]
            : answerOf('whole'),
        ),
      );
    });
    const { run, parts, steps } = await scene.run(TWICE);
    expect(run).toMatchObject({ outcome: { text: 'whole' }, attempts: 2 });
    expect(run.billedUsage?.tokensOut).toBe(20 + (run.usage?.tokensOut ?? 0));
    expect(run.absorbedMicroCredits).toBe(run.chargeMicroCredits);
    expect(parts).toEqual(['text: ha', 'restart', 'text: whole']);
    expect(steps).toEqual(['unavailable retry']);
  });

  it('is not waited for in the pause that the provider asks for', async () => {
    let calls = 0;
    scene.answer((_request, response) => {
      calls += 1;
      if (calls === 1) response.writeHead(503, { 'retry-after-ms': '700' }).end();
      else void send(response, encode(answerOf('whole')));
    });
    // A wait is long from half of this on.
    const timeouts = { firstByteMs: 800 };
    const retries = { ...RETRIES, maxRetryAfterMs: 700 };
    const { run, slow } = await scene.run({ timeouts, provider: { retries } });
    expect(run).toMatchObject({ outcome: { text: 'whole' }, attempts: 2 });
    expect(slow).toEqual([]);
  });

  it('is not asked for again after that', async () => {
    stream([['word', { add: 'ha' }]]);
    const { run, parts, steps } = await scene.run({ ...TWICE, reaches: 'ha' });
    expect(run).toMatchObject({ outcome: { fault: { code: 'unavailable' } }, attempts: 1 });
    expect([parts, steps]).toEqual([['text: ha'], ['unavailable give_up partly_delivered']]);
  });

  it.each([
    ['no JSON', 'data: {"add":\n\n'],
    ['no reply', 'event: whole\ndata: []\n\nevent: end\ndata: {}\n\n'],
  ])('that has %s is malformed, and not asked for again once it is billed', async (_what, broken) => {
    const count = scene.requests();
    for (const events of [[['tokens', USAGE]], [['word', { add: 'x' }]]] as const) {
      scene.answer(
        (_request, response) => void send(response, Buffer.concat([encode(events), Buffer.from(broken)])),
      );
      const { run } = await scene.run(TWICE);
      expect(run.outcome).toMatchObject({ fault: { code: 'malformed_reply' } });
    }
    // A reply that is replaced takes its figures with it; what was written stays.
    expect(scene.requests() - count).toBe(broken.includes('whole') ? 3 : 2);
  });

  it('whose plugin throws is malformed', async () => {
    stream(answerOf('fine'));
    const fold = (): never => {
      throw new Error('odd');
    };
    const { run } = await scene.run({ ...ONCE, stream: { fold } });
    expect(run.outcome).toMatchObject({ fault: { code: 'malformed_reply' } });
  });

  it('whose plugin throws at its end names the model that answered, and costs what was written', async () => {
    const readReply = (): never => {
      throw new Error('odd');
    };
    const options = { ...TWICE, readReply, readModel: () => 'other-model' };
    stream([
      ['word', { add: 'fine' }],
      ['end', {}],
    ]);
    const { run } = await scene.run(options);
    expect(run).toMatchObject({
      outcome: { fault: { code: 'malformed_reply' } },
      servedBy: { id: 'other-model' },
      attempts: 1,
      chargeMicroCredits: 0,
    });
    expect(run.absorbedMicroCredits).toBeGreaterThan(0);
  });

  it('since it stalls is a timeout', async () => {
    stream(
      [
        ['tokens', USAGE],
        ['word', { add: 'half' }],
      ],
      'stall',
    );
    const { run } = await scene.run({ ...ONCE, timeouts: { idleMs: 200 } });
    expect(run).toMatchObject({ outcome: { fault: { code: 'timeout' } }, usage: { tokensOut: 20 } });
    // Nothing but pings, as before a first word.
    scene.answer((_request, response) => {
      beginStream(response);
      const timer = setInterval(() => response.write(sse('ping', {})), 20);
      response.once('close', () => clearInterval(timer));
    });
    const pinged = await scene.run({ ...ONCE, timeouts: { firstByteMs: 300, idleMs: 100 } });
    expect(pinged.run.outcome).toMatchObject({ fault: { code: 'timeout' } });
  });

  it('since its time is up is a timeout', async () => {
    stream(
      [
        ['tokens', USAGE],
        ['word', { add: 'half' }],
      ],
      'stall',
    );
    const { run } = await scene.run({ ...TWICE, deadlineMs: 300 });
    expect(run).toMatchObject({
      outcome: { fault: { code: 'timeout' } },
      usage: { tokensOut: 20 },
      attempts: 1,
    });
  });
});

/** Of a log: what a reader that begins now is sent. */
function readNow(log: AnswerLog): string {
  let sent = '';
  const send = ({ name, json }: AnswerEvent): void =>
    void (sent += `${name} ${Buffer.concat(json).toString()}; `);
  log.follow(BEGINNING, { isReady: true, send, end: () => {} }).stop();
  return sent;
}

describe('a stream that the gateway ends', () => {
  const TIME_MS = 59_219;
  const STARTED = { promptLogId: 'a request', creditsHeld: 1 };
  const endless = Array.from({ length: 10 }, () => ['word', { add: 'abcdefgh'.repeat(5_000) }] as const);
  const ENDS = [
    ['since its time is up', 'timeout', [['word', { add: 'half' }]], 1],
    ['in a script of many tokens', 'timeout', [['word', { add: '漢字'.repeat(500) }]], 1_200],
    // No more than its cap is billed.
    ['since it is too long', 'malformed_reply', endless, 4_096],
  ] as const;

  /** Its time is up as soon as it has come so far; an endless one ends before. */
  async function runWith(
    log: AnswerLog,
    code: string,
    hasCome: () => boolean,
    options: RunOptions = {},
  ): Promise<CallResult> {
    const timers = holdTimers();
    try {
      const provider = { ...TWICE.provider, maxReplyBytes: 100_000 };
      const running = scene.run({ ...options, provider, deadlineMs: TIME_MS, listener: log.listen(0) });
      await eventually(() => expect(hasCome()).toBe(true));
      if (code === 'timeout') timers.expire(TIME_MS);
      return (await running).run;
    } finally {
      timers.release();
    }
  }
  /** A log that somebody reads from the beginning. */
  function followedLog(): { readonly log: AnswerLog; readonly names: readonly string[] } {
    const log = new AnswerLog();
    const names: string[] = [];
    log.start(STARTED, () => log.open());
    log.follow(BEGINNING, { isReady: true, send: ({ name }) => void names.push(name), end: () => {} });
    return { log, names };
  }

  it.each(ENDS)(
    '%s is charged for its words where somebody has read of them',
    async (_why, code, events, spoken) => {
      const { log, names } = followedLog();
      stream(events, 'stall');
      const run = await runWith(log, code, () => names.includes('delta'));
      expect(run).toMatchObject({ outcome: { fault: { code } }, usage: { tokensOut: spoken }, attempts: 1 });
      expect(readNow(log)).toMatch(/^started [^;]+; delta /);
    },
  );

  it.each(ENDS)(
    '%s is charged for its words where nobody has read of them, and shows them to who reads later',
    async (_why, code, events, spoken) => {
      const log = new AnswerLog();
      let isWriting = false;
      log.start(STARTED, () => void (isWriting = true));
      stream(events, 'stall');
      const run = await runWith(log, code, () => isWriting);
      expect(run).toMatchObject({ outcome: { fault: { code } }, usage: { tokensOut: spoken }, attempts: 1 });
      expect([run.chargeMicroCredits > 0, run.absorbedMicroCredits]).toEqual([true, 0]);
      log.open();
      expect(readNow(log)).toMatch(/^started [^;]+; delta /);
    },
  );

  it('is charged for words that somebody has read, though the provider took them back', async () => {
    const { log, names } = followedLog();
    scene.answer(async (_request, response) => {
      await send(response, encode([['word', { add: 'half' }]]), 'stall');
      await eventually(() => expect(names).toContain('delta'));
      await write(response, encode([['again', {}]]));
    });
    const run = await runWith(log, 'timeout', () => names.includes('replaced'));
    expect(run).toMatchObject({ outcome: { fault: { code: 'timeout' } }, usage: { tokensOut: 1 } });
    expect([run.chargeMicroCredits > 0, run.absorbedMicroCredits]).toEqual([true, 0]);
  });

  it('is charged for its files and schema as well as for its text', async () => {
    const tokensIn = async (options: RunOptions): Promise<number | undefined> => {
      const { log, names } = followedLog();
      stream([['word', { add: 'half' }]], 'stall');
      return (await runWith(log, 'timeout', () => names.includes('delta'), options)).usage?.tokensIn;
    };
    const model = {
      accepts: { images: ['image/png'], pdf: true },
      limits: { ...sampleModel().limits, imageTokens: 1_000, pdfPageTokens: 2_000 },
    };
    const base64 = Buffer.alloc(4);
    const image = { name: 'a', mediaType: 'image/png', sizeBytes: 3, pages: undefined, base64 };
    const file = { ...image, mediaType: 'application/pdf', pages: 2 };
    const text = await tokensIn({ model });
    expect(text).toBeLessThan(20);
    expect(await tokensIn({ model, attachments: [image, image, file] })).toBe((text ?? 0) + 3_600);
    expect(
      await tokensIn({ model, outputSchema: { type: 'object', properties: { far: { type: 'number' } } } }),
    ).toBeGreaterThan(text ?? 0);
  });

  it('on a further attempt is charged for its words too', async () => {
    let calls = 0;
    scene.answer((_request, response) => {
      calls += 1;
      if (calls === 1) response.writeHead(503).end();
      else void send(response, encode([['word', { add: 'half' }]]), 'stall');
    });
    const { log, names } = followedLog();
    const run = await runWith(log, 'timeout', () => names.includes('delta'));
    expect(run).toMatchObject({
      outcome: { fault: { code: 'timeout' } },
      usage: { tokensOut: 1 },
      attempts: 2,
    });
    expect([run.chargeMicroCredits > 0, run.absorbedMicroCredits]).toEqual([true, 0]);
  });
});

it('a connection is used again after a stream that has ended', async () => {
  stream(answerOf('one'));
  const before = scene.connections();
  for (let call = 0; call < 20; call += 1) await scene.run();
  // A call may begin while the end of the one before is on its way.
  expect(scene.connections() - before).toBeLessThan(4);
});

it('a call does not wait for the end of a stream that has said its last', async () => {
  const order: string[] = [];
  scene.answer((_request, response) => {
    order.push('asked');
    response.once('close', () => order.push('closed'));
    void send(response, encode(answerOf('fine')), 'stall');
  });
  const one = { provider: { concurrency: { calls: 1, queue: 8 } } };
  await scene.run(one);
  await scene.run(one);
  expect(order.slice(0, 2)).toEqual(['asked', 'asked']);
  await eventually(() => expect(order.slice(2)).toEqual(['closed', 'closed']));
});

const LONG = 'A "quoted" \\ line\nand größer 🙂. ';

describe('a long stream', () => {
  const words = (characters: number): string[] =>
    Array.from(
      { length: Math.ceil(characters / (20 * LONG.length)) },
      (_, index) => `${index} ${LONG.repeat(20)}`,
    );

  slowIt('is delivered unchanged', async () => {
    const sent = words(1_000_000);
    stream(answerOf(...sent));
    const { text, parts } = await scene.run();
    expect(text === sent.join('')).toBe(true);
    expect(parts.join('') === `text: ${text}`).toBe(true);
  });

  it('of one event is told in pieces', async () => {
    const huge = LONG.repeat(20_000);
    stream(answerOf('Begin. ', huge, ' End.'));
    const { text, parts } = await scene.run();
    expect(text === `Begin. ${huge} End.`).toBe(true);
    expect(parts.join('') === `text: ${text}`).toBe(true);
  });

  it('counts a text once, however often and in whatever pieces it comes', async () => {
    const [first, second] = [LONG.repeat(3_000), `${LONG.repeat(3_000)}!`];
    const whole = { said: first + second, tokens: USAGE };
    const repeated = Array.from({ length: 5 }, () => ['whole', whole] as const);
    stream([['word', { add: first }], ['word', { add: second }], ...repeated, ['end', {}]]);
    const { text } = await scene.run({ provider: { maxReplyBytes: 350_000 } });
    expect(text === first + second).toBe(true);
  });

  it('whose texts are more than a whole reply may have is refused for good', async () => {
    const parts = ['a', 'b', 'c', 'd'].map((end) => `${LONG.repeat(3_000)}${end}`);
    stream(answerOf(...parts));
    const { run } = await scene.run({ provider: { maxReplyBytes: 350_000 } });
    expect(run).toMatchObject({
      outcome: { fault: { code: 'malformed_reply', retryable: false } },
      attempts: 1,
    });
  });

  it('of a judge is cut', async () => {
    stream(answerOf(...words(400_000)));
    const { run, parts } = await scene.run({ role: 'judge' });
    expect('text' in run.outcome && run.outcome.text).toBe(
      words(400_000).join('').slice(0, 65_536).toWellFormed(),
    );
    expect(parts).toEqual([]);
  });

  it.each([
    ['values', (reply: unknown) => [...((reply as unknown[] | undefined) ?? []), [[], [], []]], 40_000],
    ['levels', (reply: unknown) => [reply], 200],
    [
      'characters',
      (reply: unknown) => [...((reply as unknown[] | undefined) ?? []), 'x'.repeat(30_000)],
      150,
    ],
  ])('whose reply has too many %s is refused for good', async (_what, grow, events) => {
    const step = 200;
    // Else the test would be quadratic.
    const fold: typeof plugin.stream.fold = (reply, { name }) => {
      if (name === 'end') return { reply, isLast: true };
      let grown = reply;
      for (let times = 0; times < Math.min(step, events); times += 1) {
        if (Array.isArray(grown) && events > step) grown.push([[], [], []]);
        else grown = grow(grown);
      }
      return { reply: grown };
    };
    const pushes = Array.from(
      { length: Math.ceil(events / step) },
      () => ['word', { add: 'x'.repeat(1_000) }] as const,
    );
    stream([...pushes, ['end', {}]]);
    const { run } = await scene.run({ ...TWICE, stream: { fold } });
    expect(run).toMatchObject({
      outcome: { fault: { code: 'malformed_reply', retryable: false } },
      attempts: 1,
    });
  });
});

it('a burst of events leaves the event loop to others', async () => {
  const bytes = Buffer.from(sse('muse', { add: 'x' }).repeat(20_000));
  scene.answer((_request, response) => void send(response, Buffer.concat([bytes, encode(answerOf('done'))])));
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const { text } = await scene.run();
  isOver = true;
  expect(text).toBe('done');
  // A hundred events at a turn.
  expect(turns).toBeGreaterThan(200);
});
