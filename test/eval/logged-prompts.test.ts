import { describe, expect, it } from 'vitest';
import { chooseJudges } from '../../core/client/choose-judges.ts';
import { GatewayProblem } from '../../core/client/gateway-problem.ts';
import { ableModels } from '../../core/client/able-models.ts';
import { carryTuning } from '../../core/eval/migrate/carry-tuning.ts';
import { loggedPrompt, promptIdentity, type LoggedPrompt } from '../../core/eval/migrate/logged-prompt.ts';
import { readLog } from '../../core/eval/migrate/read-log.ts';
import { rowOfLogged } from '../../core/eval/migrate/row-of-logged.ts';
import type { GatewayClient } from '../../core/eval/run/gateway-client.ts';
import { CLOCK, Pace } from '../../core/eval/run/pace.ts';
import type { ListedPrompt } from '../../core/generated/prompts-response.ts';
import type { ModelDescription } from '../../core/generated/models-response.ts';
import type { PromptRecord } from '../../core/generated/prompt-record.ts';
import { sampleModel } from '../support/samples/sample-model.ts';
import { sampleResponse } from '../support/samples/sample-run.ts';

function recordOf(request: object | null, more: Partial<PromptRecord> = {}): PromptRecord {
  return {
    promptLogId: 'log-1',
    state: 'settled',
    createdAt: '2026-11-22T00:00:00.000Z',
    finishedAt: '2026-11-22T00:00:01.000Z',
    creditsHeld: 1,
    creditsUsed: 1,
    zeroDataRetention: false,
    models: ['other', 'old'],
    judges: [],
    calls: [],
    request: request === null ? null : { models: ['old'], ...request },
    response: sampleResponse({ models: ['other', 'old'] }),
    ...more,
  };
}

function promptOf(request: object): LoggedPrompt {
  const prompt = loggedPrompt(recordOf(request), 'old');
  if (typeof prompt === 'string') throw new Error(prompt);
  return prompt;
}

describe('a logged prompt', () => {
  it('is one that the model answered, whole, and that the log may keep', () => {
    expect(promptOf({ prompt: 'p' })).toMatchObject({ prompt: 'p', answer: { modelId: 'old' } });
    const failed = sampleResponse({
      models: ['old', 'old'],
      results: { 0: { status: 'failed' }, 1: { output: ' ' } },
    });
    for (const [reason, record] of [
      ['notKept', recordOf(null)],
      ['notKept', recordOf({ prompt: 'p' }, { response: null })],
      ['zeroDataRetention', recordOf({ prompt: 'p' }, { zeroDataRetention: true })],
      [
        'attachments',
        recordOf({ prompt: 'p', attachments: [{ name: 'a', type: 'image/png', sizeBytes: 1 }] }),
      ],
      ['cachedContent', recordOf({ prompt: 'p', model_tuning: { old: { cachedContent: 'caches/1' } } })],
      ['noAnswer', recordOf({ prompt: 'p' }, { response: failed })],
    ] as const)
      expect(loggedPrompt(record, 'old')).toBe(reason);
  });

  it('is the same as another if a model reads the same', () => {
    const same = (one: object, other: object): boolean =>
      promptIdentity(promptOf(one)) === promptIdentity(promptOf(other));
    const blocks = [{ type: 'text', text: 's', cache_control: { type: 'ephemeral' } }];
    expect(same({ prompt: 'p', system_prompt: 's' }, { prompt: 'p', system_prompt: blocks })).toBe(true);
    expect(same({ prompt: 'p' }, { prompt: 'p', generation_settings: { temperature: 1 } })).toBe(true);
    expect(same({ prompt: 'p' }, { prompt: 'p', system_prompt: 's' })).toBe(false);
    expect(same({ prompt: 'p' }, { prompt: 'p', history: [{ role: 'user', content: 'h' }] })).toBe(false);
    expect(same({ prompt: 'p' }, { prompt: 'p', response_schema: { type: 'object' } })).toBe(false);
  });

  it('becomes a row without what was about its own models, judges and price', () => {
    const shared = {
      history: [{ role: 'user', content: 'h' }],
      generation_settings: { maxTokens: 5 },
      response_schema: { type: 'object' },
      judge_prompt: 'c',
    };
    const logged = promptOf({
      prompt: 'p',
      system_prompt: 's',
      ...shared,
      judges: ['j'],
      judge_weights: { cost: 1 },
      judge_pairs: [[0, 1]],
      calibration: 'none',
      max_credits: 1,
      zero_data_retention: false,
    });
    const row = { id: 'log-1', prompt: 'p', system_prompt: 's', tags: [], more: shared };
    expect(rowOfLogged(logged, { carry: () => undefined, keepsAnswer: false })).toEqual(row);
    expect(rowOfLogged(logged, { carry: () => ({ new: { a: 1 } }), keepsAnswer: true })).toEqual({
      ...row,
      more: { ...shared, model_tuning: { new: { a: 1 } } },
      logged: logged.answer,
    });
    expect(rowOfLogged(promptOf({ prompt: 'p' }), { carry: () => undefined, keepsAnswer: false })).toEqual({
      id: 'log-1',
      prompt: 'p',
      tags: [],
    });
  });
});

