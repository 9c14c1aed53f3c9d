import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, it } from 'vitest';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { eventually } from '../../support/eventually.ts';

let key: string;

const gateway = gatewayOfFile();
beforeAll(async () => {
  key = (await gateway.account(1_000)).key;
});

async function readyz(): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const reply = await fetch(`${gateway.operationsUrl}/readyz`);
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

const BODY = { prompt: 'hi', models: ['gpt-4o'] };
const logCount = (words: string): number => gateway.logs().split(words).length - 1;

it('a ledger that cannot be written is logged once, makes /readyz 503, and recovers by itself', async () => {
  expect((await gateway.post(key, BODY)).status).toBe(200);
  // Another process's lock simulates a full disk, because the writer gets the same refusal.
  const other = new DatabaseSync(join(gateway.folder, 'assay.db'));
  other.exec('BEGIN IMMEDIATE');
  const refused = await Promise.all([gateway.post(key, BODY), gateway.post(key, BODY)]);
  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  expect(await readyz()).toMatchObject({
    status: 503,
    body: { status: 'unavailable', reason: expect.stringContaining('cannot be written now') },
  });
  expect([logCount('the ledger cannot be written'), logCount('request failed')]).toEqual([1, 0]);
  other.exec('ROLLBACK');
  other.close();
  // Nobody sends a request: the gateway finds out alone.
  await eventually(async () => expect((await readyz()).status).toBe(200));
  expect(logCount('the ledger can be written again')).toBe(1);
  expect((await gateway.post(key, BODY)).status).toBe(200);
});
