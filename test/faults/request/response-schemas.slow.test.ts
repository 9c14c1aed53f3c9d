import { once } from 'node:events';
import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import checkSchema from '../../../core/workers/check-schema.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { refusalOf, untiringAccount } from './refusals.ts';

let output = '{}';

const gateway = gatewayOfFile({ sandbox: { reply: () => ({ content: output }) } });
const account = untiringAccount(gateway);

/** To a model that is only told of the schema, so that nothing but the gateway’s own check decides. */
const ask = (response_schema: unknown) =>
  gateway.post(account.key, { prompt: 'x', models: ['grok-4.3'], response_schema });
const refused = (response_schema: unknown): Promise<readonly string[]> =>
  refusalOf(gateway, account, { prompt: 'x', models: ['grok-4.3'], response_schema });

it.each([
  ['itself', { $ref: '#' }],
  [
    'itself through a definition',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  ],
  ['itself in every branch', { anyOf: [{ $ref: '#' }, { $ref: '#' }] }],
])(
  '52 a schema that is %s is a 400 or makes the answer invalid, and the gateway lives',
  async (_name, schema) => {
    output = '{"a":1}';
    const { status, body } = await ask(schema);
    expect([200, 400]).toContain(status);
    if (status === 200) expect(body.results[0]).toMatchObject({ status: 'completed', schemaValid: false });
    expect((await ask({ type: 'object' })).body.results[0].schemaValid).toBe(true);
  },
);

it('53 a reference to another host or file is a 400, and nothing is fetched', async () => {
  let connections = 0;
  const canary = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const { port } = canary.address() as { port: number };
  for (const $ref of [
    `http://127.0.0.1:${port}/s.json`,
    `//127.0.0.1:${port}/s`,
    'file:///etc/passwd',
    's.json',
  ])
    for (const schema of [
      { $ref },
      { properties: { a: { items: { $ref } } } },
      { $id: $ref, $ref: 'other.json' },
    ])
      expect(await refused(schema)).toEqual([expect.stringMatching(/^\/response_schema/)]);
  canary.close();
  expect(connections).toBe(0);
});

it('54 two callers may use the same $id, at the root or deeper', async () => {
  output = '{"a":1}';
  const $id = 'https://example.com/shared';
  const mine = { $id, properties: { a: { $id: `${$id}/inner`, type: 'number' } } };
  const theirs = { $id, properties: { a: { $id: `${$id}/inner`, type: 'string' } } };
  for (const [schema, schemaValid] of [
    [mine, true],
    [theirs, false],
    [mine, true],
  ] as const)
    expect((await ask(schema)).body.results[0]).toMatchObject({ schemaValid });
});

it('55 checked schemas are not kept in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const check = (round: number): void => {
    for (let index = 0; index < 60; index += 1) {
      const properties = Object.fromEntries(
        Array.from({ length: 20 }, (_, field) => [
          `f${round}_${index}_${field}`,
          { type: 'string', minLength: index },
        ]),
      );
      checkSchema({ schema: { $id: `https://example.com/${round}/${index}`, type: 'object', properties } });
    }
    collect();
  };
  check(0);
  const before = process.memoryUsage().heapUsed;
  check(1);
  check(2);
  // On one compiler each would stay, with 18 KB: 120 of them are 2 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000);
});

it('56 more than 2,000 values, 32 levels or 64 KB are a 400 before anything is compiled', async () => {
  const properties = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));
  expect(await refused({ properties: properties(2_001) })).toEqual(['/response_schema limit']);
  expect(await refused({ properties: properties(5_000) })).toContain('/response_schema limit');
  expect(await refused({ properties: properties(20_000) })).toEqual(['/response_schema too_many_values']);
  const deep = (levels: number): unknown =>
    JSON.parse('{"items":'.repeat(levels) + '{}' + '}'.repeat(levels));
  expect(await refused(deep(33))).toEqual(['/response_schema limit']);
  expect(await refused(deep(3_000))).toEqual([expect.stringMatching(/^\/response_schema.* depth$/)]);
  expect(await refused({ description: 'x'.repeat(65_536) })).toEqual(['/response_schema limit']);
});

it('57 an answer that takes seconds to check is returned unchecked, and other requests are served meanwhile', async () => {
  output = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ a: { b: [index] } })));
  const slow = ask({ type: 'array', uniqueItems: true });
  const others = await Promise.all(
    Array.from({ length: 20 }, () => gateway.post(account.key, { prompt: 'hi', models: ['gpt-4o'] })),
  );
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  const { status, body } = await slow;
  const [result] = body.results;
  expect([status, result.status, result.output]).toEqual([200, 'completed', output]);
  if (result.schemaValid === undefined)
    expect(result.warnings).toMatchObject([{ code: 'schema_not_checked' }]);
  else expect(result.schemaValid).toBe(true);
});

it.each<[string, unknown, string, boolean]>([
  ['$data', { properties: { a: { const: { $data: '1/b' } } } }, '{"a":1,"b":1}', false],
  ['a keyword of its author’s', { 'x-mine': { pattern: '(' }, type: 'object' }, '{}', true],
  ['a format nobody knows', { type: 'string', format: 'moon-phase' }, '"full"', true],
  ['a format that is an annotation', { type: 'string', format: 'email' }, '"nobody"', true],
  ['nothing said of further properties', { type: 'object', properties: {} }, '{"more":1}', true],
  ['false for a property', { properties: { a: false } }, '{"a":1}', false],
  ['true for a property', { properties: { a: true } }, '{"a":1}', true],
])(
  '58 a schema with %s is accepted, with the meaning of JSON Schema',
  async (_name, schema, answer, schemaValid) => {
    output = answer;
    const { status, body } = await ask(schema);
    expect(status).toBe(200);
    expect(body.results[0]).toMatchObject({ status: 'completed', schemaValid });
  },
);

it('58 a keyword nobody knows is a 400 that names its place', async () => {
  expect(await refused({ items: { proprties: {} } })).toEqual(['/response_schema/items/proprties schema']);
});

it.each([[true], [false], [[]], ['object'], [null]])('58 %j as a whole schema is a 400', async (schema) => {
  expect(await refused(schema)).toEqual(['/response_schema type']);
});
