import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallResult } from '../../../core/pipeline/call/call-result.ts';
import { ANY_SCHEMA, sampleModel } from '../../../core/plugin-check/sample-entry.ts';
import { nextTurn } from '../../../core/upstream/connection.ts';
import { eventually } from '../../support/eventually.ts';
import { holdTimers } from '../../support/held-timers.ts';
import { slowIt } from '../../support/whole-run.ts';
import {
  beginStream,
  encode,
  startDropletScene,
  TIMEOUTS,
  type DropletScene,
  type RunOptions,
} from '../../support/streams/droplet-scene.ts';

/** Nothing else waits for these. */
const [DEADLINE_MS, IDLE_MS, FIRST_BYTE_MS] = [59_221, 19_533, 19_531];
const TIMES = { ...TIMEOUTS, idleMs: IDLE_MS, firstByteMs: FIRST_BYTE_MS, totalMs: 600_000 };
/** For the figures that may follow a text. */
const FINISHING_MS = 10_000;
const MAX_REPLY_BYTES = 50_000;
const RETRIES = { attempts: 3, firstPauseMs: 1, maxPauseMs: 1, maxRetryAfterMs: 1 };
/** What the model is declared to think, and to answer or judge. */
const TYPICAL = { answer: 1_000, verdict: 500, reasoning: 2_000 };
const LIMITS = { ...sampleModel().limits, outputTokens: 20_000, defaultOutputTokens: 20_000 };
/** Of 'How far is the moon?'. */
const TOKENS_IN = 6;
const WORDS = ['the', 'moon', 'is', 'far', 'from', 'here', 'and', 'cold', 'distance', 'travel'];

let scene: DropletScene;
beforeAll(async () => {
  scene = await startDropletScene();
});
afterAll(() => scene.stop());

/** Thinks of nothing that it does not show. */
const MODEL = { typicalOutputTokens: { ...TYPICAL, reasoning: 0 }, limits: LIMITS };

/** A text of so many words, which a provider counts as a token each. */
function wordsOf(count: number): string {
  return Array.from({ length: count }, (_, index) => ` ${WORDS[index % WORDS.length]}`).join('');
}

function piecesOf(words: number): readonly string[] {
  return Array.from({ length: Math.ceil(words / 50) }, (_, index) =>
    wordsOf(Math.min(50, words - 50 * index)),
  );
}

interface Cut {
  /** Words that the provider sends, shows as reasoning, and keeps to itself; it bills all of them. */
  readonly words: number;
  readonly shown?: number;
  readonly hidden?: number;
  /** Which time is over, or that the reply is larger than is read. */
  readonly by: 'deadline' | 'idle' | 'firstByte' | 'size';
  /** The provider sends its reply whole, and so nothing of it until then. */
  readonly comesWhole?: boolean;
  /** That the reply has been waited for, by a clock put forward. */
  readonly workedMs?: number;
  readonly options?: RunOptions;
}

interface Counted {
  readonly run: CallResult;
  /** Micro-credits: what the provider bills, at $1 a million in and $2 a million out. */
  readonly billed: number;
}

/** Runs a call of a provider that counts what it writes, until the gateway's own clock or bounds end it. */
async function runCut({
  words,
  shown = 0,
  hidden = 0,
  by,
  comesWhole = false,
  workedMs = 0,
  options,
}: Cut): Promise<Counted> {
  let written = 0;
  let openResponse: ServerResponse | undefined;
  scene.answer((_request, response) => {
    written += words + shown + hidden;
    openResponse = response;
    if (comesWhole) return;
    beginStream(response);
    response.write(
      encode([
        ['ping', {}],
        ...piecesOf(shown).map((add) => ['muse', { add }] as const),
        ...piecesOf(words).map((add) => ['word', { add }] as const),
        ...(by === 'size' ? [['ping', { filler: 'x'.repeat(MAX_REPLY_BYTES) }] as const] : []),
      ]),
    );
  });
  const timers = holdTimers(DEADLINE_MS, IDLE_MS, FIRST_BYTE_MS);
  try {
    const running = scene.run({
      ...options,
      deadlineMs: DEADLINE_MS,
      timeouts: TIMES,
      model: { typicalOutputTokens: TYPICAL, limits: LIMITS, ...options?.model },
      provider: {
        retries: RETRIES,
        streaming: !comesWhole,
        ...(by === 'size' && { maxReplyBytes: MAX_REPLY_BYTES }),
        ...options?.provider,
      },
    });
    if (by !== 'size') {
      // The first words restart the clock, after they have been read.
      const wait = words + shown > 0 ? IDLE_MS : FIRST_BYTE_MS;
      await eventually(() => {
        expect(openResponse).toBeDefined();
        if (!comesWhole) expect(timers.waiting(wait)).toBe(1);
      });
      const now = performance.now();
      if (workedMs > 0) vi.spyOn(performance, 'now').mockImplementation(() => now + workedMs);
      timers.expire({ deadline: DEADLINE_MS, idle: IDLE_MS, firstByte: FIRST_BYTE_MS }[by]);
    }
    const { run } = await running;
    return { run, billed: 100 * TOKENS_IN + 200 * written };
  } finally {
    vi.restoreAllMocks();
    timers.release();
    openResponse?.destroy();
  }
}

