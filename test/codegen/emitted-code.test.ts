import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, expectTypeOf, it, test } from 'vitest';
import { emitTypes } from '../../codegen/emit-types.ts';
import { generateRunnable } from '../../codegen/generate-runnable.ts';
import { emitValidators } from '../../codegen/emit-validators.ts';
import { generate } from '../../codegen/generate.ts';
import { dereference } from '../../core/manifests/load/schema-walk.ts';
import type { JsonObject } from '../../core/contract.ts';
import type {
  Attachment,
  HistoryElement,
  PromptRequest,
  SystemPromptBlock,
} from '../../core/generated/prompt-request.ts';
import type { PromptResponse } from '../../core/generated/prompt-response.ts';
import { fixtureInput } from './fixture-input.ts';

let texts: ReadonlyMap<string, string>;
beforeAll(async () => {
  texts = await generate(await fixtureInput());
});

describe('types', () => {
  it.each([
    'balance-response.ts',
    'usage-response.ts',
    'manifest.ts',
    'models-response.ts',
    'prompt-record.ts',
    'prompt-request.ts',
    'prompt-response.ts',
    'prompts-response.ts',
    'quote-response.ts',
  ])('%s is readonly throughout', (name) => {
    const lines = (texts.get(name) ?? '').split('\n').filter((line) => !/^\s*(\/\*\*|\*)/.test(line));
    const properties = lines.filter((line) => /^ +[\w'[\]: -]+\??:( |$)/.test(line));
    expect(properties.length).toBeGreaterThan(6);
    expect(properties.filter((line) => !line.trim().startsWith('readonly '))).toEqual([]);
    expect(
      lines.filter((line) => /(?<!readonly \w*)\b\w+\[\]/.test(line.replaceAll(/readonly \w+\[\]/g, ''))),
    ).toEqual([]);
    expect(lines.join('\n')).not.toMatch(/\bany\b/);
  });

  test('carry the schemas’ descriptions', () => {
    expect(texts.get('prompt-request.ts')).toContain('* The text sent to every model,');
  });

  test('are those that the core uses', () => {
    expectTypeOf<PromptRequest['system_prompt']>().toEqualTypeOf<
      string | readonly SystemPromptBlock[] | undefined
    >();
    expectTypeOf<PromptRequest['attachments']>().toEqualTypeOf<readonly Attachment[] | undefined>();
    expectTypeOf<PromptRequest['response_schema']>().toEqualTypeOf<JsonObject | undefined>();
    expectTypeOf<HistoryElement['role']>().toEqualTypeOf<'user' | 'assistant'>();
    expectTypeOf<PromptResponse['results'][number]['status']>().toEqualTypeOf<'completed' | 'failed'>();
  });

  test('need a title', async () => {
    await expect(emitTypes({ schema: { type: 'object' } })).rejects.toThrow('a schema needs a title');
  });
});

describe('validators', () => {
  /** Inside the repository, because this code imports from node_modules. */
  async function importValidators(
    schemas: Readonly<Record<string, JsonObject>>,
  ): Promise<Readonly<Record<string, (value: unknown) => boolean>>> {
    const folder = await mkdtemp(join(import.meta.dirname, 'emitted-'));
    try {
      const file = join(folder, 'validators.ts');
      await writeFile(file, emitValidators(schemas));
      const module: Readonly<Record<string, (value: unknown) => boolean>> = await import(
        pathToFileURL(file).href
      );
      return module;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  test('of several schemas are in one module under their names', async () => {
    const { isWord, isCount } = await importValidators({
      isWord: { title: 'Word', type: 'string', maxLength: 3 },
      isCount: { title: 'Count', type: 'integer', minimum: 1 },
    });
    expect([isWord?.('abc'), isWord?.('abcd'), isWord?.(1), isCount?.(1), isCount?.(0)]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  test('count UTF-16 code units', async () => {
    const { isWord } = await importValidators({ isWord: { type: 'string', maxLength: 3 } });
    expect([isWord?.('\u{1F600}a'), isWord?.('\u{1F600}\u{1F600}')]).toEqual([true, false]);
  });

  test('import the parts of AJV that they need at run time', async () => {
    const schema: JsonObject = { type: 'array', uniqueItems: true, items: { type: 'object' } };
    expect(emitValidators({ isSet: schema })).toContain('from "ajv/dist/runtime/equal.js"');
    const { isSet } = await importValidators({ isSet: schema });
    expect([isSet?.([{ a: 1 }, { a: 2 }]), isSet?.([{ a: 1 }, { a: 1 }])]).toEqual([true, false]);
  });

  test('of the request import nothing', async () => {
    expect(generateRunnable(await fixtureInput()).get('validators.mjs')).not.toMatch(
      /^import|\brequire\(|\beval\(|new Function/m,
    );
  });
});

describe('references', () => {
  test('are replaced, and keywords beside them override the definition', () => {
    const schema: JsonObject = {
      definitions: {
        Word: { type: 'string', description: 'Any word.' },
        Words: { type: 'array', items: { $ref: '#/definitions/Word' } },
      },
      properties: {
        first: { $ref: '#/definitions/Word', description: 'The first.' },
        rest: { $ref: '#/definitions/Words' },
      },
    };
    const word = { type: 'string', description: 'Any word.', 'x-definition': 'Word' };
    expect(dereference(schema)).toEqual({
      properties: {
        first: { ...word, description: 'The first.' },
        rest: { type: 'array', items: word, 'x-definition': 'Words' },
      },
    });
  });

  test('to nothing and in a circle are refused', () => {
    expect(() => dereference({ items: { $ref: '#/definitions/Gone' } })).toThrow(
      '#/definitions/Gone points at no definition',
    );
    const circle: JsonObject = {
      definitions: { A: { items: { $ref: '#/definitions/A' } } },
      $ref: '#/definitions/A',
    };
    expect(() => dereference(circle)).toThrow('refers to itself');
  });
});
