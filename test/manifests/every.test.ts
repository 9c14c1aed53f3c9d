import { beforeAll, describe, expect, it, test } from 'vitest';
import { inspectManifests, linkInput } from '../../codegen/link-input.ts';
import type { Model } from '../../core/contract.ts';
import type { CodegenInput } from '../../core/manifests/load/read-input.ts';
import { fixtureInput } from '../codegen/fixture-input.ts';

const PROVIDER = `provider:
  id: short
  name: Short
  plugin: chat-completions
  baseUrl: https://short.example/v1
  auth: { scheme: none }
`;
const PRICE = 'price: { input: "1.00", cachedInput: "0.10", output: "2.00", checked: 2026-11-20 }';

function entry(id: string, limits: string, ...facts: readonly string[]): string {
  const lines = [`- id: ${id}`, '  group: fast', `  ${PRICE}`, `  limits: ${limits}`, ...facts];
  return lines.map((line) => `  ${line}\n`).join('');
}

let input: CodegenInput;
beforeAll(async () => {
  input = await fixtureInput();
});

const inputOf = (text: string): CodegenInput => ({ ...input, manifests: new Map([['short.yaml', text]]) });

function modelsOf(text: string): readonly Model[] {
  return linkInput(inputOf(text)).registry.models;
}

function problemsOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return inspectManifests(inputOf(text)).problems.map(
    ({ line, column, message }) => `${lines[line - 1]?.slice(column - 1)}: ${message}`,
  );
}

test('five facts of a provider and four of a model are enough', () => {
  const cached = '  caching: { mode: automatic }';
  const { registry } = linkInput(
    inputOf(`${PROVIDER}models:\n${entry('one', '{ contextTokens: 4096, outputTokens: 1024 }', cached)}`),
  );
  expect(registry.providers).toMatchObject([
    {
      timeouts: { connectMs: 5_000, firstByteMs: 600_000, idleMs: 60_000, totalMs: 600_000 },
      streaming: true,
      maxReplyBytes: 16_777_216,
      concurrency: { calls: 512, queue: 4_096 },
      retries: { attempts: 3, firstPauseMs: 250, maxPauseMs: 4_000, maxRetryAfterMs: 15_000 },
      retryBudget: { percent: 20, perMinute: 60 },
      breaker: { calls: 20, failedPercent: 50, openMs: 15_000 },
      keys: { limitedRestMs: 10_000, refusedRestMs: 300_000 },
    },
  ]);
  expect(registry.providers[0]).not.toHaveProperty('usage');
  expect(registry.models).toMatchObject([
    {
      upstream: 'one',
      limits: { defaultOutputTokens: 1_024 },
      accepts: { images: [], pdf: false },
      sampling: { temperature: [0, 2], topP: [0, 1], together: true },
      schemaEnforcement: 'instruction',
    },
  ]);
});

test('the time limit of a call is the default limit of its parts', () => {
  const text = `${PROVIDER}  timeouts: { totalMs: 20000 }\nmodels:\n${entry('one', '{ contextTokens: 4096, outputTokens: 1024 }', '  caching: { mode: automatic }')}`;
  expect(linkInput(inputOf(text)).registry.providers[0]?.timeouts).toEqual({
    connectMs: 5_000,
    firstByteMs: 20_000,
    idleMs: 20_000,
    totalMs: 20_000,
  });
});

const EVERY = `every:
  limits: { defaultOutputTokens: 2048, imageTokens: 900 }
  accepts: { images: [image/png] }
  sampling: { temperature: [0, 1], together: false }
  caching: { mode: automatic, discount: "0.5" }
  send: { /store: false }
`;