function expectAllBooked({ run, billed }: Counted): void {
  const booked = run.chargeMicroCredits + run.absorbedMicroCredits;
  expect(booked).toBeGreaterThanOrEqual(billed / 2);
  expect(booked).toBeLessThanOrEqual(billed * 2);
  expect(run.providerCostNanoUsd).toBe(booked * 10);
  // A billed call is not repeated, whoever would pay for it.
  expect(run.attempts).toBe(1);
  expect(run.outcome).toMatchObject({ fault: {} });
}

/** That these micro-credits are what 900 words and the prompt come to, so often. */
function expectWritten(booked: number, times: number): void {
  const billed = times * (100 * TOKENS_IN + 200 * 900);
  expect(booked).toBeGreaterThanOrEqual(billed / 2);
  expect(booked).toBeLessThanOrEqual(billed * 2);
}

const SUMMED_UP = { stream: { showsAllReasoning: false } };
const NO_REASONING = { model: { typicalOutputTokens: { ...TYPICAL, reasoning: 0 } } };
/** Nobody receives its text until it is whole. */
const FORCED: RunOptions = {
  model: { ...NO_REASONING.model, schemaEnforcement: 'forcedTool' },
  provider: { schemaSubset: ANY_SCHEMA },
  outputSchema: { type: 'object' },
  stream: {
    request: (request) => ({ ...request }),
    fold: (reply, { data }) => ({ reply, text: '', withheld: (data as { readonly add?: string }).add ?? '' }),
  },
};

