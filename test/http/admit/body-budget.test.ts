import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../core/config.ts';
import { eventually } from '../../support/eventually.ts';
import {
  answerTo,
  inOneChunk,
  openRaw,
  postBytes,
  type RawConnection,
} from '../../support/clients/raw-connection.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import type { TestAccount } from '../../support/gateways/test-gateway.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

/** A body of 90,000 bytes; two of one account fit into 400,000 and leave more free than they take, three do not. */
const LARGE = JSON.stringify({ prompt: 'x'.repeat(89_965), models: ['gpt-4o'] });
const SMALL = JSON.stringify({ prompt: 'hi', models: ['gpt-4o'] });

let answered = Promise.withResolvers<undefined>();
answered.resolve(undefined);
const connections: RawConnection[] = [];

const gateway = gatewayOfFile({
  environment: { ASSAY_MAX_BODY_BYTES: '100000', ASSAY_MAX_BODIES_BYTES: '400000' },
  sandbox: { reply: () => answered.promise },
});
afterEach(async () => {
  answered.resolve(undefined);
  for (const { socket } of connections.splice(0)) socket.destroy();
});

async function send(bytes: string): Promise<RawConnection> {
  const connection = await openRaw(gateway.url);
  connections.push(connection);
  connection.send(bytes);
  return connection;
}

const begun = ({ key }: TestAccount): string => postBytes({ key, body: LARGE }).slice(0, -80_000);
const headOf = (bytes: string): string => bytes.slice(0, bytes.indexOf('\r\n\r\n') + 4);

/** Two bodies of the account are being received. */
async function fill(account: TestAccount): Promise<void> {
  for (let index = 0; index < 2; index += 1) await send(begun(account));
  await eventually(async () =>
    expect(await readMetric(gateway.operationsUrl, 'assay_requests_in_flight')).toBe(2),
  );
}

describe('more bytes of bodies than may be held at once', () => {
  it('are a 503 before the body is sent, though nobody else’s', async () => {
    const [account, other] = [await gateway.account(10_000), await gateway.account(10_000)];
    await fill(account);
    const invited = await send(
      headOf(postBytes({ key: account.key, body: LARGE, fields: ['Expect: 100-continue'] })),
    );
    const [refused, ...more] = await invited.closed();
    expect([refused?.status, refused?.headers.get('retry-after'), more]).toEqual([503, '1', []]);
    expect(JSON.parse(refused?.body ?? '')).toMatchObject({ type: 'urn:assay:problem:unavailable' });
    expect((await answerTo(gateway.url, headOf(postBytes({ key: account.key, body: LARGE }))))?.status).toBe(
      503,
    );
    expect((await gateway.post(other.key, LARGE)).status).toBe(200);
    expect((await gateway.post(account.key, SMALL)).status).toBe(200);
    for (const { socket } of connections.splice(0)) socket.destroy();
    await eventually(async () => expect((await gateway.post(account.key, LARGE)).status).toBe(200));
  });

  it('are a 503 as they come where their length is not declared', async () => {
    const account = await gateway.account(10_000);
    await fill(account);
    const fields = ['Transfer-Encoding: chunked'];
    const bytes = postBytes({ key: account.key, body: inOneChunk(LARGE), fields, declares: false });
    const endless = await send(bytes.slice(0, -40_000));
    expect((await endless.replies(1)).map(({ status }) => status)).toEqual([503]);
    const small = postBytes({ key: account.key, body: inOneChunk(SMALL), fields, declares: false });
    expect((await answerTo(gateway.url, small))?.status).toBe(200);
  });

  it('count until their prompt is answered', async () => {
    const account = await gateway.account(10_000);
    answered = Promise.withResolvers();
    gateway.upstream.clear();
    const running = [gateway.post(account.key, LARGE), gateway.post(account.key, LARGE)];
    await eventually(() => expect(gateway.upstream.requests()).toHaveLength(2));
    expect((await gateway.post(account.key, LARGE)).status).toBe(503);
    const blamed = { route: '/api/v1/prompt', status: '503', fault: 'gateway' };
    await eventually(async () =>
      expect(await readMetric(gateway.operationsUrl, 'assay_requests_total', blamed)).toBeGreaterThan(0),
    );
    answered.resolve(undefined);
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await gateway.post(account.key, LARGE)).status).toBe(200);
  });

  it('may not be fewer than two of the largest bodies', () => {
    const environment = { ASSAY_MAX_BODY_BYTES: '100000', ASSAY_MAX_BODIES_BYTES: '199999' };
    expect(() => loadConfig(environment)).toThrow('ASSAY_MAX_BODIES_BYTES');
    expect(loadConfig({}).maxBodiesBytes).toBe(268_435_456);
  });
});
