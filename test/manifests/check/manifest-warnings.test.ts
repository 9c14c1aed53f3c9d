import { beforeAll, describe, expect, it, test } from 'vitest';
import type { ShapedManifest } from '../../../core/manifests/check/check-shape.ts';
import { inspectManifests } from '../../../codegen/link-input.ts';
import { manifestNotes, manifestWarnings } from '../../../core/manifests/check/manifest-warnings.ts';
import { fixtureInput } from '../../codegen/fixture-input.ts';

let shaped: (change?: (text: string) => string) => readonly ShapedManifest[];
beforeAll(async () => {
  const input = await fixtureInput();
  shaped = (change = (text) => text) => {
    const manifests = new Map(
      [...input.manifests].map(([file, text]) => [file.replace(/.*\//, ''), change(text)]),
    );
    return inspectManifests({ ...input, manifests }).manifests;
  };
});

function warningsAbout(
  manifests: readonly ShapedManifest[],
  today: string,
  about: string,
): readonly string[] {
  const found = [...manifestWarnings(manifests, today), ...manifestNotes(manifests, today)];
  const warnings = found.filter(({ path }) => path.endsWith(about));
  return warnings.map(({ file, line, path, message }) => `${file}:${line} ${path}: ${message}`);
}

describe('a shutdown', () => {
  const GLOW = 'borealis.yaml:86 /models/1/shutdown: borealis-glow.1';

  it.each([
    ['2026-10-11', []],
    ['2026-10-12', [`${GLOW} is shut down in 60 days; add its successor, and tell its callers`]],
    ['2026-12-10', [`${GLOW} is shut down in 1 day; add its successor, and tell its callers`]],
    ['2026-12-11', [`${GLOW} is shut down today; add its successor, and tell its callers`]],
    [
      '2026-12-12',
      [
        `${GLOW} was shut down 1 day ago; add its successor, remove it, switch it off with enabled: false, or correct the date`,
      ],
    ],
    [
      '2027-01-31',
      [
        `${GLOW} was shut down 51 days ago; add its successor, remove it, switch it off with enabled: false, or correct the date`,
      ],
    ],
  ])('seen on %s', (today, expected) => {
    expect(warningsAbout(shaped(), today, '/shutdown').filter((line) => line.includes('glow'))).toEqual(
      expected,
    );
  });

  it.each([
    ['2026-12-10', `${GLOW} is shut down in 1 day; tell its callers`],
    [
      '2026-12-12',
      `${GLOW} was shut down 1 day ago, and callers are told of aurora-mini; remove it once nobody names it`,
    ],
    [
      '2026-12-12',
      `${GLOW} was shut down 1 day ago, and callers are told of aurora-mini; remove it once nobody names it`,
      'onShutdown: fail',
    ],
    [
      '2026-12-12',
      `${GLOW} was shut down 1 day ago, and aurora-mini runs in its place; remove it once nobody names it`,
      'onShutdown: successor',
    ],
  ])('with a successor, seen on %s, is no more than a note', (today, note, rule = '') => {
    const manifests = shaped((text) =>
      text.replace('shutdown: 2026-12-11', `shutdown: 2026-12-11\n    successor: aurora-mini\n    ${rule}`),
    );
    const about = warningsAbout(manifests, today, '/shutdown').filter((line) => line.includes('glow'));
    expect(about).toEqual([note]);
    const warnings = manifestWarnings(manifests, today).filter(({ path }) => path.endsWith('/shutdown'));
    expect(warnings.filter(({ message }) => message.includes('glow'))).toEqual([]);
  });
});

describe('the day prices were compared', () => {
  test('is no matter for 90 days', () => {
    expect(
      warningsAbout(shaped(), '2026-10-30', '/price/checked').filter((line) => line.includes('glow')),
    ).toEqual([]);
    expect(
      warningsAbout(shaped(), '2026-10-31', '/price/checked').filter((line) => line.includes('glow')),
    ).toEqual([
      "borealis.yaml:79 /models/1/price/checked: the prices of borealis-glow.1 were last compared 91 days ago; compare them with the provider's and set the day",
    ]);
  });

  test('is not to lie ahead', () => {
    const ahead = warningsAbout(shaped(), '2026-11-01', '/price/checked');
    expect(ahead).toContain(
      'aurora.yaml:41 /models/0/price/checked: lies 1 day ahead; set it to the day the prices were compared',
    );
  });
});

describe('a discount', () => {
  const discounted = (discount: string, cached: string): readonly ShapedManifest[] =>
    shaped((text) =>
      text
        .replace('discount: "0.9"', `discount: "${discount}"`)
        .replace('"0.50", cachedInput: "0.25"', `"0.50", ${cached}`),
    );

  it.each([
    ['0.5', 'cachedInput: "0.25"', []],
    ['0.499', 'cachedInput: "0.25"', []],
    ['0.501', 'cachedInput: "0.25"', ['charges "0.25" of "0.50"']],
    ['0.9', 'cachedInput: "0.25"', ['charges "0.25" of "0.50"']],
    ['0.9', 'cachedInput: "0.05"', []],
    ['0.1', 'cacheWrite: "0.50"', ['gives none']],
    ['0', 'cacheWrite: "0.50"', []],
  ])('of %s beside %s', (discount, cached, expected) => {
    const lines = warningsAbout(discounted(discount, cached), '2026-11-20', '/caching/discount');
    expect(lines).toEqual(
      expected.map((why) => {
        return `borealis.yaml:84 /models/1/caching/discount: borealis-glow.1 has a deeper discount than its provider, which ${why}; the operator pays the rest of every cached token`;
      }),
    );
  });

  it('that `every` gives is found there', () => {
    const line = '    caching: { mode: automatic, discount: "0.9" }\n';
    const shared = shaped((text) =>
      text.includes(line)
        ? text.replace(line, '').replace('\nmodels:', `\nevery:\n${line.slice(2)}models:`)
        : text,
    );
    expect(warningsAbout(shared, '2026-11-20', '/caching/discount')).toEqual([
      expect.stringMatching(
        /^borealis.yaml:5\d \/every\/caching\/discount: borealis-glow.1 has a deeper discount than its provider, /,
      ),
    ]);
  });
});

test('needs a real day', () => {
  expect(() => manifestWarnings(shaped(), '2026-02-30')).toThrow(RangeError);
  expect(() => manifestWarnings(shaped(), 'today')).toThrow(RangeError);
});
