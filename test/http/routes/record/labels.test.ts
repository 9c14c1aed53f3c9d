import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayOfFile } from '../../../support/gateways/gateway-of-file.ts';
import type { TestAccount, TestRequest } from '../../../support/gateways/test-gateway.ts';

const REQUEST = { prompt: 'Name a colour.', models: ['gpt-4o'] };

let account: TestAccount;
const gateway = gatewayOfFile();
beforeAll(async () => {
  account = await gateway.account(1_000);
});

const ask = async (change: object = {}): Promise<string> => {
  const { status, body } = await gateway.post(account.key, { ...REQUEST, ...change });
  expect(status).toBe(200);
  // Whoever reads the record waits until its texts are stored; a search does not.
  await fetched(`/${body.promptLogId}`);
  return body.promptLogId;
};

const fetched = (path: string, request: TestRequest = {}, key = account.key) =>
  gateway.send(key, `/api/v1/prompts${path}`, request);

const relabel = (id: string, body: unknown, key?: string) =>
  fetched(`/${id}`, { method: 'PATCH', body }, key);

const listed = async (query: string): Promise<readonly unknown[]> =>
  (await fetched(`?${query}`)).body.prompts.map(
    ({ promptLogId, label, labelCount }: Record<string, unknown>) => ({ promptLogId, label, labelCount }),
  );

describe('PATCH /api/v1/prompts/{promptLogId}', () => {
  it('changes the label that a request was sent with, and nothing of the request', async () => {
    const id = await ask({ label: 'Draft' });
    const before = (await fetched(`/${id}`)).body;
    expect(before).toMatchObject({ label: 'Draft', request: { label: 'Draft' } });
    expect(await relabel(id, { label: 'Release notes 💡' })).toMatchObject({ status: 204, text: '' });
    expect((await fetched(`/${id}`)).body).toEqual({ ...before, label: 'Release notes 💡' });
    expect(await listed('label=Draft')).toEqual([]);
    expect(await listed('text=%22release%20notes%22')).toEqual([
      { promptLogId: id, label: 'Release notes 💡' },
    ]);
    expect((await relabel(id, { label: null })).status).toBe(204);
    expect((await fetched(`/${id}`)).body.label).toBeUndefined();
  });

  it('lists the requests of one label, or one entry for all of them', async () => {
    const ids = [await ask({ label: 'suite 1' }), await ask({ label: 'suite 1' })].toSorted();
    const [older, newest] = ids;
    const entry = (promptLogId: unknown) => ({ promptLogId, label: 'suite 1' });
    expect(await listed('label=suite%201')).toEqual([entry(newest), entry(older)]);
    const grouped = await listed('grouped=true');
    expect(grouped).toContainEqual({ ...entry(newest), labelCount: 2 });
    expect(grouped).not.toContainEqual(expect.objectContaining({ promptLogId: older }));
  });

  it('refuses a label that is none', async () => {
    const id = await ask();
    const codeOf = async (label: unknown): Promise<unknown> =>
      (await relabel(id, { label })).body.errors[0].code;
    const codes = await Promise.all(['', ' a', 'a ', 'a\nb', 'a\u0000', 'a'.repeat(101), 7].map(codeOf));
    expect(codes).toEqual(['length', 'pattern', 'pattern', 'pattern', 'pattern', 'length', 'type']);
    expect((await relabel(id, {})).status).toBe(400);
    const empty = await gateway.post(account.key, { ...REQUEST, label: '' });
    expect(empty.body.errors).toMatchObject([{ pointer: '/label', code: 'length' }]);
    expect((await relabel(id, { label: '' })).body.errors).toHaveLength(1);
    const { status, body } = await gateway.post(account.key, { ...REQUEST, label: 'a\tb' });
    expect([status, body.errors[0].pointer]).toEqual([400, '/label']);
    const { key } = await gateway.account(1);
    expect((await relabel(id, { label: 'theirs' }, key)).status).toBe(404);
  });

  it('is answered with a warning where zero data retention loses it', async () => {
    const warningsOf = async (change: object): Promise<unknown> =>
      (await gateway.post(account.key, { ...REQUEST, ...change })).body.warnings;
    const silent = { zero_data_retention: true };
    expect(await warningsOf({ label: 'lost', ...silent })).toMatchObject([
      { code: 'label_unused', pointer: '/label' },
    ]);
    expect([await warningsOf(silent), await warningsOf({ label: 'kept' })]).toEqual([undefined, undefined]);
  });

  it('is stored with the texts alone: never under zero data retention, nor after they are erased', async () => {
    const unstored = await ask({ label: 'canary-1', zero_data_retention: true });
    const erased = await ask({ label: 'canary-2' });
    expect((await fetched(`/${erased}`, { method: 'DELETE' })).status).toBe(204);
    for (const id of [unstored, erased]) {
      expect(await relabel(id, { label: 'canary-3' })).toMatchObject({
        status: 409,
        body: { type: 'urn:assay:problem:answers-not-stored' },
      });
      expect(JSON.stringify((await fetched(`/${id}`)).body)).not.toContain('canary');
    }
    expect(JSON.stringify((await fetched('?limit=100')).body)).not.toContain('canary');
  });

  it('takes part in no question: another label finds the same earlier answer, and a quote ignores it', async () => {
    const cached = await gateway.account(1_000);
    await gateway.admin((ledger) => ledger.changeAccount(cached.name, { cache: true }));
    const asked = { ...REQUEST, cache: { maxAgeSeconds: 60 } };
    await gateway.post(cached.key, { ...asked, label: 'one' });
    const again = await gateway.post(cached.key, { ...asked, label: 'another' });
    expect(again.body.creditsUsed).toBe(0);
    const body = { ...REQUEST, label: 'one' };
    const quote = await gateway.send(cached.key, '/api/v1/prompt/quote', { body });
    expect(quote.status).toBe(200);
  });
});
