import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { LedgerError } from '../../core/ledger/ledger-error.ts';
import { AnswerLog } from '../../core/pipeline/follow/answer-log.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { openEvents, type OpenEvents } from '../support/clients/open-events.ts';
import { eventually } from '../support/eventually.ts';
import { changedLedger } from '../support/gateways/changed-ledger.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { type TestAccount } from '../support/gateways/test-gateway.ts';
import { slowIt } from '../support/whole-run.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
/** Micro-credits of gpt-4o for that. */
const GPT_4O = 350_000;
const GRANTED = 1_000_000_000;
const WORDS = 'The quick brown fox jumps over the lazy dog, 🦊 again and again. ';

let reply: (call: SandboxCall) => SandboxReply | undefined | Promise<SandboxReply | undefined>;
/** What the ledger does in place of its own; emptied before each test. */
let changes: { -readonly [Name in keyof Ledger]?: Ledger[Name] };
let account: TestAccount;

const gateway = gatewayOfFile({
  sandbox: { reply: (call) => reply(call) },
  aroundLedger: (ledger) =>
    changedLedger(ledger, {
      deliver: (delivery) => (changes.deliver ?? ledger.deliver.bind(ledger))(delivery),
      settle: (settlement) => (changes.settle ?? ledger.settle.bind(ledger))(settlement),
      void: (requestId) => (changes.void ?? ledger.void.bind(ledger))(requestId),
    }),
});
beforeEach(async () => {
  changes = {};
  gateway.upstream.clear();
  account = await gateway.account(1_000);
});

const open = (body: object): Promise<OpenEvents> =>
  openEvents(gateway.url, account.key, { prompt: 'hi', ...body });
const calls = (): number => gateway.upstream.requests().length;
const unavailable = () => Promise.reject(new LedgerError('unavailable', 'made to fail'));

describe('an answer as it is written', () => {
  it('comes as deltas that add up to the output, of every model', async () => {
    reply = ({ provider }) => ({
      content: WORDS,
      ...(provider === 'anthropic' && { reasoning: 'Foxes jump. Dogs do not.' }),
      usage: USAGE,
      stream: { eventEveryMs: 15, tokensPerEvent: 1 },
    });
    const models = ['gpt-4o', 'claude-haiku-4-5', 'gemini-2.5-flash', 'mistral-large-2512', 'nova-lite'];
    const { response, ended } = await open({ models });
    const events = await ended;
    expect(events.names[0]).toBe('started');
    expect(events.names.at(-1)).toBe('done');
    expect(events.last.promptLogId).toBe(response.headers.get('x-prompt-log-id'));
    for (const [index, modelId] of models.entries()) {
      expect(events.results.get(index)).toMatchObject({ modelId, output: WORDS });
      expect(events.texts.get(index)).toBe(WORDS);
    }
    expect(events.last.results).toEqual(models.map((_, index) => events.results.get(index)));
    expect(events.count('replaced')).toBe(0);
    // More than the first word and the rest of each.
    expect(events.count('delta')).toBeGreaterThan(2 * models.length);
    expect(events.reasoning.get(1)).toBe('Foxes jump. Dogs do not.');
    expect([...events.reasoning.keys()]).toEqual([1]);
  });

  it('has the time to its first token and its speed in the result and in the metrics', async () => {
    reply = () => ({ content: WORDS, usage: USAGE, stream: { eventEveryMs: 10, tokensPerEvent: 2 } });
    const models = ['gpt-4o', 'grok-4.3'];
    const events = await (await open({ models })).ended;
    for (const { firstTokenMs, tokensPerSecond, latencyMs } of events.last.results) {
      expect(firstTokenMs).toBeLessThan(latencyMs);
      expect(tokensPerSecond).toBeCloseTo((99 * 1_000) / (latencyMs - firstTokenMs), 0);
    }
    const metrics = await gateway.metrics();
    for (const name of ['time_to_first_token', 'time_per_output_token'])
      expect(metrics).toMatch(
        new RegExp(`^gen_ai_server_${name}_seconds_count{.*gen_ai_request_model="gpt-4o".*} [1-9]`, 'm'),
      );
    // The plain call is streamed as well, up to the gateway.
    const { body } = await gateway.post(account.key, { prompt: 'hi', models });
    expect(body.results[0].firstTokenMs).toBeLessThan(body.results[0].latencyMs);
  });

  it('has neither deltas nor a time to its first token where the provider sends it whole', async () => {
    reply = () => ({ content: WORDS, usage: USAGE, stream: 'ignored' });
    const events = await (await open({ models: ['gpt-4o'] })).ended;
    expect(events.names).toEqual(['started', 'result', 'done']);
    expect(events.results.get(0)).toMatchObject({ output: WORDS });
    for (const name of ['firstTokenMs', 'tokensPerSecond'])
      expect(events.results.get(0)).not.toHaveProperty(name);
  });

  it('comes at most twenty times a second, however many events the provider sends', async () => {
    reply = () => ({
      content: WORDS.repeat(60),
      usage: USAGE,
      stream: { eventEveryMs: 1, tokensPerEvent: 1 },
    });
    const events = await (await open({ models: ['gpt-4o'] })).ended;
    const { latencyMs = 0, firstTokenMs = 0 } = events.results.get(0) ?? {};
    expect(events.texts.get(0)).toBe(WORDS.repeat(60));
    const seconds = Math.ceil((latencyMs - firstTokenMs + 100) / 1_000);
    expect(events.count('delta')).toBeLessThanOrEqual(20 * seconds);
    expect(events.count('delta')).toBeGreaterThan(2);
  });

  slowIt('of megabytes at once is whole, though its format sends each text five times', async () => {
    const content = WORDS.repeat(56_000);
    reply = () => ({ content, usage: USAGE });
    const events = await (await open({ models: ['gpt-4o'] })).ended;
    // So much at once may be more than a reader is sent before the result.
    const text = events.texts.get(0) ?? '';
    expect([text !== '', text === content.slice(0, text.length)]).toEqual([true, true]);
    expect(events.results.get(0)?.output === content).toBe(true);
    expect(events.count('replaced')).toBe(0);
  });
});