it('carries tuning to successors that take it, and never over what the log has for them', () => {
  const effort = (...values: readonly string[]) => ({ reasoningEffort: { type: 'string', enum: values } });
  const models = [
    sampleModel('old', { tuning: { ...effort('low', 'high'), webSearch: { type: 'boolean' } } }),
    sampleModel('same', { tuning: effort('low', 'high') }),
    sampleModel('narrow', { tuning: effort('high') }),
    sampleModel('plain'),
  ];
  const carry = carryTuning('old', ['old', 'same', 'narrow', 'plain'], models);
  const old = { reasoningEffort: 'low', webSearch: true };
  expect(carry({ old, stranger: { x: 1 } })).toEqual({ old, same: { reasoningEffort: 'low' } });
  expect(carry({ old, same: { reasoningEffort: 'high' } })).toMatchObject({
    same: { reasoningEffort: 'high' },
  });
  expect(carry({ stranger: { x: 1 } })).toBeUndefined();
  expect(carryTuning('old', ['plain'], models)({ old })).toBeUndefined();
});

it('chooses judges of two providers, rather no kin of the contestants and none that is gone', () => {
  const models = [
    sampleModel('kin', { judge: 'primary', provider: 'A' }),
    sampleModel('contestant', { judge: 'primary', provider: 'A' }),
    sampleModel('reasoner', { judge: 'reasoning', provider: 'B' }),
    sampleModel('alternative', { judge: 'alternative', provider: 'C' }),
    sampleModel('twin', { judge: 'alternative', provider: 'C' }),
    sampleModel('gone', { judge: 'primary', provider: 'D', shutdown: '2026-11-22' }),
    sampleModel('keyless', { judge: 'primary', provider: 'E', configured: false }),
    sampleModel('none', { provider: 'F' }),
  ];
  const choose = (offered: readonly ModelDescription[]) =>
    chooseJudges(ableModels(offered, '2026-11-22'), ['contestant']);
  expect(choose(models)).toEqual(['alternative', 'reasoner']);
  expect(choose(models.slice(0, 3))).toEqual(['reasoner', 'kin']);
  expect(choose(models.slice(1, 2))).toEqual([]);
});

describe('the log', () => {
  const { signal } = new AbortController();

  /** A log of so many requests, the newest first, a page of 100 at a time. */
  function clientOf(count: number, change: (place: number) => Partial<ListedPrompt> = () => ({})) {
    const read: string[] = [];
    const client: Pick<GatewayClient, 'prompts' | 'record'> = {
      prompts(cursor) {
        const from = Number(cursor ?? 0);
        const prompts = Array.from({ length: Math.min(100, count - from) }, (_none, place): ListedPrompt => {
          const { request: _, response: __, calls: ___, ...head } = recordOf(null);
          const state = 'settled' as const;
          const promptLogId = `log-${from + place}`;
          return {
            ...head,
            state,
            promptLogId,
            models: ['old'],
            judges: [],
            textsRetained: true,
            ...change(from + place),
          };
        });
        const next = from + prompts.length;
        return Promise.resolve({ prompts, nextCursor: next < count ? String(next) : null });
      },
      record(promptLogId) {
        read.push(promptLogId);
        if (promptLogId === 'log-4')
          return Promise.reject(new GatewayProblem({ status: 404, title: 'gone' }));
        const place = Number(promptLogId.slice('log-'.length));
        return Promise.resolve(recordOf({ prompt: `p${place % 150}` }, { promptLogId }));
      },
    };
    return { client: client as GatewayClient, read };
  }

  const persistence = { pace: new Pace(4, CLOCK), clock: CLOCK, signal };

  it('is read from the newest on until there are enough different prompts', async () => {
    const { client, read } = clientOf(400, (place) => (place % 2 === 1 ? { models: ['other'] } : {}));
    const { prompts, counts } = await readLog({ client, modelId: 'old', maxPrompts: 60, ...persistence });
    expect(prompts).toHaveLength(60);
    expect(prompts.slice(0, 3).map(({ promptLogId }) => promptLogId)).toEqual(['log-0', 'log-2', 'log-6']);
    expect(counts).toEqual({ wanted: 60, listed: 121, asked: 61, skipped: { notKept: 1 }, isWhole: false });
    expect(read.length).toBeLessThan(61 + 8);
  });

  it('is read to its end where it has fewer, and no record that cannot be sent again', async () => {
    const { client, read } = clientOf(320, (place) => ({
      ...(place === 0 && { zeroDataRetention: true }),
      ...(place === 1 && { state: 'reserved' as const }),
      ...(place === 2 && { textsRetained: false }),
    }));
    const { prompts, counts } = await readLog({ client, modelId: 'old', maxPrompts: 200, ...persistence });
    expect(prompts).toHaveLength(150);
    expect(counts).toEqual({
      wanted: 200,
      listed: 320,
      asked: 320,
      skipped: { zeroDataRetention: 1, unfinished: 1, notKept: 2, repeated: 166 },
      isWhole: true,
    });
    expect(read).not.toContain('log-0');
    expect(read).not.toContain('log-1');
    expect(read).not.toContain('log-2');
  });
});
