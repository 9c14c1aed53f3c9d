import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planCall, type PlannedCall } from '../../core/pipeline/plan-call.ts';
import { readUsage } from '../../core/pipeline/read-usage.ts';
import { member } from '../../plugins/shared/read-json.ts';
import {
  CACHE_KEY,
  HISTORY,
  OBJECT_SCHEMA,
  ask,
  owedCases,
  PROMPT,
  refusedFiles,
  SYSTEM,
  type OwedCase,
} from './owed-cases.ts';
import { plainBody } from './plain-body.ts';
import { registryOnDisk } from './registry-on-disk.ts';
import { wireFacts } from './wire-facts.ts';

const entries = registryOnDisk.entries.map((entry) => ({ id: entry.model.id, entry }));
const cases = entries.flatMap(({ id, entry }) => owedCases(entry.model).map((owed) => ({ id, entry, owed })));

test('the registry holds every manifest on disk', () => {
  const files = readdirSync(join(import.meta.dirname, '../../manifests'));
  expect(registryOnDisk.providers.map(({ id }) => `${id}.yaml`).toSorted()).toEqual(files.toSorted());
});

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

function at(body: unknown, pointer: string): unknown {
  return member(body, ...pointer.split('/').slice(1));
}

function holdsUndefined(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined;
  return !(value instanceof Uint8Array) && Object.values(value).some(holdsUndefined);
}

interface Sent {
  readonly planned: PlannedCall;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function sent({ entry, owed }: (typeof cases)[number]): Sent {
  const planned = planCall(entry, owed.question);
  const request = entry.plugin.buildRequest(planned.call);
  const body = plainBody(request.body);
  return { planned, path: request.path, body, text: JSON.stringify(body) };
}

/** What the caller wrote, in the order in which it must stand. */
function writtenTexts({ system, turns }: OwedCase['question']): readonly string[] {
  return [...system, ...turns].map(({ text }) => text);
}

describe.each(cases)('$id, $owed.name', (one) => {
  const { entry, owed } = one;
  const facts = wireFacts(entry.provider);

  test('says every text once, the static ones first', () => {
    const { text } = sent(one);
    const places = writtenTexts(owed.question).map((part) => {
      expect(occurrences(text, part)).toBe(1);
      return text.indexOf(part);
    });
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('names the model, has members of this format only, and nothing undefined', () => {
    const { planned, path, body } = sent(one);
    expect(
      body['model'] === entry.model.upstream || path.includes(encodeURIComponent(entry.model.upstream)),
    ).toBe(true);
    expect(path).toMatch(/^\/[\x21-\x7e]+$/);
    const fromManifest = [...planned.call.fields.keys()].map((pointer) => pointer.split('/')[1]);
    expect(Object.keys(body).filter((name) => ![...facts.members, ...fromManifest].includes(name))).toEqual(
      [],
    );
    expect(holdsUndefined(entry.plugin.buildRequest(planned.call).body)).toBe(false);
  });

  test('is built the same every time', () => {
    expect(sent(one).text).toBe(sent(one).text);
  });

  test('sends the planned settings and fields, and no others', () => {
    const { planned, body } = sent(one);
    const { settings, fields } = planned.call;
    expect(at(body, facts.maxTokens)).toBe(settings.maxTokens);
    expect(at(body, facts.temperature)).toBe(settings.temperature);
    expect(at(body, facts.topP)).toBe(settings.topP);
    for (const [pointer, value] of fields) expect(at(body, pointer)).toEqual(value);
  });

  test('carries every file once', () => {
    const { text } = sent(one);
    for (const { base64 } of owed.question.attachments) {
      expect(occurrences(text, Buffer.from(base64).toString('ascii'))).toBe(1);
    }
  });
});

const byName = (name: string) => cases.filter(({ owed }) => owed.name === name);

test.each(byName('four cache breakpoints'))(
  '$id marks breakpoints exactly where its caching is explicit',
  (one) => {
    const { breakpoint } = wireFacts(one.entry.provider);
    const expected = one.entry.model.caching.mode === 'explicit' ? 4 : 0;
    expect(breakpoint === undefined ? 0 : occurrences(sent(one).text, `"${breakpoint}"`)).toBe(expected);
  },
);

test.each(byName('a cache key'))('$id is sent a cache key exactly where its provider takes one', (one) => {
  const { text } = sent(one);
  expect(occurrences(text, CACHE_KEY)).toBe(one.entry.provider.promptCacheKey === null ? 0 : 1);
});

test.each(byName('an output schema'))('$id is sent the schema in the way its manifest says', (one) => {
  const { planned, text, body } = sent(one);
  const asJson = JSON.stringify(OBJECT_SCHEMA);
  const enforced = one.entry.model.schemaEnforcement !== 'instruction';
  expect(planned.call.outputSchema !== undefined).toBe(enforced);
  expect(occurrences(text, asJson)).toBe(enforced ? 1 : 0);
  // An instruction stands in the system text, as text.
  expect(occurrences(JSON.stringify(body), JSON.stringify(asJson).slice(1, -1))).toBe(enforced ? 0 : 1);
});

test.each(entries)('$id: a file it cannot read fails before anything is sent', ({ entry }) => {
  for (const attachment of refusedFiles(entry.model)) {
    expect(planCall(entry, ask({ attachments: [attachment] })).fault).toBe('attachment_unsupported');
  }
});

test.each(entries)('$id: its format’s reply is read with the right arithmetic', ({ entry }) => {
  const facts = wireFacts(entry.provider);
  const zeros = Object.fromEntries(facts.unreported.map((figure) => [figure, 0]));
  const figures = { uncached: 1_000, cached: 200, written: 30, visible: 7, reasoning: 5, ...zeros };
  const reply = facts.reply('An answer.', figures);
  const { call } = planCall(entry, ask());
  expect(entry.plugin.readReply(reply, call)).toEqual({
    text: 'An answer.',
    finishReason: 'stop',
    thought: false,
  });
  expect(readUsage(reply, entry.provider.usage, false)).toEqual({
    tokensIn: figures.uncached + figures.cached + figures.written,
    tokensCached: figures.cached,
    tokensCacheWrite: figures.written,
    tokensOut: figures.visible + figures.reasoning,
    tokensReasoning: figures.reasoning,
    searches: 0,
  });
});

test.each(registryOnDisk.entries.filter(({ provider }) => provider.usage.searches !== undefined))(
  '$model.id: each distinct search is counted',
  ({ provider }) => {
    const reply = {
      usageMetadata: { promptTokenCount: 1 },
      candidates: [{ groundingMetadata: { webSearchQueries: ['a', 'b', 'a', ''] } }],
    };
    expect(readUsage(reply, provider.usage, false)?.searches).toBe(2);
  },
);

test.each(registryOnDisk.providers)('$id can sign where its manifest asks for it', ({ id, auth }) => {
  const plugins = registryOnDisk.entries
    .filter(({ provider }) => provider.id === id)
    .map(({ plugin }) => plugin);
  expect(plugins.every((plugin) => (plugin.sign !== undefined) === (auth.scheme === 'sigv4'))).toBe(true);
});

test('the suite is not empty of what it is for', () => {
  const names = new Set(cases.map(({ owed }) => owed.name.replace(/ .*/, '')));
  for (const name of ['thinkingBudget', 'webSearch', 'cachedContent', 'reasoningEffort'])
    expect(names).toContain(name);
  expect(new Set(cases.map(({ entry }) => entry.model.schemaEnforcement)).size).toBe(3);
  expect([...HISTORY, ...SYSTEM].every(({ text }) => !PROMPT.includes(text))).toBe(true);
});
