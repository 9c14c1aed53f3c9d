import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { inspectManifests } from '../../codegen/link-input.ts';
import { type CodegenInput, readCodegenInput } from '../../core/manifests/load/read-input.ts';
import { compareManifests } from '../../core/manifests/prices/match-list.ts';
import { readModelsDev } from '../../core/manifests/prices/price-list.ts';
import { updateManifests, type ManifestUpdate } from '../../core/manifests/prices/update-manifests.ts';
import { cases } from '../support/whole-run.ts';

const TODAY = '2027-01-02';
const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'manifests', 'valid');

let input: CodegenInput;
let aurora: string;
let borealis: string;
beforeAll(async () => {
  const read = await readCodegenInput({ manifests: FIXTURES });
  input = {
    ...read,
    plugins: ['chat-completions', 'converse'],
    manifests: new Map([...read.manifests].map(([file, text]) => [file.replace(/.*\//, ''), text])),
  };
  aurora = input.manifests.get('aurora.yaml') ?? '';
  borealis = input.manifests.get('borealis.yaml') ?? '';
});

/** @param prices upstream name -> `cost` of models.dev. */
function update(
  providers: Readonly<Record<string, Readonly<Record<string, object>>>>,
  { touchAgreeing = false, manifests = input.manifests } = {},
): ManifestUpdate {
  const list = Object.fromEntries(
    Object.entries(providers).map(([id, models]) => [
      id,
      { models: Object.fromEntries(Object.entries(models).map(([name, cost]) => [name, { cost }])) },
    ]),
  );
  const shaped = inspectManifests({ ...input, manifests }).manifests;
  const { compared } = compareManifests(shaped, readModelsDev(JSON.stringify(list), 'list'));
  return updateManifests(compared, {
    texts: manifests,
    today: TODAY,
    touchAgreeing,
    check: (texts) => inspectManifests({ ...input, manifests: new Map([...manifests, ...texts]) }).problems,
  });
}

/** `-old` and `+new` of every line that differs; the number of lines must be the same. */
function lineDiff(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  expect(now).toHaveLength(old.length);
  return old.flatMap((line, index) => (line === now[index] ? [] : [`-${line}`, `+${now[index]}`]));
}

function heldBack({ models }: ManifestUpdate): readonly string[] {
  return models.flatMap((model) =>
    model.heldBack.map(({ path, heldBack: why }) => `${model.target.model.id} ${path.join('.')}: ${why}`),
  );
}

describe('written prices', () => {
  it('change their own characters and `checked`, nothing else', () => {
    const { texts } = update({ aurora: { 'vega-5-2026-03-01': { input: 3.5, output: 15 } } });
    expect([...texts.keys()]).toEqual(['aurora.yaml']);
    expect(lineDiff(aurora, texts.get('aurora.yaml') ?? '')).toEqual([
      '-    price: { input: "3.00", cachedInput: "0.30", cacheWrite: "3.75", output: "15.00", checked: 2026-11-02 }',
      '+    price: { input: "3.50", cachedInput: "0.30", cacheWrite: "3.75", output: "15.00", checked: 2027-01-02 }',
    ]);
  });

  it('get a key of their own where they are new, on a line or in braces', () => {
    const manifests = new Map([
      ...input.manifests,
      [
        'aurora.yaml',
        aurora.replace('caching: { mode: none }', 'caching: { mode: automatic, discount: "0.5" }'),
      ],
    ]);
    const before = manifests.get('aurora.yaml') ?? '';
    const { texts } = update({ aurora: { mini: { cache_read: 0.004, cache_write: 0.01 } } }, { manifests });
    const after = texts.get('aurora.yaml') ?? '';
    expect(lineDiff(before, after)).toEqual([
      '-    price: { input: "0.00875", output: "0.14", checked: 2026-11-02 }',
      '+    price: { input: "0.00875", cachedInput: "0.004", cacheWrite: "0.01", output: "0.14", checked: 2026-11-02 }',
    ]);
    const block = before.replace(
      'price: { input: "0.00875", output: "0.14", checked: 2026-11-02 }',
      'price:\n      input: "0.00875" # a bargain\n      output: "0.14"\n      checked: 2026-11-02',
    );
    const inBlock = update(
      { aurora: { mini: { input: 0.009, output: 0.14, cache_read: 0.004 } } },
      { manifests: new Map([...manifests, ['aurora.yaml', block]]) },
    );
    expect(inBlock.texts.get('aurora.yaml')).toContain(
      'price:\n      input: "0.009" # a bargain\n      cachedInput: "0.004"\n      output: "0.14"\n      checked: 2027-01-02',
    );
  });

  it('leave `checked` alone where a price of the model is held back', () => {
    const changed = update({ aurora: { 'vega-5-2026-03-01': { input: 3.5, output: 0 } } });
    expect(lineDiff(aurora, changed.texts.get('aurora.yaml') ?? '')).toEqual([
      expect.stringContaining('input: "3.00"'),
      expect.stringMatching(/input: "3\.50".*output: "15\.00", checked: 2026-11-02/),
    ]);
    expect(heldBack(changed)).toEqual(['aurora-vega-5 price.output: falls to zero']);
  });

  it('that agree have `checked` moved only when asked, and only where the list has prices', () => {
    const agreeing = { aurora: { 'vega-5-2026-03-01': { input: 3, output: 15 }, mini: {} } };
    expect(update(agreeing).texts.size).toBe(0);
    const touched = update(agreeing, { touchAgreeing: true }).texts.get('aurora.yaml') ?? '';
    expect(touched).toBe(aurora.replace('checked: 2026-11-02', `checked: ${TODAY}`));
  });

  it('that the checks would refuse are held back with what they say, and the rest is written', () => {
    // Without caching there is no cached token; and a long prompt may not be cheaper than a short one.
    const changed = update({
      aurora: { mini: { input: 0.01, output: 0.14, cache_read: 0.004 } },
      borealis: { nova: {} },
    });
    expect(heldBack(changed)).toEqual([
      'aurora-mini price.cachedInput: the checks would refuse it: price.cachedInput is given, but caching.mode is none; remove it, or name the mode',
    ]);
    expect(lineDiff(aurora, changed.texts.get('aurora.yaml') ?? '')).toHaveLength(2);
  });

  it('that leave another price wrong are held back together', () => {
    const changed = update({
      aurora: { 'vega-5-2026-03-01': { input: 0.32, output: 14 }, mini: { output: 0.2 } },
    });
    expect(heldBack(changed)).toEqual([]);
    const tooLow = update({
      aurora: { 'vega-5-2026-03-01': { input: 0.31, output: 14, cache_read: 0.32 }, mini: { output: 0.2 } },
    });
    expect(heldBack(tooLow)).toEqual([
      'aurora-vega-5 price.cachedInput: the checks would refuse it: price.cachedInput is dearer than input ("0.31"); a cached token costs less, so correct one of them',
    ]);
    const below = update(
      { aurora: { 'vega-5-2026-03-01': { input: 0.32, output: 14 } } },
      {
        manifests: new Map([
          ...input.manifests,
          ['aurora.yaml', aurora.replace('cachedInput: "0.30"', 'cachedInput: "0.33"')],
        ]),
      },
    );
    expect(heldBack(below)).toEqual([
      expect.stringMatching(
        /^aurora-vega-5 price\.input: the checks would refuse it: price\.cachedInput is dearer/,
      ),
      expect.stringMatching(
        /^aurora-vega-5 price\.output: the checks would refuse it: price\.cachedInput is dearer/,
      ),
    ]);
    expect(below.texts.size).toBe(0);
  });
});

test('whatever moves, only the lines of what moved differ, and the file says exactly that', () => {
  const texts = new Map([['borealis.yaml', borealis]]);
  const shaped = inspectManifests({ ...input, manifests: texts }).manifests;
  const cents = fc.option(fc.integer({ min: 1, max: 2_000 }), { nil: undefined });
  const cost = fc.record({ input: cents, output: cents, cache_read: cents, cache_write: cents });
  const inUsd = (prices: object): object =>
    Object.fromEntries(
      Object.entries(prices).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, Number(value) / 100]],
      ),
    );
  const others = (text: string): readonly string[] =>
    text.split('\n').filter((line) => !/ (price|input|output|cachedInput|cacheWrite|checked):/.test(line));
  let longer = 0;
  fc.assert(
    fc.property(cost, cost, (arc, glow) => {
      const list = {
        borealis: { models: { 'arc-2': { cost: inUsd(arc) }, 'glow-1': { cost: inUsd(glow) } } },
      };
      const { compared } = compareManifests(shaped, readModelsDev(JSON.stringify(list), 'list'));
      const terms = { texts, today: TODAY, touchAgreeing: false, check: () => [] };
      const { models, texts: changed } = updateManifests(compared, terms);
      const after = changed.get('borealis.yaml') ?? borealis;
      const expected = parse(borealis);
      for (const { target, applied, heldBack: held } of models) {
        const { price } = expected.models[target.place];
        for (const { path, to } of applied) price[path[1] ?? ''] = to;
        if (applied.length > 0 && target.isPriced && held.length === 0) price.checked = TODAY;
      }
      expect(parse(after)).toEqual(expected);
      expect(others(after)).toEqual(others(borealis));
      if (after.split('\n').length > borealis.split('\n').length) longer += 1;
    }),
    { numRuns: cases(60) },
  );
  expect(longer).toBeGreaterThan(0);
});
