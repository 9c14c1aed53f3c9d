import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { StreamEvent } from '../../core/contract.ts';
import { isNameOf, otherModelOf } from '../../core/registry/served-by.ts';
import { prepareCall, readFixtures } from '../contract/fixture.ts';
import { registryOnDisk } from '../contract/registry-on-disk.ts';
import { sampleModel } from '../../core/plugin-check/sample-entry.ts';
import { sampleCall } from '../contract/sample-call.ts';
import { foldStream, readRecording } from '../contract/streams/fold-stream.ts';
import chatCompletions from '../../plugins/chat-completions.ts';
import converse from '../../plugins/converse.ts';
import generateContent from '../../plugins/generate-content.ts';
import messages from '../../plugins/messages.ts';
import responses from '../../plugins/responses.ts';

const model = (upstream: string, ...names: string[]) => ({ upstream, names });

describe('a name in a reply is the model’s own', () => {
  test.each([
    ['gpt-5.4', 'gpt-5.4'],
    ['gpt-5.4', 'gpt-5.4-2026-03-05'],
    ['gpt-5.4', 'GPT-5.4-2026-03-05'],
    ['gpt-4o-2024-11-20', 'gpt-4o-2024-11-20'],
    ['gpt-4o-2024-11-20', 'gpt-4o-20241120'],
    ['gpt-4o-2024-11-20', 'gpt-4o'],
    ['claude-haiku-4-5', 'claude-haiku-4-5-20251001'],
    ['claude-haiku-4-5', 'claude-haiku-4-5@20251001'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['gemini-2.5-flash', 'models/gemini-2.5-flash'],
    ['gemini-2.5-pro', 'gemini-2.5-pro-001'],
    ['gemini-2.5-flash', 'gemini-2.5-flash-05-20'],
    ['mistral-large-2512', 'mistral-large-latest'],
    ['openai/gpt-oss-120b', 'gpt-oss-120b'],
    ['gpt-oss-120b', 'openai/gpt-oss-120b'],
    ['global.amazon.nova-2-lite-v1:0', 'us.amazon.nova-2-lite-v1:0'],
    ['global.amazon.nova-2-lite-v1:0', 'amazon.nova-2-lite-v1:0'],
    ['amazon.nova-pro-v1:0', 'us-gov.amazon.nova-pro-v1:0'],
    ['amazon.nova-pro-v1:0', 'arn:aws:bedrock:eu-west-1:123:inference-profile/eu.amazon.nova-pro-v1:0'],
    ['llama3.2', 'llama3.2:latest'],
    ['sample-2026', 'sample-2026-01-31'],
    ['sample-0131', 'sample-2026-01-31'],
  ])('%s: %s', (upstream, name) => {
    expect(isNameOf(name, model(upstream))).toBe(true);
  });
  test.each([
    ['mistral-medium-2604', 'mistral-medium-3-5', 'mistral-medium-3-5'],
    ['deployment-7', 'gpt-4o', 'gpt-4o-2024-08-06'],
  ])('%s, declared as %s: %s', (upstream, declared, name) => {
    expect(isNameOf(name, model(upstream, declared))).toBe(true);
  });
});

test.each([
  ['gemini-2.5-flash', 'gemini-3.5-flash'],
  ['gemini-2.5-flash', 'gemini-2.5-flash-lite'],
  ['gemini-2.5-flash-lite', 'gemini-2.5-flash'],
  ['gemini-2.5-flash', 'gemini-2.5-flash-preview-09-2025'],
  ['gpt-5', 'gpt-5.5'],
  ['gpt-5', 'gpt-5-mini-2025-08-07'],
  ['o3', 'o3-pro'],
  ['gpt-4o-2024-11-20', 'gpt-4o-2024-08-06'],
  ['mistral-large-2512', 'mistral-large-2411'],
  ['claude-opus-4-5-20251101', 'claude-opus-4-6'],
  ['grok-4.20-0309-non-reasoning', 'grok-4.20-0309-reasoning'],
  ['openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
  ['amazon.nova-pro-v1:0', 'us.amazon.nova-lite-v1:0'],
  ['gpt-4o', ''],
])('%s is not meant by %s', (upstream, name) => {
  expect(isNameOf(name, model(upstream))).toBe(false);
});

const dates = fc.date({ min: new Date('2023-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
const names = fc
  .array(fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join('-'));

describe('whatever a model is called', () => {
  it('it is itself with any date, before and behind', () => {
    fc.assert(
      fc.property(names, dates, fc.constantFrom('-', '@'), fc.boolean(), (name, date, mark, isShort) => {
        const day = date.toISOString().slice(0, 10);
        const dated = name + mark + (isShort ? day.replaceAll('-', '') : day);
        expect(isNameOf(dated, model(name))).toBe(true);
        expect(isNameOf(name, model(dated))).toBe(true);
        expect(isNameOf(`models/${dated}`, model(dated))).toBe(true);
      }),
    );
  });
  it('another name is another model, dated or not', () => {
    fc.assert(
      fc.property(names, names, dates, (one, other, date) => {
        fc.pre(one !== other);
        const day = date.toISOString().slice(0, 10);
        expect(isNameOf(other, model(one))).toBe(false);
        expect(isNameOf(`${other}-${day}`, model(`${one}-${day}`))).toBe(false);
      }),
    );
  });
  it('the rule is the same both ways', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(isNameOf(one, model(other))).toBe(isNameOf(other, model(one)));
      }),
    );
  });
});

describe('otherModelOf', () => {
  const find = (id: string) => {
    const entry = registryOnDisk.find(id);
    if (entry === undefined) throw new Error(`no model ${id}`);
    return entry;
  };
  it('gives the model of the same provider that the name stands for', () => {
    const other = otherModelOf('gemini-3.5-flash-001', find('gemini-2.5-flash'), registryOnDisk);
    expect(other).toEqual({ id: 'gemini-3.5-flash', entry: find('gemini-3.5-flash') });
  });
  it('prefers the model whose very name it is', () => {
    const other = otherModelOf('gpt-4o-2024-11-20', find('gpt-5'), registryOnDisk);
    expect(other?.id).toBe('gpt-4o-2024-11-20');
    expect(otherModelOf('gpt-4o-2024-11-20', find('gpt-4o'), registryOnDisk)).toBeUndefined();
  });
  it('gives the name where no model of the provider has it', () => {
    expect(otherModelOf('gemini-9', find('gemini-2.5-flash'), registryOnDisk)).toEqual({
      id: 'gemini-9',
      entry: undefined,
    });
    // Another provider's model of the name has another price.
    expect(otherModelOf('gpt-4o', find('grok-4.5'), registryOnDisk)?.entry).toBeUndefined();
  });
  it.each([undefined, null, '', 7, {}, 'two words', '<b>', 'x'.repeat(129), '\u0000mark', '-'])(
    'compares nothing with %j',
    (name) => {
      expect(otherModelOf(name, find('gpt-5'), registryOnDisk)).toBeUndefined();
    },
  );
  it('compares nothing where the manifest says *', () => {
    const router = { ...find('gpt-5'), model: sampleModel({ names: ['*'] }) };
    expect(otherModelOf('anything-at-all', router, registryOnDisk)).toBeUndefined();
  });
  it('tells every two models of one provider apart', () => {
    for (const requested of registryOnDisk.entries)
      for (const namesake of registryOnDisk.entries) {
        const isSame = requested === namesake || requested.provider !== namesake.provider;
        // One is the other's snapshot.
        const isDated = isNameOf(namesake.model.upstream, requested.model);
        const other = otherModelOf(namesake.model.upstream, requested, registryOnDisk);
        if (!isSame && !isDated) expect(other?.entry).toBe(namesake);
        if (requested === namesake) expect(other).toBeUndefined();
      }
    const snapshots = registryOnDisk.entries.flatMap((requested) =>
      registryOnDisk.entries
        .filter((named) => requested !== named && requested.provider === named.provider)
        .filter((other) => isNameOf(other.model.upstream, requested.model))
        .map((other) => `${requested.model.id} ${other.model.id}`),
    );
    expect(snapshots).toEqual(['gpt-4o gpt-4o-2024-11-20', 'gpt-4o-2024-11-20 gpt-4o']);
  });
});

/** The requested model, if a recording is of another model than its fixture. */
const RECORDED_OF: Readonly<Record<string, string>> = {
  'mistral/success-thinking-array.json': 'magistral-medium-2509',
  'groq/success-no-details.json': 'llama-3.3-70b-versatile',
  'groq/cached.json': 'openai/gpt-oss-120b',
  'google/cached-content.json': 'gemini-2.5-flash',
};

/** The provider and the requested model of each recorded stream; undefined if the format names none. */
const STREAMS: Readonly<Record<string, readonly [provider: string, asked: string | undefined]>> = {
  'amazon-bedrock-text': ['bedrock', undefined],
  'amazon-bedrock-reasoning': ['bedrock', undefined],
  'amazon-bedrock-json-tool.1': ['bedrock', undefined],
  'anthropic-text': ['anthropic', 'claude-sonnet-4-5'],
  'anthropic-json-output-format.1': ['anthropic', 'claude-sonnet-4-5'],
  'anthropic-json-tool.1': ['anthropic', 'claude-haiku-4-5'],
  'anthropic-message-delta-input-tokens': ['anthropic', 'claude-opus-4-5'],
  'anthropic-refusal': ['anthropic', 'claude-fable-5'],
  'spliced-message-start': ['anthropic', 'claude-3-haiku'],
  'azure-model-router.1': ['groq', 'gpt-5-nano'],
  'cerebras-structured-output-tools.1': ['cerebras', 'zai-glm-4.7'],
  'deepseek-text.cut': ['deepseek', 'deepseek-chat'],
  'google-reasoning-gemini3': ['google', 'gemini-3-pro-preview'],
  'google-text': ['google', 'gemini-3-pro-preview'],
  'groq-text.cut': ['groq', 'llama-3.3-70b-versatile'],
  'mistral-reasoning': ['mistral', 'magistral-medium-2507'],
  'mistral-text': ['mistral', 'mistral-small-latest'],
  'openai-error.1': ['openai', 'gpt-5-nano'],
  'openai-phase.1': ['openai', 'gpt-5.3-codex'],
  'xai-text': ['xai', 'grok-3-mini'],
};

describe('no ordinary reply is taken for another model’s', () => {
  const fixtures = readFixtures(registryOnDisk).filter(({ reply }) => reply.status === 200);
  test.each(fixtures)('$name', (fixture) => {
    const { entry } = prepareCall(fixture, registryOnDisk);
    const name = entry.plugin.readModel?.(fixture.reply.body);
    expect(name === undefined).toBe(fixture.provider === 'bedrock');
    const recordedOf = RECORDED_OF[fixture.name];
    const requested =
      recordedOf === undefined ? entry : { ...entry, model: sampleModel({ upstream: recordedOf }) };
    expect(otherModelOf(name, requested, registryOnDisk)).toBeUndefined();
  });

  it('every recorded stream is here', () => {
    const files = readdirSync(join(import.meta.dirname, '../fixtures/recorded-streams'));
    const recorded = files.filter((file) => file.endsWith('.jsonl')).map((file) => file.slice(0, -6));
    expect(Object.keys(STREAMS).toSorted()).toEqual(recorded.toSorted());
  });

  test.each(Object.entries(STREAMS))('%s', (file, [provider, upstream]) => {
    const entry = registryOnDisk.entries.find(({ model: { provider: id } }) => id === provider);
    if (entry?.plugin.stream === undefined) throw new Error(`${provider} has no stream`);
    const { plugin } = entry;
    const { stream } = entry.plugin;
    const events = readRecording(file, stream.framing);
    const requested = { ...entry, model: sampleModel({ upstream: upstream ?? 'sample' }) };
    const nameAfter = (count: number) =>
      plugin.readModel?.(foldStream(stream, events.slice(0, count), sampleCall()).reply);
    // However early it is cut: the name is there from the first event that has it.
    for (let count = 0; count <= events.length; count += 1)
      expect(otherModelOf(nameAfter(count), requested, registryOnDisk)).toBeUndefined();
    expect(nameAfter(events.length) === undefined).toBe(upstream === undefined);
    const stranger = { ...entry, model: sampleModel({ upstream: 'asked-of-nobody' }) };
    expect(otherModelOf(nameAfter(events.length), stranger, registryOnDisk) === undefined).toBe(
      upstream === undefined,
    );
  });
});

describe('a name is read from what a failed stream leaves, since it may have cost something', () => {
  const stranger = 'some-other-model';
  test.each([
    [
      messages,
      [
        { type: 'message_start', message: { model: stranger } },
        { type: 'error', error: {} },
      ],
    ],
    [generateContent, [{ modelVersion: stranger, candidates: [] }, { error: { code: 500 } }]],
    [chatCompletions, [{ model: '' }, { model: stranger, choices: [] }, { error: { message: 'x' } }]],
    [
      responses,
      [
        { type: 'response.created', response: { model: stranger } },
        { type: 'error', error: { code: 'server_error' } },
      ],
    ],
    [
      converse,
      [
        { messageStart: { role: 'assistant' } },
        { metadata: { trace: { promptRouter: { invokedModelId: stranger } } } },
        { internalServerException: { message: 'x' } },
      ],
    ],
  ] as const)('%#', (plugin, data) => {
    const isBinary = plugin.stream.framing === 'binary';
    const events = data.map((one): StreamEvent => {
      const [[name, payload] = ['', undefined]] = Object.entries(one);
      return isBinary ? { name, data: payload } : { name: 'type' in one ? one.type : '', data: one };
    });
    expect(plugin.readModel(foldStream(plugin.stream, events, sampleCall()).reply)).toBe(stranger);
  });
});