describe('a call that the gateway ends is booked as the provider counts it', () => {
  it.each<[string, Cut, 'caller' | 'absorbed' | 'both']>([
    ['a stream that nobody reads', { words: 900, by: 'deadline', options: NO_REASONING }, 'caller'],
    [
      'a stream that is read and stalls',
      { words: 900, by: 'idle', options: { ...NO_REASONING, reaches: 'moon' } },
      'caller',
    ],
    ['a stream that stalls unread', { words: 900, by: 'idle', options: NO_REASONING }, 'caller'],
    ['a stream that is too large', { words: 900, by: 'size', options: NO_REASONING }, 'caller'],
    ['an answer in the input of a forced tool', { words: 900, by: 'deadline', options: FORCED }, 'caller'],
    ['a judge', { words: 300, by: 'deadline', options: { ...NO_REASONING, role: 'judge' } }, 'caller'],
    ['reasoning that is shown', { words: 100, shown: 2_500, by: 'deadline' }, 'caller'],
    ['reasoning that is hidden', { words: 0, hidden: 1_800, by: 'deadline' }, 'both'],
    [
      'reasoning that is hidden until the first byte is due',
      { words: 0, hidden: 1_800, by: 'firstByte' },
      'both',
    ],
    [
      'words after hidden reasoning',
      { words: 900, hidden: 2_900, by: 'idle', options: { reaches: 'moon' } },
      'both',
    ],
    ['a judge that reasons', { words: 30, hidden: 1_500, by: 'idle', options: { role: 'judge' } }, 'both'],
    ['a reply that comes whole', { words: 900, hidden: 1_500, by: 'deadline', comesWhole: true }, 'both'],
    [
      'a long reply that comes whole',
      { words: 30 * 300, by: 'deadline', comesWhole: true, workedMs: 300_000 },
      'both',
    ],
    [
      'a verdict that comes whole',
      { words: 400, by: 'deadline', comesWhole: true, options: { ...NO_REASONING, role: 'judge' } },
      'both',
    ],
  ])('%s', async (_what, cut, payers) => {
    const counted = await runCut(cut);
    expectAllBooked(counted);
    const { chargeMicroCredits, absorbedMicroCredits } = counted.run;
    const paying =
      chargeMicroCredits > 0 && absorbedMicroCredits > 0
        ? 'both'
        : chargeMicroCredits > 0
          ? 'caller'
          : 'absorbed';
    expect(paying).toBe(payers);
  });

  it.each<[string, Cut]>([
    ['reasoning that is hidden', { words: 0, hidden: 1_800, by: 'deadline' }],
    ['words after hidden reasoning', { words: 900, hidden: 2_900, by: 'deadline' }],
    ['a judge that reasons', { words: 30, hidden: 1_500, by: 'deadline', options: { role: 'judge' } }],
    [
      'reasoning of which a summary is shown',
      { words: 50, shown: 10, hidden: 1_800, by: 'deadline', options: SUMMED_UP },
    ],
    ['a reply that comes whole', { words: 900, hidden: 1_500, by: 'deadline', comesWhole: true }],
  ])('and to its caller where its own time is over: %s', async (_what, cut) => {
    const counted = await runCut({ ...cut, options: { ...cut.options, isOwnDeadline: true } });
    expectAllBooked(counted);
    expect(counted.run.absorbedMicroCredits).toBe(0);
    expect(counted.run.usage).toEqual(counted.run.billedUsage);
  });

  it.each([true, false])(
    'at its prompt where it was sent and has not begun, if its own time is over: %s',
    async (isOwnDeadline) => {
      let calls = 0;
      scene.answer(() => void (calls += 1));
      const timers = holdTimers(DEADLINE_MS);
      try {
        const running = scene.run({
          isOwnDeadline,
          deadlineMs: DEADLINE_MS,
          timeouts: TIMES,
          model: { typicalOutputTokens: TYPICAL, limits: LIMITS },
          provider: { retries: RETRIES },
        });
        await eventually(() => expect(calls).toBe(1));
        timers.expire(DEADLINE_MS);
        const { run } = await running;
        expect([run.chargeMicroCredits > 0, run.absorbedMicroCredits]).toEqual([isOwnDeadline, 0]);
        expect(run.usage).toEqual(isOwnDeadline ? expect.objectContaining({ tokensOut: 0 }) : undefined);
        expect(run.usage?.tokensIn ?? 0).toBe(isOwnDeadline ? TOKENS_IN : 0);
      } finally {
        timers.release();
      }
    },
  );

  it.each(['contestant', 'judge'] as const)('at a prompt of digits, for a %s', async (role) => {
    const prompt = '31415926'.repeat(500);
    const { run } = await runCut({ words: 10, by: 'deadline', options: { prompt, role } });
    expect(run.usage?.tokensIn).toBe(Math.ceil(0.6 * prompt.length));
  });

  it.each([true, false])(
    'with likely searches where it may search, if its own time is over: %s',
    async (isOwnDeadline) => {
      const price = { ...sampleModel().price, searchPicoUsd: 10_000_000_000 };
      const options = { ...NO_REASONING, webSearch: true, isOwnDeadline };
      const model = { ...NO_REASONING.model, price };
      const { run } = await runCut({ words: 100, by: 'deadline', options: { ...options, model } });
      expect([run.usage?.searches, run.billedUsage?.searches]).toEqual([isOwnDeadline ? 3 : 0, 3]);
      expect(run.absorbedMicroCredits).toBe(isOwnDeadline ? 0 : 3_000_000);
    },
  );

  it.each([true, false])(
    'where its answer is whole and no usage follows: by estimate, and it is kept, %s',
    async (isOwnDeadline) => {
      let openResponse: ServerResponse | undefined;
      const events = [...piecesOf(100).map((add) => ['word', { add }] as const), ['over', {}]] as const;
      scene.answer((_request, response) => {
        openResponse = response;
        beginStream(response);
        response.write(encode(events));
      });
      // What follows the text is waited for no longer than this.
      const timers = holdTimers(DEADLINE_MS, FINISHING_MS);
      try {
        const running = scene.run({
          isOwnDeadline,
          deadlineMs: DEADLINE_MS,
          timeouts: TIMES,
          model: { typicalOutputTokens: TYPICAL, limits: LIMITS },
        });
        await eventually(() => expect(timers.waiting(FINISHING_MS)).toBe(1));
        timers.expire(isOwnDeadline ? DEADLINE_MS : FINISHING_MS);
        const { run, text } = await running;
        expect(text).toBe(wordsOf(100));
        const billed = 100 * TOKENS_IN + 200 * (100 + TYPICAL.reasoning);
        expect(run.chargeMicroCredits).toBeGreaterThan(0.9 * billed);
        expect(run.chargeMicroCredits).toBeLessThan(1.1 * billed);
        expect([run.absorbedMicroCredits, run.warnings]).toEqual([0, []]);
      } finally {
        timers.release();
        openResponse?.destroy();
      }
    },
  );

  it('where its time is over while the plugin reads the reply', async () => {
    let readings = 0;
    scene.answer((_request, response) => {
      beginStream(response);
      response.end(encode([...piecesOf(100).map((add) => ['word', { add }] as const), ['end', {}]]));
    });
    const timers = holdTimers(DEADLINE_MS);
    try {
      const running = scene.run({
        isOwnDeadline: true,
        deadlineMs: DEADLINE_MS,
        timeouts: TIMES,
        model: { typicalOutputTokens: TYPICAL, limits: LIMITS },
        readReply: () => {
          readings += 1;
          return new Promise(() => {});
        },
      });
      await eventually(() => expect(readings).toBe(1));
      timers.expire(DEADLINE_MS);
      const { run } = await running;
      expect(run.outcome).toMatchObject({ fault: { code: 'timeout', ownTimeoutSeconds: 1 } });
      expect(run.chargeMicroCredits).toBeGreaterThan(200 * TYPICAL.reasoning);
      expect(run.absorbedMicroCredits).toBe(0);
    } finally {
      timers.release();
    }
  });

  it('but for what another time or bound than its own ended', async () => {
    for (const by of ['idle', 'size'] as const) {
      const counted = await runCut({ words: 900, hidden: 2_900, by, options: { isOwnDeadline: true } });
      expectAllBooked(counted);
      expect(counted.run.absorbedMicroCredits).toBe(200 * TYPICAL.reasoning);
    }
  });

  it('but its earlier time-out is the provider’s where its own time is over in the pause', async () => {
    const PAUSE_MS = 20_011;
    scene.answer((_request, response) => {
      response.writeHead(504, { 'retry-after-ms': PAUSE_MS }).end();
    });
    const timers = holdTimers(DEADLINE_MS, PAUSE_MS);
    try {
      const running = scene.run({
        isOwnDeadline: true,
        deadlineMs: DEADLINE_MS,
        provider: { retries: { ...RETRIES, maxRetryAfterMs: PAUSE_MS } },
      });
      await eventually(() => expect(timers.waiting(PAUSE_MS)).toBe(1));
      timers.expire(DEADLINE_MS);
      const { run } = await running;
      expect(run).toMatchObject({
        attempts: 1,
        outcome: { fault: { code: 'timeout', providerStatus: 504 } },
      });
      expect(run.outcome).not.toHaveProperty('fault.ownTimeoutSeconds');
    } finally {
      timers.release();
    }
  });

  it('where it is whole and its time is over while it waits for memory: it is not kept', async () => {
    const reply = JSON.stringify({ said: wordsOf(900), tokens: { heard: TOKENS_IN, spoken: 900 } });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply) };
    scene.answer((_request, response) => {
      response.writeHead(200, headers).end(reply);
    });
    const timers = holdTimers(DEADLINE_MS);
    let refusals = 0;
    try {
      const running = scene.run({
        deadlineMs: DEADLINE_MS,
        provider: { retries: RETRIES, streaming: false },
        replies: { take: () => ((refusals += 1), false) },
      });
      await eventually(() => expect(refusals).toBeGreaterThan(1));
      timers.expire(DEADLINE_MS);
      const { run } = await running;
      expect(run).toMatchObject({ attempts: 1, outcome: { fault: { code: 'timeout' } } });
      expect(run.chargeMicroCredits).toBe(100 * TOKENS_IN + 200 * 900);
    } finally {
      timers.release();
    }
  });

  slowIt('and where there is no room for it, all to its caller if its own answers fill it', async () => {
    scene.answer((_request, response) => {
      beginStream(response);
      response.write(encode(piecesOf(900).map((add) => ['word', { add }] as const)));
    });
    const runs = [true, false].map(async (isOwn) => {
      const { run } = await scene.run({
        model: { typicalOutputTokens: TYPICAL, limits: LIMITS },
        provider: { retries: RETRIES },
        replies: { take: () => false, holdsMost: () => isOwn },
      });
      expect(run.outcome).toMatchObject({ fault: { code: 'overloaded' } });
      return run;
    });
    const [own, other] = await Promise.all(runs);
    expect(own?.absorbedMicroCredits).toBe(0);
    expect(other?.absorbedMicroCredits).toBe(200 * TYPICAL.reasoning);
    expect(own?.chargeMicroCredits).toBe((other?.chargeMicroCredits ?? 0) + 200 * TYPICAL.reasoning);
  });

  it('also where the request’s time is over once a repeated attempt is read', async () => {
    let requests = 0;
    scene.answer((_request, response) => {
      requests += 1;
      if (requests === 1) {
        response.writeHead(503).end();
        return;
      }
      beginStream(response);
      response.end(
        encode([
          ...piecesOf(900).map((add) => ['word', { add }] as const),
          ['fail', { fault: 'overloaded' }],
        ]),
      );
    });
    const timers = holdTimers(DEADLINE_MS);
    try {
      const { run } = await scene.run({
        model: MODEL,
        provider: { retries: RETRIES },
        deadlineMs: DEADLINE_MS,
        readModel: () => {
          timers.expire(DEADLINE_MS);
          return sampleModel().upstream;
        },
      });
      expect(run).toMatchObject({ attempts: 2, chargeMicroCredits: 0, outcome: { fault: {} } });
      expectWritten(run.absorbedMicroCredits, 1);
    } finally {
      timers.release();
    }
  });

  it.each([
    ['refused', 'caller', 1],
    ['unavailable', 'absorbed', 1],
    ['overloaded', 'absorbed', 3],
  ] as const)('also where the provider ends it as %s and counts nothing', async (code, payer, attempts) => {
    scene.answer((_request, response) => {
      beginStream(response);
      response.end(
        encode([...piecesOf(900).map((add) => ['word', { add }] as const), ['fail', { fault: code }]]),
      );
    });
    const { run } = await scene.run({ model: MODEL, provider: { retries: RETRIES } });
    expect(run).toMatchObject({ attempts, outcome: { fault: { code } } });
    const [paid, other] =
      payer === 'caller'
        ? [run.chargeMicroCredits, run.absorbedMicroCredits]
        : [run.absorbedMicroCredits, run.chargeMicroCredits];
    expectWritten(paid, attempts);
    expect(other).toBe(0);
  });

  it('also where the connection is lost, for each attempt', async () => {
    scene.answer((_request, response) => {
      beginStream(response);
      response.write(encode(piecesOf(900).map((add) => ['word', { add }] as const)), () =>
        setTimeout(() => response.destroy(), 50),
      );
    });
    const { run } = await scene.run({ model: MODEL, provider: { retries: RETRIES } });
    expect(run).toMatchObject({ attempts: 3, outcome: { fault: { code: 'unavailable' } } });
    expect(run.chargeMicroCredits).toBe(0);
    expectWritten(run.absorbedMicroCredits, 3);
  });

  it('also where the provider ends it whole and counts nothing', async () => {
    scene.answer((_request, response) => {
      beginStream(response);
      response.end(encode([...piecesOf(900).map((add) => ['word', { add }] as const), ['end', {}]]));
    });
    const { run } = await scene.run({ model: MODEL });
    expect(run).toMatchObject({ chargeMicroCredits: 0, outcome: { text: wordsOf(900) } });
    expectWritten(run.absorbedMicroCredits, 1);
    expect(run.warnings).toMatchObject([{ code: 'usage_missing' }]);
  });

  it('whatever it has written and hidden, whoever reads it, and whatever ends it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          words: fc.integer({ min: 1, max: 3_000 }),
          hidden: fc.constantFrom(0, 1_000, 1_500, 2_000, 3_000, 4_000),
          by: fc.constantFrom('deadline', 'idle', 'size'),
          role: fc.constantFrom('contestant', 'judge'),
          reaches: fc.constantFrom('moon', undefined),
        }),
        async ({ words, hidden, by, role, reaches }) => {
          const reader = reaches === undefined ? {} : { reaches };
          const options = { ...(hidden === 0 && NO_REASONING), role, ...reader } as const;
          expectAllBooked(await runCut({ words, hidden, by, options }));
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('a call with a long prompt waits for its turn no longer than it may take', async () => {
  for (let call = 0; call < 10_000; call += 1) void nextTurn(1);
  let isItsTurn = false;
  const turn = nextTurn(1).then(() => (isItsTurn = true));
  const { run } = await scene.run({ prompt: 'a'.repeat(10_000), deadlineMs: 1 });
  expect([run.outcome, isItsTurn]).toMatchObject([{ fault: { code: 'timeout' } }, false]);
  await turn;
});
