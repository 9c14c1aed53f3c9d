import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { generatedFolder } from '../contract/registry-on-disk.ts';
import { fixtureInput, type GeneratedModule, importGenerated, problemsIn } from './fixture-input.ts';

const run = promisify(execFile);
const VALIDATORS = join(generatedFolder, 'validators.mjs');

let generated: GeneratedModule;
beforeAll(async () => {
  generated = await importGenerated(await fixtureInput());
});

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
}

function list<T>(count: number, item: T): readonly T[] {
  return Array.from({ length: count }, () => item);
}

const block = { type: 'text', text: 'x' };

describe('a request made to be expensive', () => {
  it.each([
    ['100,000 unknown fields', keys(100_000), ['/models missing', '/prompt missing', ' unknown_field']],
    ['10,000 unknown models', { prompt: 'x', models: list(10_000, 'nobody') }, ['/models length']],
    [
      '10,000 judges of the wrong type',
      { prompt: 'x', models: ['aurora-mini'], judges: list(10_000, 7) },
      ['/judges length'],
    ],
    [
      '10,000 broken turns',
      { prompt: 'x', models: ['aurora-mini'], history: list(10_000, { who: 1 }) },
      ['/history length'],
    ],
    [
      '10,000 system blocks',
      { prompt: 'x', models: ['aurora-mini'], system_prompt: list(10_000, { ...block, x: 1 }) },
      ['/system_prompt length'],
    ],
    [
      '100,000 models to tune',
      { prompt: 'x', models: ['aurora-mini'], model_tuning: keys(100_000) },
      ['/model_tuning unknown_model'],
    ],
    [
      '100,000 parameters',
      { prompt: 'x', models: ['aurora-mini'], model_tuning: { 'aurora-mini': keys(100_000) } },
      ['/model_tuning/aurora-mini not_allowed'],
    ],
  ])('gets few errors: %s', (_name, value, expected) => {
    const problems = problemsIn(generated.checkPromptRequest(value)).map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
    expect(problems.toSorted()).toEqual(expected.toSorted());
  });

  test('there are at most 32 errors, one for each place', () => {
    const value = { prompt: 'x', models: list(64, 'nobody') };
    const pointers = problemsIn(generated.checkPromptRequest(value)).map(({ pointer }) => pointer);
    expect(pointers).toHaveLength(32);
    expect(new Set(pointers).size).toBe(32);
  });

  test('the validator itself makes few errors, so that memory is bounded before any are picked', async () => {
    const { validatePromptRequest } = await import(VALIDATORS);
    const validate: { (value: unknown): boolean; errors?: readonly unknown[] | null } = validatePromptRequest;
    const turns = list(200, { role: 'user', content: 'x', ...keys(1000) });
    expect(validate({ ...keys(100_000), prompt: 'x', models: list(10_000, 'nobody'), history: turns })).toBe(
      false,
    );
    expect(validate.errors?.length).toBeLessThan(1000);
  });

  test('a long unknown key is cut, and the pointer stays well-formed', () => {
    const key = `${'~'.repeat(63)}\u{1F600}${'x'.repeat(1_000_000)}`;
    const [problem] = problemsIn(
      generated.checkPromptRequest({ prompt: 'x', models: ['aurora-mini'], [key]: 1 }),
    );
    expect(problem?.pointer).toBe(`/${'~0'.repeat(63)}\u{FFFD}…`);
    expect(problem?.message.length).toBeLessThan(300);
  });

  test('the schema a caller sends is not looked into', () => {
    const deep = { type: 'object', properties: keys(1000), additionalProperties: [[[[{ enum: [] }]]]] };
    const request = { prompt: 'x', models: ['aurora-mini'], response_schema: deep };
    expect(generated.checkPromptRequest(request)).toEqual({ request });
  });
});

test('the generated code runs without eval and imports nothing', async () => {
  const script = `
    const { validatePromptRequest } = await import(${JSON.stringify(VALIDATORS)});
    console.log(...[{ prompt: 'x', models: ['gpt-5.4'] }, { models: ['gpt-5.4'] }].map((value) => validatePromptRequest(value)));`;
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', script];
  const { stdout } = await run(process.execPath, flags, { cwd: '/' });
  expect(stdout.trim()).toBe('true false');
});
