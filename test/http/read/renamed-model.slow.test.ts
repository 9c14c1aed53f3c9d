import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

const ID = 'ministral-3b-2512';

let answer: Promise<void> = Promise.resolve();
const manifests = manifestsOfFile();
const gateway = gatewayOfFile({
  environment: { ASSAY_MANIFESTS: manifests },
  sandbox: {
    reply: () =>
      answer.then(() => ({ content: randomUUID(), usage: { inputTokens: 1_000, outputTokens: 10 } })),
  },
});
const account = accountOfFile(gateway, 1_000);

async function rename(from: string, to: string): Promise<void> {
  const file = join(manifests, 'mistral.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(`id: ${from} `, `id: ${to} `));
  expect((await gateway.reload()).body).toMatchObject({ outcome: 'swapped' });
}

const callsMade = (): number =>
  [...gateway.upstream.callCounts().values()].reduce((sum, count) => sum + count, 0);

it('answers a repeated key as before though its model has been renamed since', async () => {
  const body = { prompt: 'hi', models: [ID] };
  const settled = { 'idempotency-key': randomUUID() };
  const quiet = { 'idempotency-key': randomUUID() };
  const running = { 'idempotency-key': randomUUID() };
  const first = await gateway.post(account.key, body, settled);
  const unkept = await gateway.post(account.key, { ...body, zero_data_retention: true }, quiet);
  expect([first.status, unkept.status]).toEqual([200, 200]);
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = promise;
  const late = gateway.post(account.key, body, running);
  await expect.poll(callsMade).toBe(3);
  const spent = await account.balance();

  await rename(ID, `${ID}-renamed`);

  const again = await gateway.post(account.key, body, settled);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(again.body).toEqual(first.body);
  const events = await gateway.post(account.key, body, { ...settled, accept: 'text/event-stream' });
  expect([events.status, events.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(events.body).toBe(`id: 1\nevent: done\ndata: ${JSON.stringify(first.body)}\n\n`);
  const still = await gateway.post(account.key, { ...body, zero_data_retention: true }, quiet);
  expect([still.status, still.body]).toEqual([200, unkept.body]);
  const meanwhile = await gateway.post(account.key, body, running);
  expect([meanwhile.status, meanwhile.body.type]).toEqual([409, 'urn:assay:problem:request-in-flight']);

  // Without an earlier answer to repeat, the mistake in the body decides.
  for (const [other, headers] of [
    [body, {}],
    [body, { 'idempotency-key': randomUUID() }],
    [{ ...body, prompt: 'ho' }, settled],
  ] as const) {
    const refused = await gateway.post(account.key, other, headers);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/models/0']);
  }
  expect(callsMade()).toBe(3);
  expect(await account.balance()).toEqual(spent);
  resolve();
  expect((await late).status).toBe(200);
  expect((await gateway.post(account.key, body, running)).body).toEqual((await late).body);
});
