import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { generate } from '../codegen/generate.ts';
import { generateRunnable } from '../codegen/generate-runnable.ts';
import { inspectManifests } from '../codegen/link-input.ts';
import { type CodegenInput, readCodegenInput } from '../core/manifests/load/read-input.ts';
import { formatProblem, ManifestError } from '../core/manifests/load/manifest-problem.ts';
import { FACT_MISTAKES } from './manifests/check/fact-mistakes.ts';
import { FIXTURES, fixtureInput, PLUGINS } from './codegen/fixture-input.ts';
import { changeText } from './manifests/check/change-text.ts';
import { SHAPE_MISTAKES } from './manifests/check/shape-mistakes.ts';
import { slowIt } from './support/whole-run.ts';

const ROOT = join(import.meta.dirname, '..');
const GENERATED = join(ROOT, 'core', 'generated');
const MISTAKES = { ...SHAPE_MISTAKES, ...FACT_MISTAKES };

describe('core/generated', () => {
  let texts: ReadonlyMap<string, string>;
  beforeAll(async () => {
    texts = await generate(await readCodegenInput(join(ROOT, 'manifests')));
  });

  test('holds the generated files and nothing else', () => {
    expect(readdirSync(GENERATED).toSorted(), 'run `npm run codegen`').toEqual([...texts.keys()].toSorted());
  });

  it.each(readdirSync(GENERATED))('%s is fresh', (name) => {
    const isFresh = readFileSync(join(GENERATED, name), 'utf8') === texts.get(name);
    expect(isFresh, 'run `npm run codegen` and commit the result').toBe(true);
  });
});