describe('what is told and does not stand', () => {
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

  it('is replaced by the answer to a correction', async () => {
    reply = ({ attempt }) => ({
      content: attempt === 1 ? '{"no name": "Ada Lovelace"}' : '{"name": "Ada Lovelace"}',
      usage: USAGE,
      stream: { eventEveryMs: 5, tokensPerEvent: 1 },
    });
    const events = await (await open({ models: ['grok-4.3'], response_schema: schema })).ended;
    expect(events.results.get(0)).toMatchObject({ output: '{"name": "Ada Lovelace"}', schemaValid: true });
    expect(events.texts.get(0)).toBe('{"name": "Ada Lovelace"}');
    const replaced = events.names.indexOf('replaced');
    expect(events.names.slice(0, replaced)).toContain('delta');
    expect(events.names.slice(replaced)).toContain('delta');
    expect(events.count('replaced')).toBe(1);
    const { latencyMs = 0, firstTokenMs = 0, tokensPerSecond } = events.results.get(0) ?? {};
    expect(tokensPerSecond).toBeCloseTo((99 * 1_000) / (latencyMs - firstTokenMs), 0);
  });

  it('is replaced by the output where the first answer stands after all', async () => {
    const first = '{"no name": "Ada Lovelace"}';
    reply = ({ attempt }) => ({
      content: attempt === 1 ? first : '{"neither": 1}',
      usage: USAGE,
      stream: { eventEveryMs: 5, tokensPerEvent: 1 },
    });
    const events = await (await open({ models: ['grok-4.3'], response_schema: schema })).ended;
    expect(events.results.get(0)).toMatchObject({ output: first, schemaValid: false });
    expect(events.texts.get(0)).toBe(first);
    // One event for each replacement, or one for both if they come within the time of one event.
    expect([1, 2]).toContain(events.count('replaced'));
  });

  it('is replaced by an output without what a model wrote around its JSON', async () => {
    reply = () => ({
      content: '```json\n{"name": "Ada"}\n```',
      usage: USAGE,
      stream: { eventEveryMs: 5, tokensPerEvent: 1 },
    });
    const events = await (await open({ models: ['grok-4.3'], response_schema: schema })).ended;
    expect(events.results.get(0)?.output).toBe('{"name": "Ada"}');
    expect(events.texts.get(0)).toBe('{"name": "Ada"}');
  });

  it('is taken back where a call breaks off after a word has left, and the call is not made again', async () => {
    reply = () => ({
      content: WORDS,
      usage: USAGE,
      stream: { eventEveryMs: 20, tokensPerEvent: 1, fault: { kind: 'reset', afterEvents: 8 } },
    });
    const events = await (await open({ models: ['gpt-4o'] })).ended;
    expect(calls()).toBe(1);
    expect(events.count('delta')).toBeGreaterThan(0);
    expect(events.results.get(0)).toMatchObject({ status: 'failed', output: '', attempts: 1 });
    expect(events.texts.get(0)).toBe('');
    expect(events.names.at(-1)).toBe('done');
  });

  it('is never told where the call is made again before a word has left', async () => {
    // The first attempt's words come while the request is not yet marked as delivering.
    const marking = Promise.withResolvers<void>();
    let isFirst = true;
    changes.deliver = async () => {
      if (isFirst) await marking.promise;
      isFirst = false;
      throw new LedgerError('unavailable', 'made to fail');
    };
    reply = ({ attempt }) => {
      if (attempt === 2) marking.resolve();
      return attempt === 1
        ? { content: 'of the first attempt', stream: { fault: { kind: 'reset', afterEvents: -1 } } }
        : { content: 'of the second attempt', usage: USAGE };
    };
    const events = await (await open({ models: ['gpt-4o'] })).ended;
    expect(calls()).toBe(2);
    expect(events.results.get(0)).toMatchObject({ output: 'of the second attempt', attempts: 2 });
    expect([events.texts.get(0), events.count('replaced')]).toEqual(['of the second attempt', 0]);
  });
});

