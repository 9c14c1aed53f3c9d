import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { addModel } from '../../core/manifests/edit/edit-models.ts';
import { anyModel, SAMPLE_MODEL } from './sample-model.ts';
import { cases } from '../support/whole-run.ts';

const TODAY = '2026-11-20';
const MANIFESTS = join(import.meta.dirname, '..', '..', 'manifests');
const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'manifests', 'valid');
const files = [MANIFESTS, FIXTURES].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name)),
);

/** The lines that only the second text has; undefined if they are not consecutive. */
function insertedLines(before: string, after: string): string | undefined {
  const added = after.length - before.length;
  for (let at = 0; at <= before.length; at += 1) {
    const isLineStart = at === 0 || before[at - 1] === '\n' || at === before.length;
    if (isLineStart && after.startsWith(before.slice(0, at)) && after.endsWith(before.slice(at)))
      return after.slice(at, at + added);
  }
  return undefined;
}

describe('a model added to a manifest', () => {
  it.each(files)('%s: nothing but its lines is new', (file) => {
    const before = readFileSync(file, 'utf8');
    const { text, entry } = addModel(before, SAMPLE_MODEL, TODAY);
    expect(insertedLines(before, text)?.trim()).toBe(entry.trim());
    expect(parse(text).models.at(-1)).toEqual(SAMPLE_MODEL);
    expect(parse(text).models).toHaveLength(parse(before).models.length + 1);
  });

  test('contains exactly the facts of any model, and keeps every other byte', () => {
    const before = readFileSync(join(FIXTURES, 'aurora.yaml'), 'utf8');
    fc.assert(
      fc.property(anyModel, (model) => {
        const { text } = addModel(before, model, TODAY);
        expect(insertedLines(before, text)).toBeDefined();
        expect(parse(text).models.at(-1)).toEqual(model);
      }),
      { numRuns: cases(80) },
    );
  });

  test('has comments with its date and about each fact', () => {
    const { entry } = addModel(readFileSync(join(MANIFESTS, 'groq.yaml'), 'utf8'), SAMPLE_MODEL, TODAY);
    expect(entry).toBe(`  # Added 2026-11-20 with \`assay model add\`; compare it with the provider's page.
  - id: sample-one # public, globally unique
    upstream: sample-1-2026 # what the provider calls it
    group: fast # reasoning | fast | legacy
    price: { input: "1.00", output: "2.00", checked: 2026-11-20 } # US dollars per million tokens
    limits: { contextTokens: 32768, outputTokens: 8192, defaultOutputTokens: 4096 }
    accepts: { images: [], pdf: false }
    sampling: { temperature: [0, 2], topP: [0, 1] } # what the provider takes; false where it refuses the parameter
    schemaEnforcement: instruction # native | forcedTool | instruction
    caching: { mode: none } # automatic | explicit | resource | none
`);
  });
});

const ENTRY = '- id: a\n    group: fast # of old\n';

describe('the entry’s place', () => {
  it.each([
    ['behind the last model', `models:\n  ${ENTRY}`, `models:\n  ${ENTRY}`, ''],
    [
      'behind the comments of the last model',
      `models:\n  ${ENTRY}    # more of it\n`,
      `models:\n  ${ENTRY}    # more of it\n`,
      '',
    ],
    [
      'before what comes after the models',
      `models:\n  ${ENTRY}\n# The groups.\ntuning: {}\n`,
      `models:\n  ${ENTRY}`,
      '\n# The groups.\ntuning: {}\n',
    ],
    ['where the file ends without a line ending', `models:\n  ${ENTRY.trimEnd()}`, `models:\n  ${ENTRY}`, ''],
    ['before blank lines at the end', `models:\n  ${ENTRY}\n\n`, `models:\n  ${ENTRY}`, '\n\n'],
  ])('is %s', (_name, before, beginning, rest) => {
    const { text, entry } = addModel(before, SAMPLE_MODEL, TODAY);
    expect(text).toBe(`${beginning}\n${entry}${rest}`);
  });

  test('is indented as the other entries are', () => {
    const { text } = addModel('models:\n- id: a\n  group: fast\n', SAMPLE_MODEL, TODAY);
    expect(text).toContain('\n- id: sample-one');
    expect(text).toContain('\n  upstream: sample-1-2026');
    const deep = addModel('models:\n      - id: a\n        group: fast\n', SAMPLE_MODEL, TODAY);
    expect(deep.text).toContain('\n      - id: sample-one');
  });

  test('has a blank line before it only if the others have', () => {
    const dense = 'models:\n  - id: a\n  - id: b\n';
    expect(addModel(dense, SAMPLE_MODEL, TODAY).text).toMatch(
      /^models:\n {2}- id: a\n {2}- id: b\n {2}# Added/,
    );
    const spaced = 'models:\n  - id: a\n\n  # The second.\n  - id: b\n';
    expect(addModel(spaced, SAMPLE_MODEL, TODAY).text).toMatch(/ {2}- id: b\n\n {2}# Added/);
  });

  test('keeps the file’s line endings', () => {
    const before = 'models:\r\n  - id: a # x\r\n    group: fast\r\n\r\n  - id: b\r\n';
    const { text } = addModel(before, SAMPLE_MODEL, TODAY);
    expect(text.startsWith(`${before}\r\n  # Added`)).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test.each([
    ['a list in brackets', 'models: [{ id: a }]\n', /brackets/],
    ['no models', 'provider: { id: a }\n', /brackets|unusual/],
  ])('is refused in %s', (_name, before, message) => {
    expect(() => addModel(before, SAMPLE_MODEL, TODAY)).toThrow(message);
  });
});