describe('generate', () => {
  let input: CodegenInput;
  beforeAll(async () => {
    input = await fixtureInput();
  });

  test('gives the same texts whatever the order and the folder of the manifests', async () => {
    const first = await generate(input);
    const entries = [...input.manifests].map(
      ([file, text]) => [file.replace(FIXTURES, '/elsewhere'), text] as const,
    );
    const again = await generate({ ...input, manifests: new Map(entries.toReversed()) });
    expect([...again]).toEqual([...first]);
  });

  slowIt('does not change its input', async () => {
    const before = structuredClone(input);
    await generate(input);
    expect(input).toEqual(before);
  });

  slowIt('gives another hash for another text', () => {
    const hashOf = (given: CodegenInput): string | undefined =>
      /"hash":"([0-9a-f]{64})"/.exec(generateRunnable(given).get('registry.json') ?? '')?.[1];
    const changed = new Map(
      [...input.manifests].map(([file, text]) => [file, `${text}# one comment more\n`]),
    );
    const [before, after] = [hashOf(input), hashOf({ ...input, manifests: changed })];
    expect(before).toMatch(/./);
    expect(after).toMatch(/./);
    expect(after).not.toBe(before);
  });

  test('banners every TypeScript file with the command to rerun', async () => {
    const files = [...(await generate(input))].filter(([name]) => name.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(5);
    for (const [name, text] of files) {
      expect(text.split('\n', 1)[0], name).toMatch(
        /Do not edit: change (?:that|those) and run `npm run codegen`\.$/,
      );
    }
  });

  test('throws one error with every problem of every manifest', async () => {
    const manifests = new Map(
      ['price-as-number', 'tuning-group-unused', 'tab-indent'].map((name) => [
        `m/${name}.yaml`,
        manifestWithMistake(name),
      ]),
    );
    const error = await generate({ ...input, manifests }).catch((thrown: unknown) => thrown);
    if (!(error instanceof ManifestError)) throw new Error('no ManifestError was thrown');
    expect([...new Set(error.problems.map(({ file }) => file))]).toEqual([
      'm/price-as-number.yaml',
      'm/tab-indent.yaml',
      'm/tuning-group-unused.yaml',
    ]);
    expect(error.message.split('\n')).toEqual(error.problems.map(formatProblem));
  });

  test('names a schema that is missing', async () => {
    const schemas = new Map([...input.schemas].filter(([name]) => name !== 'prompt-request.schema.json'));
    await expect(generate({ ...input, schemas })).rejects.toThrow(
      'codegen/schemas/prompt-request.schema.json is missing',
    );
  });
});

describe('a mistake in a manifest', () => {
  let input: CodegenInput;
  beforeAll(async () => {
    input = await fixtureInput();
  });

  const problemsOf = (manifests: ReadonlyMap<string, string>): readonly string[] =>
    inspectManifests({ ...input, manifests, plugins: PLUGINS }).problems.map(formatProblem);

  it.each(Object.entries(MISTAKES))(
    'is named with file, line, place and what to do: %s',
    (name, { problems }) => {
      expect(problemsOf(new Map([[`${name}.yaml`, manifestWithMistake(name)]]))).toEqual(
        problems.map((problem) => `${name}.yaml:${problem}`),
      );
    },
  );

  test('is the only one in its manifest', () => {
    expect(problemsOf(new Map([['aurora.yaml', fixture('one-model')]]))).toEqual([]);
  });

  test('gives more than sixty different messages', () => {
    const messages = Object.values(MISTAKES)
      .flatMap(({ problems }) => problems)
      .map((problem) => problem.slice(problem.indexOf(': ')));
    expect(new Set(messages).size).toBeGreaterThan(60);
  });

  test('is found over files too: one ID in two', () => {
    const aurora = fixture('valid/aurora');
    const twin = aurora.replace('id: aurora\n', 'id: twin\n');
    expect(
      problemsOf(
        new Map([
          ['b/twin.yaml', twin],
          ['b/aurora.yaml', aurora],
        ]),
      ),
    ).toEqual([
      'b/twin.yaml:37:9 /models/0/id: the ID "aurora-vega-5" is taken at b/aurora.yaml:37; choose another, such as twin-aurora-vega-5',
      'b/twin.yaml:51:9 /models/1/id: the ID "aurora-mini" is taken at b/aurora.yaml:51; choose another, such as twin-aurora-mini',
    ]);
  });

  test.each([
    ['cannot be read', 'provider: {\n', /^z\.yaml:/],
    ['is of another shape', 'models: 1\n', /^z\.yaml:/],
    ['has one broken model', undefined, /^z\.yaml:\d+:\d+ \/models\/1\/group: must be one of/],
  ])(
    'is the only problem if a file %s, even if other files name its models as successors',
    (_what, text, pattern) => {
      const aurora = fixture('valid/aurora').replace(
        '    shutdown: 2027-04-01\n',
        '    shutdown: 2027-04-01\n    successor: z-mini\n',
      );
      const neighbour = fixture('valid/aurora')
        .replace('id: aurora\n', 'id: z\n')
        .replace('aurora-vega-5', 'z-vega-5')
        .replace('aurora-mini', 'z-mini')
        .replace('group: fast', 'group: quick');
      const problems = problemsOf(
        new Map([
          ['aurora.yaml', aurora],
          ['z.yaml', text ?? neighbour],
        ]),
      );
      expect(problems.length).toBeGreaterThan(0);
      for (const problem of problems) expect(problem).toMatch(pattern);
    },
  );

  test('does not hide the mistakes of other models of the file', () => {
    const text = fixture('valid/aurora')
      .replace('group: fast', 'group: quick')
      .replace('checked: 2026-11-02', 'checked: 2026-11-31');
    expect(problemsOf(new Map([['aurora.yaml', text]]))).toEqual([
      'aurora.yaml:41:96 /models/0/price/checked: 2026-11-31 is not a day of the calendar; correct it',
      'aurora.yaml:53:12 /models/1/group: must be one of: reasoning, fast, legacy; correct it',
    ]);
  });

  test.each([
    [
      'no manifest at all',
      new Map<string, string>(),
      'manifests:1:1: there is no manifest; add one <provider>.yaml per provider',
    ],
    [
      'another ending',
      new Map([['aurora.yml', '']]),
      'aurora.yml:1:1: a manifest is called <provider id>.yaml; rename the file',
    ],
    [
      'a huge file',
      new Map([['aurora.yaml', `#${'x'.repeat(1_048_576)}`]]),
      'aurora.yaml:1:1: is longer than 1048576 characters; split the provider',
    ],
    [
      'a file of comments',
      new Map([['aurora.yaml', '# Nothing but a comment.\n']]),
      'aurora.yaml:1:1: is empty; write a `provider` and its `models`',
    ],
    ['not an object', new Map([['aurora.yaml', '- a\n']]), 'aurora.yaml:1:1: must be an object; correct it'],
  ])('is named: %s', (_name, manifests, problem) => {
    expect(problemsOf(manifests)).toEqual([problem]);
  });

  test('is not reported for valid manifests', () => {
    expect(problemsOf(input.manifests)).toEqual([]);
  });

  test.each(['models: {}', 'models: vega', 'models:'])(
    'a manifest without a list of models is one problem: %s',
    (models) => {
      const text = fixture('valid/aurora').replace(/^models:[^]*/m, `${models}\n`);
      const { problems } = inspectManifests({ ...input, manifests: new Map([['aurora.yaml', text]]) });
      expect(problems.map(({ path }) => path)).toEqual(['/models']);
    },
  );

  test('the number of manifests is bounded', () => {
    const files = (count: number): ReadonlyMap<string, string> =>
      new Map(Array.from({ length: count }, (_, index) => [`p${index}.yaml`, '- none\n']));
    const tooMany = 'there are over 256 manifests; merge some';
    const messages = (count: number): readonly string[] =>
      inspectManifests({ ...input, manifests: files(count) }).problems.map(({ message }) => message);
    expect(messages(256)).not.toContain(tooMany);
    expect(messages(257).filter((message) => message === tooMany)).toHaveLength(1);
    expect(messages(1000)).toHaveLength(257);
  });
});

function fixture(name: string): string {
  return readFileSync(join(FIXTURES, `${name}.yaml`), 'utf8');
}

/** The fixture with one model, named after its mistake. */
function manifestWithMistake(name: string): string {
  return changeText(fixture('one-model'), [
    ['id: aurora\n', `id: ${name}\n`],
    ...(MISTAKES[name]?.changes ?? []),
  ]);
}
