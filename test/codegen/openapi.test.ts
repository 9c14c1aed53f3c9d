import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { generate } from '../../codegen/generate.ts';
import { isJsonObject, objectIn } from '../../codegen/json-values.ts';
import { toComponents } from '../../codegen/openapi-schema.ts';
import type { JsonObject, WirePlugin } from '../../core/contract.ts';
import { FAULTS, PROBLEMS } from '../../core/errors.ts';
import document from '../../core/generated/openapi.json' with { type: 'json' };
import { registry } from '../../core/generated/registry.ts';
import { describeModel } from '../../core/registry/describe-model.ts';
import { fixtureInput } from './fixture-input.ts';

const plugin: WirePlugin = {
  contractVersion: 1,
  buildRequest: () => ({ path: '', body: {} }),
  readReply: () => ({ fault: { code: 'rejected' } }),
};

/** The components as one schema, so that a validator of JSON Schema 2020-12 alone can read them. */
const components: unknown = JSON.parse(
  JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
);

let ajv: Ajv2020;
beforeAll(() => {
  ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
});

function at(...path: readonly string[]): JsonObject {
  return path.reduce<JsonObject>(objectIn, document as unknown as JsonObject);
}

function compile(component: string): ValidateFunction {
  return ajv.compile({ $ref: `#/$defs/${component}`, $defs: components });
}

function problemsOf(component: string, value: unknown): readonly string[] {
  const validate = compile(component);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

describe('openapi.json', () => {
  it.each(Object.keys(document.components.schemas))('%s is a schema of JSON Schema 2020-12', (name) => {
    expect(() => compile(name)).not.toThrow();
  });

  test('has examples that fit its own schemas', () => {
    const request = objectIn(
      at('paths', '/api/v1/prompt', 'post', 'requestBody', 'content'),
      'application/json',
    );
    const response = objectIn(
      at('paths', '/api/v1/prompt', 'post', 'responses', '200', 'content'),
      'application/json',
    );
    expect(problemsOf('PromptRequest', request['example'])).toEqual([]);
    expect(problemsOf('PromptResponse', response['example'])).toEqual([]);
    expect(objectIn(request, 'example')['models']).toHaveLength(2);
  });

  test('refuses what the validator refuses', () => {
    const model = registry.models[0]?.id ?? '';
    expect(problemsOf('PromptRequest', { prompt: 'x', models: [model] })).toEqual([]);
    expect(problemsOf('PromptRequest', { prompt: 'x', models: ['nobody'] })).toHaveLength(1);
    expect(problemsOf('PromptRequest', { prompt: 'x', models: [model], extra: 1 })).toHaveLength(1);
    expect(
      problemsOf('PromptRequest', { prompt: 'x', models: [model], model_tuning: { nobody: {} } }),
    ).toHaveLength(1);
  });

  test('lists every model, in models and in model_tuning', () => {
    const ids = registry.models.map(({ id }) => id);
    expect(at('components', 'schemas', 'ModelId')['enum']).toEqual(ids);
    expect(Object.keys(at('components', 'schemas', 'ModelTuning', 'properties'))).toEqual(ids);
  });

  test('describes GET /api/v1/models as it answers', () => {
    const models = registry.models.map((model) => {
      const provider = registry.providers.find(({ id }) => id === model.provider);
      if (provider === undefined) throw new Error(`${model.id} has no provider`);
      return describeModel({ model, provider, plugin });
    });
    expect(problemsOf('ModelsResponse', { models })).toEqual([]);
    expect(problemsOf('ModelsResponse', { models: [{ ...models[0], extra: 1 }] })).toHaveLength(1);
  });

  test('lists every problem under its status', () => {
    const responses = at('paths', '/api/v1/prompt', 'post', 'responses');
    for (const [code, { status }] of Object.entries(PROBLEMS)) {
      if (code === 'not-found' || code === 'method-not-allowed') continue;
      expect(objectIn(responses, String(status))['description'], code).toContain(`\`${code}\``);
    }
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '401', '402', '429']));
    expect(Object.keys(objectIn(objectIn(responses, '429'), 'headers'))).toContain('Retry-After');
  });

  test('lists every code of a failed model', () => {
    const codes = objectIn(objectIn(at('components', 'schemas', 'ResultError'), 'properties'), 'code')[
      'enum'
    ];
    expect(codes).toEqual(Object.keys(FAULTS));
  });

  test('has a title and a description on every field of a request and a response', () => {
    const bare: string[] = [];
    for (const [name, schema] of Object.entries(at('components', 'schemas'))) {
      if (!isJsonObject(schema) || name.startsWith('Tuning.')) continue;
      for (const [field, property] of Object.entries(objectIn(schema, 'properties'))) {
        if (!isJsonObject(property) || property['$ref'] !== undefined) continue;
        if (property['title'] === undefined || property['description'] === undefined)
          bare.push(`${name}.${field}`);
      }
    }
    expect(bare).toEqual([]);
  });

  test('needs a key everywhere but for itself', () => {
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(at('paths', '/openapi.json', 'get')['security']).toEqual([]);
    expect(at('paths', '/api/v1/models', 'get')['security']).toBeUndefined();
  });

  test('publishes nothing meant for the generator', async () => {
    const text = (await generate(await fixtureInput())).get('openapi.json') ?? '';
    expect(text).toContain('aurora-vega-5');
    expect(text).not.toMatch(/x-problems|x-definition|x-wire|\$schema|#\/definitions/);
  });
});

test('draft-07 keywords with another name in 2020-12 are renamed', () => {
  const schema: JsonObject = {
    title: 'Thing',
    type: 'object',
    definitions: {
      Part: {
        type: 'array',
        items: [{ type: 'string' }, { $ref: '#/definitions/Part' }],
        additionalItems: false,
      },
    },
    dependencies: { a: ['b'], c: { properties: { part: { $ref: '#/definitions/Part' } } } },
    properties: { definitions: { const: { $ref: '#/definitions/Part' } } },
  };
  expect(toComponents(schema)).toEqual({
    Thing: {
      title: 'Thing',
      type: 'object',
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { properties: { part: { $ref: '#/components/schemas/Part' } } } },
      properties: { definitions: { const: { $ref: '#/definitions/Part' } } },
    },
    Part: {
      type: 'array',
      prefixItems: [{ type: 'string' }, { $ref: '#/components/schemas/Part' }],
      items: false,
    },
  });
});
