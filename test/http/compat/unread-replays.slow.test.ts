import { afterEach, beforeAll, expect, it } from 'vitest';
import { knock } from '../../support/clients/compat-client.ts';
import { openRaw, postBytes, type RawConnection } from '../../support/clients/raw-connection.ts';
import { eventually } from '../../support/eventually.ts';
import { storeLongAnswer } from '../../support/gateways/store-long-answer.ts';
import { sampleResult } from '../../support/samples/sample-response.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

/** Far more than two sockets' buffers take. */
const LONG = 'a'.repeat(24_000_000);
const HELLO = { model: 'gpt-4o', messages: [{ role: 'user', content: 'What is the capital?' }] };
const ONCE = { 'idempotency-key': 'once' };

const connections: RawConnection[] = [];

const gateway = gatewayOfFile({
  environment: { ASSAY_MAX_BODY_BYTES: '100000', ASSAY_MAX_BODIES_BYTES: '64000000' },
});
const account = accountOfFile(gateway, 1_000);
beforeAll(async () => {
  const { headers } = await knock(gateway, account.key, '/chat/completions', HELLO, ONCE);
  // Its text is stored by then.
  await gateway.restart();
  const promptLogId = headers.get('x-prompt-log-id');
  const answer = { promptLogId, results: [sampleResult({})], evaluations: [], creditsUsed: 1 };
  await storeLongAnswer(gateway, answer, LONG);
});
afterEach(() => {
  for (const { socket } of connections.splice(0)) socket.destroy();
});

/** Asks again, and reads the head of the answer alone. */
async function openUnread(stream: boolean): Promise<RawConnection> {
  const connection = await openRaw(gateway.url);
  connections.push(connection);
  connection.socket.once('data', () => connection.socket.pause());
  connection.send(
    postBytes({
      key: account.key,
      body: JSON.stringify({ ...HELLO, stream }),
      line: 'POST /v1/chat/completions HTTP/1.1',
      fields: ['Idempotency-Key: once'],
    }),
  );
  await eventually(() => expect(connection.text()).toContain('HTTP/1.1 '));
  return connection;
}

it.each([
  ['whole', false],
  ['as events', true],
])('an answer told again %s counts until its client has it or is gone', async (_form, stream) => {
  const unread = await openUnread(stream);
  expect(unread.text()).toContain('HTTP/1.1 200');
  const refused = await openUnread(stream);
  expect(refused.text()).toContain('HTTP/1.1 503');
  unread.socket.destroy();
  await eventually(async () => {
    const { status, body } = await knock(gateway, account.key, '/chat/completions', HELLO, ONCE);
    expect(status).toBe(200);
    expect(body.choices[0].message.content).toHaveLength(LONG.length);
  });
});