describe('every', () => {
  it('holds for each model, whose own facts come first', () => {
    const limits = '{ contextTokens: 8192, outputTokens: 4096 }';
    const [plain, own] = modelsOf(
      `${PROVIDER}${EVERY}models:\n${entry('plain', limits)}${entry(
        'own',
        '{ contextTokens: 8192, outputTokens: 4096, defaultOutputTokens: 512 }',
        '  accepts: { images: [] }',
        '  sampling: { topP: false }',
        '  send: { /mode: fast }',
      )}`,
    );
    expect(plain).toMatchObject({
      limits: { defaultOutputTokens: 2_048, imageTokens: 900 },
      accepts: { images: ['image/png'], pdf: false },
      sampling: { temperature: [0, 1], topP: [0, 1], together: false },
      caching: { mode: 'automatic', discountMilli: 500 },
      send: { '/store': false },
    });
    expect(own).toMatchObject({
      // A bound on images does not apply to a model without images.
      limits: { defaultOutputTokens: 512, imageTokens: 0 },
      accepts: { images: [], pdf: false },
      sampling: { temperature: [0, 2], topP: null, together: true },
      send: { '/store': false, '/mode': 'fast' },
    });
  });

  it('is reported once for all models if one of its facts is wrong', () => {
    const limits = '{ contextTokens: 8192, outputTokens: 4096 }';
    const models = `models:\n${entry('one', limits)}${entry('two', limits)}`;
    expect(problemsOf(`${PROVIDER}every:\n  caching: { mode: automatic, minToken: 9 }\n${models}`)).toEqual([
      'minToken: 9 }: unknown key "minToken"; did you mean "minTokens"?',
    ]);
    expect(
      problemsOf(`${PROVIDER}every:\n  price: {}\n  caching: { mode: automatic }\n${models}`),
    ).toMatchObject([/^price: \{\}: unknown key "price"/].map((form) => expect.stringMatching(form)));
    expect(
      problemsOf(
        `${PROVIDER}every:\n  caching: { mode: automatic }\n  sampling: { topP: [1, 0] }\n${models}`,
      ),
    ).toEqual(['[1, 0] }: begins at 1, above its end 0; write the smaller first']);
  });

  it('is distinguished from a default that does not fit', () => {
    const text = `${PROVIDER}  timeouts: { totalMs: 900 }\nmodels:\n${entry('one', '{ contextTokens: 8192, outputTokens: 1024 }', '  caching: { mode: automatic }')}`;
    expect(problemsOf(text)).toEqual([
      'timeouts: { totalMs: 900 }: is longer than firstByteMs (900), which includes it; lower it (connectMs has its default here)',
    ]);
  });

  it('is reported if it does not fit a model', () => {
    const text = `${PROVIDER}${EVERY}models:\n${entry('one', '{ contextTokens: 8192, outputTokens: 1024 }')}`;
    expect(problemsOf(text)).toEqual([
      '2048, imageTokens: 900 }: is over outputTokens (1024), the most the model gives; lower it',
    ]);
  });
});

const LADDER = (cases: string): string => `${PROVIDER}tuning:
  depth:
    budget:
      description: Tokens to think.
      type: integer
      minimum: 0
      maximum: 9000
      x-wire:
${cases}
every: { tuning: depth, caching: { mode: automatic } }
models:
${entry('one', '{ contextTokens: 8192, outputTokens: 4096 }')}`;

describe('steps of a tuning case', () => {
  it('are cases that share their effects', () => {
    const [model] = modelsOf(
      LADDER(`        - steps: [{ equals: 0, value: OFF, reasoningTokens: 0 }, { below: 4000, value: LOW }, { value: HIGH }]
          set: { /thinking: { level: $step } }
          warn: Level $step was sent.`),
    );
    expect(model?.tuning['budget']?.cases).toEqual([
      { equals: 0, set: { '/thinking': { level: 'OFF' } }, warn: 'Level off was sent.', reasoningTokens: 0 },
      { below: 4_000, set: { '/thinking': { level: 'LOW' } }, warn: 'Level low was sent.' },
      { set: { '/thinking': { level: 'HIGH' } }, warn: 'Level high was sent.' },
    ]);
  });

  it.each([
    [
      '        - steps: [{ below: 9, value: a }, { below: 5, value: b }, { value: c }]\n          set: { /a: $step }',
      '5, value: b }, { value: c }]: is never true: an earlier case takes all below 9; order the cases upwards',
    ],
    [
      '        - steps: [{ below: 9 }, { value: c }]\n          set: { /a: $step }',
      '{ below: 9 }, { value: c }]: needs a value, which stands for $step in set and warn; add it',
    ],
    [
      '        - steps: [{ below: 9, value: a }, {}]\n          set: { /a: 1 }',
      '{}]: must be an object of at least 1 keys; correct it',
    ],
    [
      '        - below: 9\n          steps: [{ equals: 1, reasoningTokens: 5 }, { reasoningTokens: 7 }]',
      'below: 9: has steps and a condition; move the condition into a step',
    ],
  ])('are refused for %j', (cases, problem) => {
    expect(problemsOf(LADDER(cases))).toContain(problem);
  });
});
