import { describe, expect, it, test } from 'vitest';
import { generate } from '../../codegen/generate.ts';
import { asJsonObject, isJsonObject, objectIn } from '../../core/schema/json-values.ts';
import { componentsOf } from '../../codegen/openapi/schema.ts';
import type { JsonObject } from '../../core/contract.ts';
import { PROBLEMS } from '../../core/errors.ts';
import { FAULTS } from '../../core/faults.ts';
import document from '../../core/generated/openapi.json' with { type: 'json' };
import { registry } from '../contract/registry-on-disk.ts';
import { describeModel } from '../../core/registry/describe-model.ts';
import { followReference } from '../support/answers/follow-reference.ts';
import { compileComponent, problemsOf } from '../support/answers/openapi-component.ts';
import { fixtureInput } from './fixture-input.ts';

function at(...path: readonly string[]): JsonObject {
  return path.reduce<JsonObject>(objectIn, document as unknown as JsonObject);
}

/** @param path of an operation's responses. */
function responseAt(path: readonly string[], status: number): JsonObject {
  return followReference(document, at(...path, String(status)), '').part;
}

function parametersOf(operation: JsonObject): readonly JsonObject[] {
  return [operation['parameters'] ?? []]
    .flat()
    .filter(isJsonObject)
    .map((parameter) => followReference(document, parameter, '').part);
}

