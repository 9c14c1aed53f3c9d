import { join } from 'node:path';
import type { ErrorObject } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternativesOf, decisiveErrors, isAlternatives } from '../../core/schema/field-errors.ts';
import { loadValidators } from '../../core/generation/load-validators.ts';
import { generatedFolder } from '../contract/registry-on-disk.ts';
import { cases } from '../support/whole-run.ts';

interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ErrorObject[] | null;
}

const { chatCompletionRequest, responsesRequest, messagesRequest } = await loadValidators('dialects.mjs');
const { validatePromptRequest } = await import(join(generatedFolder, 'validators.mjs'));
const VALIDATORS: readonly Validator[] = [
  chatCompletionRequest as Validator,
  responsesRequest as Validator,
  messagesRequest as Validator,
  validatePromptRequest,
];

function errorsOf(validate: Validator, value: unknown): readonly ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

/** A simple implementation of the same rule, which compares all errors with each other. */
function decisiveByDefinition(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const error of errors.toReversed()) {
    if (error.keyword === 'if' || error.keyword === 'propertyNames') dropped.add(error);
    if (dropped.has(error) || !isAlternatives(error)) continue;
    const inside = errors.filter(
      (other) =>
        `${other.instancePath}/`.startsWith(`${error.instancePath}/`) &&
        other.schemaPath.startsWith(`${error.schemaPath}/`),
    );
    const chosen = chosenBy(error);
    const keptPath = chosen === undefined ? undefined : `${error.schemaPath}/${chosen}/`;
    for (const other of inside)
      if (keptPath === undefined || !other.schemaPath.startsWith(keptPath)) dropped.add(other);
    if (keptPath !== undefined) dropped.add(error);
  }
  const remaining = errors.filter((error) => !dropped.has(error));
  const mistyped = new Set(remaining.flatMap((one) => (one.keyword === 'type' ? [one.instancePath] : [])));
  return remaining.filter(
    ({ keyword, instancePath }) => !(['enum', 'const'].includes(keyword) && mistyped.has(instancePath)),
  );
}

/** The index of the only alternative for values of this type. */
function chosenBy(error: ErrorObject): number | undefined {
  const { data } = error;
  const type = data === null ? 'null' : Array.isArray(data) ? 'array' : typeof data;
  const fitting = alternativesOf(error).flatMap((alternative, index) =>
    typesOf(alternative).includes(type) ? [index] : [],
  );
  return fitting.length === 1 && type !== 'number' ? fitting[0] : undefined;
}

function typesOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const named = [schema['type']].flat().filter((name) => typeof name === 'string');
  if (named.length > 0) return named.map((name) => (name === 'integer' ? 'number' : name));
  const constants = 'const' in schema ? [schema['const']] : ((schema['enum'] as unknown[] | undefined) ?? []);
  return constants.map((one) => (one === null ? 'null' : Array.isArray(one) ? 'array' : typeof one));
}

const wrong = fc.oneof(
  fc.constantFrom<unknown>(5, null, true, '', 'text', 'user', 'input_text', [], {}, 'auto'),
  fc.jsonValue({ maxDepth: 1 }),
);
const NAMES = ['type', 'text', 'content', 'role', 'image_url', 'url', 'file', 'cache_control', 'schema', 'x'];
const part = fc.oneof(wrong, fc.dictionary(fc.constantFrom(...NAMES), wrong, { maxKeys: 4 }));
const turn = fc.oneof(
  wrong,
  fc.record(
    { role: wrong, content: fc.oneof(wrong, fc.array(part, { maxLength: 4 })), type: wrong },
    { requiredKeys: [] },
  ),
);
const turns = fc.oneof(wrong, fc.array(turn, { maxLength: 5 }));
const body = fc.record(
  {
    model: wrong,
    prompt: wrong,
    models: fc.oneof(wrong, fc.array(wrong, { maxLength: 3 })),
    messages: turns,
    input: turns,
    history: turns,
    system_prompt: fc.oneof(wrong, fc.array(part, { maxLength: 3 })),
    response_format: fc.oneof(part, fc.record({ type: wrong, json_schema: part })),
    text: fc.oneof(wrong, fc.record({ format: part })),
    stop: fc.oneof(wrong, fc.array(wrong, { maxLength: 3 })),
    tool_choice: part,
    tools: fc.array(part, { maxLength: 2 }),
    model_tuning: fc.oneof(wrong, fc.record({ 'gpt-5.4': part })),
  },
  { requiredKeys: [] },
);

describe('the decisive errors', () => {
  it('are those that a comparison of all with all would leave', () => {
    fc.assert(
      fc.property(fc.constantFrom(...VALIDATORS), body, (validate, value) => {
        const errors = errorsOf(validate, value);
        expect(decisiveErrors(errors)).toEqual(decisiveByDefinition(errors));
      }),
      { numRuns: cases(1_000) },
    );
  });

  it.each([
    ['300 messages of 18 wrong parts', 300, 18],
    ['300 messages without parts', 300, 0],
    ['100 messages of 64 wrong parts', 100, 64],
  ])('are found in time linear in all errors: %s', (_name, count, parts) => {
    const messages = Array.from({ length: count }, () => ({
      content: parts === 0 ? 5 : Array(parts).fill(5),
    }));
    const bodies = [
      { model: 'x', messages },
      { model: 'x', input: messages },
    ];
    for (const [index, value] of bodies.entries()) {
      const validate = VALIDATORS[index] as Validator;
      let looks = 0;
      const counted = errorsOf(validate, value).map((error) =>
        Object.defineProperty({ ...error }, 'instancePath', {
          get() {
            looks += 1;
            return error.instancePath;
          },
        }),
      );
      expect(counted.length).toBeGreaterThan(count);
      decisiveErrors(counted);
      expect(looks / counted.length).toBeLessThan(10);
    }
  });
});
