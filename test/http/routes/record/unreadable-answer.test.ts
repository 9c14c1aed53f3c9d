import { expect, it } from 'vitest';
import { changedLedger } from '../../../support/gateways/changed-ledger.ts';
import { gatewayOfFile } from '../../../support/gateways/gateway-of-file.ts';

const BODY = { prompt: 'hi', models: ['gpt-4o'] };
const KEY = { 'idempotency-key': 'charged' };

let isDown = false;
const gateway = gatewayOfFile({
  aroundLedger: (ledger) =>
    changedLedger(ledger, {
      readLog: (piece) => (isDown ? Promise.reject(new Error('down')) : ledger.readLog(piece)),
    }),
});

it('an answer that cannot be read is a 503, which only a repetition tells that nothing was charged', async () => {
  const { key } = await gateway.account(1_000);
  const { promptLogId } = (await gateway.post(key, BODY, KEY)).body;
  isDown = true;
  const events = await gateway.get(key, `/api/v1/prompts/${promptLogId}`, { accept: 'text/event-stream' });
  const repeated = await gateway.post(key, BODY, KEY);
  expect([events, repeated].map(({ status, body }) => [status, body.detail])).toEqual([
    [503, 'The stored answer cannot be read now. Repeat the request.'],
    [503, 'The stored answer cannot be read now: nothing was run or charged. Repeat the request.'],
  ]);
});
