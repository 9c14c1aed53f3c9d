import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectManifests } from '../../../codegen/link-input.ts';
import type { CodegenInput } from '../../../core/manifests/load/read-input.ts';
import { FIXTURES, fixtureInput } from '../../codegen/fixture-input.ts';
import { changeText, type Change } from './change-text.ts';

let input: CodegenInput;
beforeAll(async () => {
  input = await fixtureInput();
});

/** The problems of a valid fixture with some of its text replaced, as `path: message`. */
function problemsOf(name: string, changes: readonly Change[]): readonly string[] {
  const text = changeText(readFileSync(join(FIXTURES, 'valid', `${name}.yaml`), 'utf8'), changes);
  const { problems } = inspectManifests({ ...input, manifests: new Map([[`${name}.yaml`, text]]) });
  return problems.map(({ path, message }) => `${path}: ${message}`);
}

describe('a manifest with values at their limits', () => {
  const edges: readonly (readonly [string, string, readonly Change[]])[] = [
    [
      'all output is context',
      'aurora',
      [['contextTokens: 32000, outputTokens: 4096', 'contextTokens: 4096, outputTokens: 4096']],
    ],
    ['all output is the default', 'aurora', [['defaultOutputTokens: 1024', 'defaultOutputTokens: 4096']]],
    [
      'equal timeouts',
      'aurora',
      [
        [
          'connectMs: 5000, firstByteMs: 60000, totalMs: 120000',
          'connectMs: 60000, firstByteMs: 60000, totalMs: 60000',
        ],
      ],
    ],
    [
      'equal pauses and equal rests',
      'aurora',
      [
        ['firstPauseMs: 250, maxPauseMs: 4000', 'firstPauseMs: 250, maxPauseMs: 250'],
        ['limitedRestMs: 10000, refusedRestMs: 300000', 'limitedRestMs: 300000, refusedRestMs: 300000'],
      ],
    ],
    [
      'no retries, no queue, no budget',
      'aurora',
      [
        ['attempts: 3', 'attempts: 1'],
        ['calls: 512, queue: 4096', 'calls: 1, queue: 0'],
        ['percent: 20, perMinute: 60', 'percent: 0, perMinute: 0'],
      ],
    ],
    ['a range of one value', 'aurora', [['temperature: [0, 2]', 'temperature: [1, 1]']]],
    ['a budget of one value', 'aurora', [['minimum: 1024, maximum: 32000', 'minimum: 4096, maximum: 4096']]],
    [
      'an integer of one value',
      'borealis',
      [['minimum: 0\n      maximum: 24576', 'minimum: 8\n      maximum: 8']],
    ],
    [
      'numbers with a part after the point, below zero too',
      'borealis',
      [
        [
          'type: integer\n      minimum: 0\n      maximum: 24576',
          'type: number\n      minimum: -0.5\n      maximum: 2.5',
        ],
      ],
    ],
    ['a cached token at full price', 'aurora', [['cachedInput: "0.30"', 'cachedInput: "3.00"']]],
    [
      'a long context at the same price',
      'borealis',
      [
        [
          'input: "2.50", cachedInput: "0.25", output: "15.00"',
          'input: "1.25", cachedInput: "0.125", output: "10.00"',
        ],
      ],
    ],
    ['a long context of one token', 'borealis', [['overInputTokens: 200000', 'overInputTokens: 999999']]],
    ['a leap day', 'aurora', [['shutdown: 2027-04-01', 'shutdown: 2028-02-29']]],
    [
      'the default written out, with no successor',
      'aurora',
      [['shutdown: 2027-04-01', 'shutdown: 2027-04-01\n    onShutdown: fail']],
    ],
    [
      'a successor that ends a day later',
      'aurora',
      [
        [
          'shutdown: 2027-04-01',
          'shutdown: 2027-04-01\n    successor: aurora-mini\n    onShutdown: successor',
        ],
        ['group: fast', 'group: fast\n    shutdown: 2027-04-02'],
      ],
    ],
    [
      'every value named, then the rest',
      'borealis',
      [['        - set: {}', '        - equals: false\n        - set: {}']],
    ],
    [
      'neighbours that share a beginning',
      'aurora',
      [['{ /store: false }', '{ /store: false, /stored: true, /effort2: x }']],
    ],
    ['free of charge', 'aurora', [['input: "0.00875", output: "0.14"', 'input: "0", output: "0"']]],
    ['a case for the least of a set', 'aurora', [['- equals: 0', '- equals: 1024']]],
    ['a case for the greatest of a set', 'aurora', [['- equals: 0', '- equals: 32000']]],
    ['windows line ends', 'aurora', [['id: aurora\n', 'id: aurora\r\n']]],
  ];

  it.each(edges)('is accepted: %s', (_name, fixture, changes) => {
    expect(problemsOf(fixture, changes)).toEqual([]);
  });
});

