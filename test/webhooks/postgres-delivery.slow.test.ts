import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookSecret } from '../../core/administration/webhooks.ts';
import { asyncClient } from '../http/async/async-client.ts';
import { describePostgres } from '../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../ledger/postgres/temporary-database.ts';
import { problemsOf } from '../support/answers/openapi-component.ts';
import { eventually } from '../support/eventually.ts';
import { startTestGateway, type TestGateway } from '../support/gateways/test-gateway.ts';
import {
  startWebhookReceiver,
  verified,
  type Received,
  type WebhookReceiver,
} from '../support/servers/webhook-receiver.ts';
import { QUICK_TIMES } from './quick-times.ts';

await describePostgres('Webhooks of two gateways on PostgreSQL', (administrator) => {
  let database: TemporaryDatabase;
  let receiver: WebhookReceiver;
  let gateways: readonly TestGateway[] = [];

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
    receiver = await startWebhookReceiver();
    const start = () =>
      startTestGateway({
        environment: { ASSAY_DATABASE_URL: database.url },
        webhookTimes: { ...QUICK_TIMES, timeoutMs: 1_000 },
      });
    gateways = [await start(), await start()];
  });
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await receiver.stop();
    await database.drop();
  });

  it('reach a receiver that fails, then hangs, then takes them: signed and with its answer', async () => {
    const [here, there] = gateways;
    if (here === undefined || there === undefined) throw new Error('no gateways');
    const account = await here.account(1_000);
    const secret = createWebhookSecret();
    await here.admin((ledger) => ledger.webhooks.set(account.name, { url: receiver.url, secret }));
    const attempts = new Map<string, Received[]>();
    receiver.answer = (response, received) => {
      const id = String(received.headers['webhook-id']);
      const earlier = attempts.get(id) ?? [];
      attempts.set(id, [...earlier, received]);
      if (earlier.length === 0) response.writeHead(503).end('not now');
      // The second attempt gets no answer at all.
      else if (earlier.length > 1) response.writeHead(204).end();
    };
    const body = { prompt: 'hi', models: ['gpt-4o', 'ministral-3b-2512'], judges: ['gemini-2.5-flash'] };
    const ids = [
      await asyncClient(here.url, account.key).start(body),
      await asyncClient(there.url, account.key).start({ ...body, zero_data_retention: true }),
      String((await there.post(account.key, body)).body.promptLogId),
    ];
    await eventually(async () => {
      expect([...attempts.keys()].toSorted()).toEqual(ids.toSorted());
      expect(await here.admin((ledger) => ledger.webhooks.list(100))).toEqual([]);
    });

    for (const [index, id] of ids.entries()) {
      const received = attempts.get(id) ?? [];
      expect(received.length).toBeGreaterThanOrEqual(3);
      const events = received.map((one) => verified(one, secret));
      const [event] = events;
      expect(problemsOf('WebhookEvent', event)).toEqual([]);
      // What is sent again says the same.
      expect(events).toEqual(events.map(() => event));
      const { body: record } = await asyncClient(here.url, account.key).record(id);
      const keepsNothing = index === 1;
      expect(event).toMatchObject({
        type: 'prompt.settled',
        data: {
          promptLogId: id,
          creditsUsed: record.creditsUsed,
          zeroDataRetention: keepsNothing,
          response: keepsNothing ? null : record.response,
        },
      });
      expect(() => verified({ ...received[0], text: `${received[0]?.text} ` } as Received, secret)).toThrow(
        'No matching signature',
      );
    }
  });
});