describe('the money of an answer that is read as it is written', () => {
  let held: PromiseWithResolvers<void>;
  beforeEach(() => (held = Promise.withResolvers()));
  afterEach(() => held.resolve());
  afterEach(() => void vi.restoreAllMocks());

  const charged = (): Promise<number> =>
    eventually(async () => {
      const { posted, reserved } = await account.balance();
      expect([reserved, posted < GRANTED]).toEqual([0, true]);
      return GRANTED - posted;
    });

  it('lets no word leave before the request is durably marked', async () => {
    let asked = 0;
    changes.deliver = async () => {
      asked += 1;
      await held.promise;
      delete changes.deliver;
      throw new LedgerError('unavailable', 'made to fail');
    };
    reply = ({ model }) => ({ content: WORDS, usage: USAGE, delayMs: model === 'gpt-4o' ? 0 : 200 });
    const { events, ended } = await open({ models: ['gpt-4o', 'grok-4.3'] });
    await eventually(() => expect(asked).toBe(1));
    expect(events.names).toEqual(['started']);
    held.resolve();
    // What the ledger refused it is asked again for with the next result.
    expect((await ended).count('result')).toBe(2);
    expect(await charged()).toBeGreaterThan(0);
  });

  it('is charged once, for all that ran, where the client is killed in the middle', async () => {
    reply = () => ({ content: WORDS, usage: USAGE, stream: { eventEveryMs: 20, tokensPerEvent: 1 } });
    const judged = { models: ['gpt-4o', 'gpt-4o'], judges: ['claude-opus-4-7'] };
    const { events, leave } = await open(judged);
    await eventually(() => expect(events.count('delta')).toBeGreaterThan(1));
    leave();
    expect(await charged()).toBe(2 * GPT_4O);
    // Nobody was there to judge for.
    expect(calls()).toBe(2);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('is spent on no further call once an error of the gateway has ended the request', async () => {
    vi.spyOn(AnswerLog.prototype, 'prepare').mockImplementationOnce(() => {
      throw new Error('made to fail');
    });
    let slowCalls = 0;
    reply = async ({ model }) => {
      if (model === 'gpt-4o') return { content: WORDS, usage: USAGE };
      slowCalls += 1;
      await held.promise;
      return { status: 503 };
    };
    const { events, ended } = await open({ models: ['gpt-4o', 'grok-4.3'] });
    await ended;
    expect(events.names.at(-1)).toBe('error');
    // The call in flight is cut, so its slot is free.
    await eventually(async () =>
      expect(await gateway.metrics()).toMatch(/^assay_provider_calls_in_flight{provider="xai"} 0$/m),
    );
    held.resolve();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(slowCalls).toBe(1);
  });

  it('is charged in the end and never given back where the charge fails after a word has left', async () => {
    const voided: string[] = [];
    changes = {
      settle: unavailable,
      async void(requestId) {
        voided.push(requestId);
      },
    };
    reply = () => ({ content: WORDS, usage: USAGE, stream: { eventEveryMs: 5, tokensPerEvent: 1 } });
    const { events, ended } = await open({ models: ['gpt-4o'] });
    await eventually(() => expect(events.count('delta')).toBeGreaterThan(0));
    await ended;
    expect(events.names.at(-1)).toBe('error');
    expect((await account.balance()).reserved).toBeGreaterThan(0);
    delete changes.settle;
    expect(await charged()).toBe(GPT_4O);
    expect(voided).toEqual([]);
  });
});