describe('a manifest with values beyond their limits', () => {
  const CASES = '/tuning/budget/thinkingBudget/x-wire';
  const beyond: readonly (readonly [string, string, readonly Change[], string])[] = [
    [
      'output over context',
      'aurora',
      [['contextTokens: 32000', 'contextTokens: 4095']],
      '/models/1/limits/outputTokens: is over contextTokens (4095), which holds input and output; lower it',
    ],
    [
      'a first byte after the end',
      'aurora',
      [['firstByteMs: 60000', 'firstByteMs: 120001']],
      '/provider/timeouts/firstByteMs: is longer than totalMs (120000), which includes it; lower it',
    ],
    [
      'a first pause beyond the longest',
      'aurora',
      [['firstPauseMs: 250', 'firstPauseMs: 4001']],
      '/provider/retries/firstPauseMs: is longer than maxPauseMs (4000); lower it',
    ],
    [
      'a limited key that rests longer than a refused one',
      'aurora',
      [['limitedRestMs: 10000', 'limitedRestMs: 300001']],
      '/provider/keys/limitedRestMs: is longer than refusedRestMs (300000); a refused key mends no sooner than a limited one, so correct one of them',
    ],
    [
      'a breaker that opens only beyond every call',
      'aurora',
      [['failedPercent: 50', 'failedPercent: 100']],
      '/provider/breaker/failedPercent: must be an integer from 1 to 99; correct it',
    ],
    [
      'a bound twice',
      'aurora',
      [['        - set: { /effort: high', '        - below: 4096\n        - set: { /effort: high']],
      `${CASES}/2/below: is never true: an earlier case takes all below 4096; order the cases upwards`,
    ],
    [
      'a number as text',
      'aurora',
      [['- equals: 0', '- equals: "0"']],
      `${CASES}/0/equals: is never true: the parameter does not take this value; correct it`,
    ],
    [
      'a value between the sets',
      'aurora',
      [['- equals: 0', '- equals: 1023']],
      `${CASES}/0/equals: is never true: the parameter does not take this value; correct it`,
    ],
    [
      'a bound on a boolean',
      'borealis',
      [['- equals: true', '- below: 1']],
      '/tuning/search/webSearch/x-wire/0/below: compares numbers, and the parameter takes none; use equals',
    ],
    [
      'no temperature, yet not together',
      'aurora',
      [['temperature: [0, 1], topP', 'temperature: false, topP']],
      '/models/0/sampling/together: says nothing where temperature or topP is refused anyway; remove it',
    ],
    [
      'text without an end',
      'borealis',
      [['      maxLength: 39\n', '']],
      '/tuning/search/cachedContent: text needs a maxLength; add one',
    ],
    [
      'a bounded boolean',
      'borealis',
      [['type: boolean', 'type: boolean\n      maximum: 1']],
      '/tuning/search/webSearch: only a type of integer or number has minimum and maximum; remove them',
    ],
    [
      'an integer of letters',
      'borealis',
      [['maximum: 24576', 'maximum: 24576\n      maxLength: 5']],
      '/tuning/search/thinkingBudget: only a type of string has pattern and maxLength; remove them',
    ],
    [
      'an integer with a part after the point',
      'borealis',
      [['maximum: 24576', 'maximum: 24576.5']],
      '/tuning/search/thinkingBudget/maximum: must be a whole number from 0 on, because the type is integer; correct it',
    ],
    [
      'an integer upside down',
      'borealis',
      [['minimum: 0\n', 'minimum: 24577\n']],
      '/tuning/search/thinkingBudget/minimum: is above the maximum (24576); swap them',
    ],
    [
      'a set that is both',
      'aurora',
      [['{ type: integer, const: 0 }', '{ type: integer, const: 0, minimum: 0, maximum: 1 }']],
      '/tuning/budget/thinkingBudget/oneOf/0: must be either one integer (const), or a minimum and a maximum not below it; correct it',
    ],
    [
      'a prepared cache without a price',
      'borealis',
      [
        ['      cachedInput: "0.125"\n', ''],
        ['cachedInput: "0.25", output: "15.00"', 'output: "15.00"'],
      ],
      '/models/0/price: "cachedInput" is missing; resource caching needs the price of a cached token',
    ],
    [
      'the header of the key',
      'aurora',
      [['auth: { scheme: bearer,', 'headers: { x-key: "1" }\n  auth: { scheme: header, header: x-key,']],
      '/provider/headers/x-key: the gateway writes x-key itself; remove it here',
    ],
    [
      'a place in braces',
      'borealis',
      [['{region}', '{region}.{zone}']],
      '/provider/baseUrl: only {region} may stand here in braces, and only with auth.scheme sigv4; write the address out',
    ],
    [
      'a case inside another’s place',
      'aurora',
      [['set: { /effort: low }', 'set: { /effort: low, /effort/depth: 1 }']],
      `${CASES}/1/set/~1effort~1depth: overlaps /effort; write the two as one constant`,
    ],
    [
      'a boolean as yes',
      'aurora',
      [['pdf: false', 'pdf: yes']],
      '/models/1/accepts/pdf: YAML reads yes as text, not as a boolean; write true',
    ],
    [
      'a boolean in quotes',
      'aurora',
      [['pdf: false', 'pdf: "false"']],
      '/models/1/accepts/pdf: YAML reads false as text, not as a boolean; write false',
    ],
    [
      'a number with commas',
      'aurora',
      [['contextTokens: 32000', 'contextTokens: "32,000"']],
      '/models/1/limits/contextTokens: YAML reads 32,000 as text, not as a number; write 32000',
    ],
    [
      'a negative number',
      'aurora',
      [['contextTokens: 32000', 'contextTokens: -1']],
      '/models/1/limits/contextTokens: must be an integer from 1024 to 100000000; correct it',
    ],
    [
      'an announcement after the shutdown',
      'aurora',
      [['shutdown: 2027-04-01', 'shutdown: 2027-04-01\n    deprecated: 2027-04-02']],
      '/models/0/deprecated: is after the shutdown (2027-04-01); correct one of them',
    ],
    [
      'a rule for a shutdown without a successor',
      'aurora',
      [['shutdown: 2027-04-01', 'shutdown: 2027-04-01\n    onShutdown: successor']],
      '/models/0/onShutdown: needs shutdown and successor; add what is missing, or remove it',
    ],
    ...(
      [
        ['that is nowhere', 'nobody', '', 'is in none of the manifests'],
        ['that is the model itself', 'aurora-vega-5', '', 'is the model itself'],
        ['that is switched off', 'aurora-mini', 'enabled: false', 'is switched off'],
        [
          'that is shut down on the same day',
          'aurora-mini',
          'shutdown: 2027-04-01',
          'is shut down on 2027-04-01, no later than aurora-vega-5 (2027-04-01)',
        ],
      ] as const
    ).map(
      ([what, successor, line, problem]) =>
        [
          `a successor ${what}`,
          'aurora',
          [
            ['shutdown: 2027-04-01', `shutdown: 2027-04-01\n    successor: ${successor}`],
            ['group: fast', line === '' ? 'group: fast' : `group: fast\n    ${line}`],
          ],
          `/models/0/successor: ${successor} ${problem}; name a model that callers can use after aurora-vega-5, or remove the line`,
        ] as const,
    ),
    [
      'a successor that ends while no end of the model is known',
      'aurora',
      [['group: fast', 'group: fast\n    successor: aurora-vega-5']],
      '/models/1/successor: aurora-vega-5 is shut down on 2027-04-01, and no shutdown of aurora-mini is known; name a model that callers can use after aurora-mini, or remove the line',
    ],
  ];

  it.each(beyond)('is refused: %s', (_name, fixture, changes, problem) => {
    expect(problemsOf(fixture, changes)).toEqual([problem]);
  });
});
