import { expect, it } from 'vitest';
import { problemsOf } from '../../support/answers/openapi-component.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const gateway = gatewayOfFile();
const account = accountOfFile(gateway, 1_000);

const turn = { role: 'user', content: 'x', cache_control: { type: 'ephemeral' } };

it.each([
  [
    'fields and files',
    { prompt: 'x', models: Array(64).fill(7), attachments: [{ name: 'a', type: 'image/png', base64: '!' }] },
  ],
  [
    'cache breakpoints',
    { prompt: 'x', models: ['gpt-4o'], history: Array.from({ length: 200 }, () => turn) },
  ],
])('of more than 32 wrong places, in %s, 32 are named', async (_name, body) => {
  const reply = await gateway.post(account.key, body);
  expect(reply.status).toBe(400);
  expect(reply.body.errors).toHaveLength(32);
  expect(problemsOf('Problem', reply.body)).toEqual([]);
});

it.each([
  ['fields', { fields: 1 }, ' unknown_field'],
  ['models to tune', { model_tuning: 1 }, '/model_tuning'],
  ['words in a schema', { response_schema: 1 }, '/response_schema limit'],
])(
  'thousands of %s are refused as the contract says, however long the body',
  async (_name, place, expected) => {
    const keys = Object.fromEntries(Array.from({ length: 8_000 }, (_, index) => [`key${index}`, 0]));
    const [member = ''] = Object.keys(place);
    const wide = member === 'fields' ? keys : { [member]: keys };
    const reply = await gateway.post(account.key, { ...wide, prompt: 'x', models: ['gpt-4o'] });
    expect([reply.status, reply.body.type]).toEqual([400, 'urn:assay:problem:validation-failed']);
    expect(reply.body.errors).toHaveLength(1);
    expect(`${reply.body.errors[0].pointer} ${reply.body.errors[0].code}`).toContain(expected);
  },
);

it('unknown fields of a long body are named', async () => {
  const fields = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`field${index}`, 'x'.repeat(5_000)]),
  );
  const reply = await gateway.post(account.key, { ...fields, prompt: 'x', models: ['gpt-4o'] });
  expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
    Object.keys(fields).map((name) => `/${name}`),
  );
});