describe('openapi.json', () => {
  it.each(Object.keys(document.components.schemas))('%s is a schema of JSON Schema 2020-12', (name) => {
    expect(() => compileComponent(name)).not.toThrow();
  });

  const bodies = Object.entries(at('paths')).flatMap(([path, operations]) =>
    Object.entries(asJsonObject(operations)).flatMap(([method, operation]) => {
      const described = asJsonObject(operation);
      const content = (holder: JsonObject): JsonObject =>
        objectIn(objectIn(holder, 'content'), 'application/json');
      return [
        { name: `request of ${method} ${path}`, ...content(objectIn(described, 'requestBody')) },
        {
          name: `answer of ${method} ${path}`,
          ...content(objectIn(objectIn(described, 'responses'), '200')),
        },
      ].flatMap(({ name, schema, example, examples }: JsonObject & { readonly name: string }) => {
        const reference = isJsonObject(schema) ? schema['$ref'] : undefined;
        if (typeof reference !== 'string') return [];
        const component = reference.split('/').at(-1) ?? '';
        const several = Object.entries(asJsonObject(examples)).map(([title, one]) => ({
          name: `${name}, ${title}`,
          component,
          example: isJsonObject(one) ? followReference(document, one, '').part['value'] : undefined,
        }));
        return example === undefined ? several : [{ name, component, example }];
      });
    }),
  );

  it.each(bodies)('has an example for the $name that fits its schema', ({ component, example }) => {
    expect(problemsOf(component, example)).toEqual([]);
  });

  test('has examples of all requests and answers of an account', () => {
    expect([...new Set(bodies.map(({ component }) => component))].toSorted()).toEqual([
      'BalanceResponse',
      'CompareRequest',
      'LabelRequest',
      'PromptRecord',
      'PromptRequest',
      'PromptResponse',
      'PromptStatus',
      'PromptsResponse',
      'QuoteResponse',
      'UsageResponse',
      'VoteRequest',
      'VotesResponse',
    ]);
  });

  test('has examples whose sums are right', () => {
    const answerOf = (component: string): JsonObject => {
      const example = bodies.find((body) => body.component === component)?.example;
      return asJsonObject(example);
    };
    const quote = answerOf('QuoteResponse');
    const rows = [quote['models'], quote['judges']].flat().map(asJsonObject);
    const credits = rows.reduce((sum, row) => sum + Number(row['credits']), 0);
    expect(credits).toBeCloseTo(Number(quote['creditsRequired']), 6);
    const runs = rows.reduce((sum, row) => sum + Number(row['runs']), 0);
    expect(objectIn(quote, 'calls')['total']).toBe(runs);
    const { creditsPosted, creditsReserved, creditsAvailable } = answerOf('BalanceResponse');
    expect(Number(creditsPosted) - Number(creditsReserved)).toBeCloseTo(Number(creditsAvailable), 6);
  });

  test('refuses the same requests as the validator', () => {
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

  test('shows under each model the parameters it takes, with their bounds', () => {
    for (const { id, tuning } of registry.models) {
      const { $ref: reference } = at('components', 'schemas', 'ModelTuning', 'properties', id);
      const name = typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '';
      const group = at('components', 'schemas', name);
      const parameters = Object.entries(tuning).map(([parameter, { schema }]) => [parameter, schema]);
      expect(group['properties'], id).toEqual(Object.fromEntries(parameters));
      expect(group['additionalProperties'], id).toBe(false);
    }
  });

  test('describes GET /api/v1/models as it answers', () => {
    const models = registry.models.map((model) => {
      const provider = registry.providers.find(({ id }) => id === model.provider);
      if (provider === undefined) throw new Error(`${model.id} has no provider`);
      return { ...describeModel({ model, provider }, true), allowed: true };
    });
    const panel = { id: 'panel/a', models: ['a'], judges: ['b'], judge_weights: { speed: 1 } };
    expect(problemsOf('ModelsResponse', { judgePrompt: 'p', models, panels: [panel] })).toEqual([]);
    expect(
      problemsOf('ModelsResponse', { judgePrompt: 'p', panels: [], models: [{ ...models[0], extra: 1 }] }),
    ).toHaveLength(1);
  });

  test('lists every problem under its status', () => {
    const responses = ['paths', '/api/v1/prompt', 'post', 'responses'];
    const ofFollowers = ['paths', '/api/v1/prompts/{promptLogId}', 'get', 'responses'];
    for (const [code, { status }] of Object.entries(PROBLEMS)) {
      if (code === 'not-found' || code === 'method-not-allowed') continue;
      const lists = OF_FOLLOWERS.has(code) ? ofFollowers : (ELSEWHERE.get(code) ?? responses);
      expect(responseAt(lists, status)['description'], code).toContain(`\`${code}\``);
    }
    expect(Object.keys(at(...responses))).toEqual(
      expect.arrayContaining(['200', '400', '401', '402', '429']),
    );
    expect(Object.keys(objectIn(responseAt(responses, 429), 'headers'))).toContain('Retry-After');
    expect(Object.keys(objectIn(responseAt(responses, 409), 'headers'))).toContain('Retry-After');
  });

  const OF_FOLLOWERS: ReadonlySet<string> = new Set(['request-voided', 'texts-elsewhere']);
  const ELSEWHERE: ReadonlyMap<string, readonly string[]> = new Map([
    ['foreign-origin', ['paths', '/mcp', 'post', 'responses']],
    ['answers-not-stored', ['paths', '/api/v1/prompts/{promptLogId}/votes', 'post', 'responses']],
  ]);
  const OF_ANY_REQUEST = ['200', '400', '408', '431', '500'];
  it.each<[string, string, readonly string[]]>([
    ['/api/v1/prompt', 'post', ['202', '401', '402', '403', '409', '413', '415', '422', '429', '503']],
    ['/api/v1/prompt/quote', 'post', ['401', '403', '413', '415', '429', '503']],
    ['/api/v1/prompts', 'get', ['401', '403', '429', '503']],
    ['/api/v1/prompts/{promptLogId}', 'get', ['401', '403', '404', '409', '429', '503']],
    ['/api/v1/prompts/{promptLogId}', 'delete', ['202', '204', '401', '403', '404', '429', '503']],
    ['/api/v1/balance', 'get', ['401', '403', '429', '503']],
    ['/api/v1/usage', 'get', ['401', '403', '429', '503']],
    ['/api/v1/models', 'get', ['304', '401', '403', '503']],
    ['/openapi.json', 'get', ['304']],
  ])('%s %s lists the statuses it can answer with, and no other', (path, method, statuses) => {
    const responses = at('paths', path, method, 'responses');
    expect(Object.keys(responses).toSorted()).toEqual([...statuses, ...OF_ANY_REQUEST].toSorted());
  });

  test('describes the headers of a repeated request', () => {
    const [parameter] = parametersOf(at('paths', '/api/v1/prompt', 'post'));
    expect(parameter).toMatchObject({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { minLength: 1, maxLength: 255 },
    });
    const headers = at('paths', '/api/v1/prompt', 'post', 'responses', '200', 'headers');
    expect(headers['Idempotency-Replayed']).toEqual({ $ref: '#/components/headers/Idempotency-Replayed' });
    expect(at('components', 'headers')).toHaveProperty('Idempotency-Replayed');
  });

  test('names every part of an address that is a parameter', () => {
    for (const [path, operations] of Object.entries(at('paths'))) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const operation of Object.values(asJsonObject(operations))) {
        const parameters = isJsonObject(operation) ? parametersOf(operation) : [];
        const inPath = parameters.filter((parameter) => parameter['in'] === 'path');
        expect(
          inPath.map((parameter) => parameter['name']),
          path,
        ).toEqual(names);
      }
    }
  });

  test('has the schema of the response for the response of a record', () => {
    const response = at('components', 'schemas', 'PromptRecord', 'properties', 'response');
    expect(response['oneOf']).toEqual([{ $ref: '#/components/schemas/PromptResponse' }, { type: 'null' }]);
    expect(Object.keys(at('components', 'schemas', 'PromptResponse', 'properties'))).toEqual([
      'promptLogId',
      'results',
      'evaluations',
      'ranking',
      'consensus',
      'weights',
      'calibration',
      'judging',
      'agreedCalls',
      'disagreement',
      'warnings',
      'creditsUsed',
      'judgingCredits',
    ]);
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

  test('shows other models if an operator’s registry has none of the examples’', async () => {
    const text = (await generate(await fixtureInput())).get('openapi.json') ?? '';
    const own: typeof document = JSON.parse(text);
    const { post } = own.paths['/api/v1/prompt'];
    expect(Object.keys(post.requestBody.content['application/json'].examples)).toEqual(['judged']);
    const { models, judges } = own.components.examples.judged.value;
    const ids: readonly string[] = own.components.schemas.ModelId.enum;
    expect(ids).toEqual(expect.arrayContaining([...models, ...judges]));
    const { results, evaluations } = post.responses['200'].content['application/json'].example;
    expect(results.map(({ modelId }) => modelId)).toEqual(models);
    expect(evaluations.map(({ judge }) => judge.modelId)).toEqual(judges);
    expect(text).not.toContain('gpt-5.4');
  });

  test('publishes nothing meant for the generator', async () => {
    const text = (await generate(await fixtureInput())).get('openapi.json') ?? '';
    expect(text).toContain('aurora-vega-5');
    expect(text).not.toMatch(/x-problems|x-definition|x-wire|\$schema|#\/definitions/);
  });
});

test('a property may have the name of a keyword', () => {
  const part = { const: { $ref: '#/definitions/Part' } };
  const schema: JsonObject = {
    title: 'Thing',
    type: 'object',
    definitions: { Part: { type: 'array', items: { $ref: '#/definitions/Part' } } },
    properties: { definitions: part },
  };
  expect(componentsOf([schema])).toEqual({
    Thing: { title: 'Thing', type: 'object', properties: { definitions: part } },
    Part: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
  });
});
