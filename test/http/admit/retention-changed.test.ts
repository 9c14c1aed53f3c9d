import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { openRaw, postBytes } from '../../support/clients/raw-connection.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const REQUEST = { prompt: 'a secret that nobody keeps', models: ['gpt-4o'] };

const gateway = gatewayOfFile();

/** @returns the record of a request whose account comes under zero data retention while its body is being received. */
async function recordOfSlow(body: object) {
  const { key, name } = await gateway.account(10_000);
  const bytes = postBytes({ key, body: JSON.stringify(body) });
  const begun = bytes.indexOf('\r\n\r\n') + 14;
  const connection = await openRaw(gateway.url);
  try {
    connection.send(bytes.slice(0, begun));
    await eventually(async () =>
      expect(await readMetric(gateway.operationsUrl, 'assay_requests_in_flight')).toBe(1),
    );
    await gateway.admin((ledger) => ledger.changeAccount(name, { zeroDataRetention: true }));
    connection.send(bytes.slice(begun));
    const [reply] = await connection.replies(1);
    expect(reply?.status).toBe(200);
    const id = reply?.headers.get('x-prompt-log-id') ?? '';
    return (await gateway.get(key, `/api/v1/prompts/${id}`)).text;
  } finally {
    connection.socket.destroy();
  }
}

describe('an account that comes under zero data retention while a body is being received', () => {
  it('has nothing stored of the request', async () => {
    const record = await recordOfSlow(REQUEST);
    expect(JSON.parse(record)).toMatchObject({ state: 'settled', zeroDataRetention: true });
    expect(record).not.toContain(REQUEST.prompt);
  });

  it('has the request stored that says so itself', async () => {
    const record = await recordOfSlow({ ...REQUEST, zero_data_retention: false });
    expect(JSON.parse(record)).toMatchObject({ state: 'settled', zeroDataRetention: false });
    expect(record).toContain(REQUEST.prompt);
  });
});
