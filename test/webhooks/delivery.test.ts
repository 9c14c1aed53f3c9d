import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BudgetEvent } from '../../core/generated/budget-event.ts';
import { endOfPeriod } from '../../core/ledger/budgets/budget.ts';
import { createWebhookSecret } from '../../core/administration/webhooks.ts';
import { LedgerError } from '../../core/ledger/ledger-error.ts';
import type { ClaimedEvent } from '../../core/ledger/webhooks/outbox.ts';
import type { AdminEvent } from '../../core/generated/admin-answers.ts';
import { eventually } from '../support/eventually.ts';
import { changedLedger } from '../support/gateways/changed-ledger.ts';
import { readMetric } from '../support/gateways/read-metrics.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../support/gateways/test-gateway.ts';
import { problemsOf } from '../support/answers/openapi-component.ts';
import { flood } from '../support/servers/hostile-replies.ts';
import {
  startWebhookReceiver,
  verified,
  type Received,
  type WebhookReceiver,
} from '../support/servers/webhook-receiver.ts';
import { QUICK_TIMES } from './quick-times.ts';
import { slowIt } from '../support/whole-run.ts';

const BODY = { prompt: 'Which is nearer?', models: ['gpt-4o'] };
const ANSWER = 'The moon, by a canary.';

let gateway: TestGateway;
let receiver: WebhookReceiver;
let content: string;
/** Promises that hold a step of the ledger back, or make it fail. */
let keeping: Promise<void>;
let isSettleRefused: boolean;
/** An address that somebody wrote past the checks. */
let writtenUrl: string | undefined;

beforeAll(async () => {
  gateway = await startTestGateway({
    sandbox: { reply: () => ({ content }) },
    webhookTimes: QUICK_TIMES,
    aroundLedger: (ledger) =>
      changedLedger(ledger, {
        async keepTexts(texts) {
          await keeping;
          return await ledger.keepTexts(texts);
        },
        async settle(settlement) {
          if (isSettleRefused) throw new LedgerError('invalid', 'made to fail');
          return await ledger.settle(settlement);
        },
        webhooks: {
          ...ledger.webhooks,
          async claim(reports, requests) {
            const { claimed, expired } = await ledger.webhooks.claim(reports, requests);
            const written = ({ webhook, ...event }: ClaimedEvent): ClaimedEvent => ({
              ...event,
              webhook: { ...webhook, url: writtenUrl ?? webhook.url },
            });
            return { claimed: claimed.map(written), expired };
          },
        },
      }),
  });
});
afterAll(() => gateway.stop());

beforeEach(async () => {
  content = ANSWER;
  keeping = Promise.resolve();
  isSettleRefused = false;
  writtenUrl = undefined;
  receiver = await startWebhookReceiver();
  return () => receiver.stop();
});

interface HookedAccount extends TestAccount {
  readonly secret: string;
}

async function hookedAccount(url = receiver.url): Promise<HookedAccount> {
  const account = await gateway.account(1_000);
  const secret = createWebhookSecret();
  await gateway.admin((ledger) => ledger.webhooks.set(account.name, { url, secret }));
  return { ...account, secret };
}

async function ask(account: TestAccount, changes: object = {}): Promise<Record<string, unknown>> {
  const { status, body } = await gateway.post(account.key, { ...BODY, ...changes });
  expect(status).toBe(200);
  return body as Record<string, unknown>;
}

/** The first delivery of a request's event to the receiver. */
async function deliveryOf(promptLogId: unknown, from = receiver): Promise<Received> {
  return await eventually(() => {
    const found = from.received.find(({ headers }) => headers['webhook-id'] === promptLogId);
    if (found === undefined) throw new Error('nothing was received');
    return found;
  });
}

async function eventOf(promptLogId: unknown): Promise<AdminEvent | undefined> {
  const events = await gateway.admin((ledger) => ledger.webhooks.list(10_000));
  return events.find(({ id }) => id === promptLogId);
}

const untilDelivered = (promptLogId: unknown): Promise<void> =>
  eventually(async () => expect(await eventOf(promptLogId)).toBeUndefined());

function attemptsOf(promptLogId: unknown): readonly Received[] {
  return receiver.received.filter(({ headers }) => headers['webhook-id'] === promptLogId);
}

describe('a budget that is spent', () => {
  it('is told of as the document says, counted by whose it is, and named in the log by ID alone', async () => {
    const account = await hookedAccount();
    const { name } = account;
    await gateway.admin((ledger) => ledger.changeAccount(name, { budgets: { day: 2_000_000 } }));
    // It costs more than its hold, and than the budget leaves.
    content = 'word '.repeat(20_000);
    const threshold = (percent: string) => ({ scope: 'account', period: 'day', threshold: percent });
    const before = await readMetric(gateway.operationsUrl, 'assay_budget_alerts_total', threshold('100'));
    const spent = (await ask(account))['creditsUsed'];
    expect(spent).toBeGreaterThan(2);
    const events = await eventually(() => {
      const found = receiver.received
        .map((received) => verified(received, account.secret) as unknown as BudgetEvent)
        .filter(({ type }) => type === 'budget.reached');
      expect(found).toHaveLength(2);
      return found;
    });
    for (const event of events) expect(problemsOf('BudgetEvent', event)).toEqual([]);
    const resetsAt = new Date(endOfPeriod('day', Date.now())).toISOString();
    const line = {
      account: name,
      scope: 'account',
      keyPrefix: null,
      period: 'day',
      limit: 2,
      spent,
      resetsAt,
    };
    const byThreshold = events.toSorted((one, other) => one.data.threshold - other.data.threshold);
    expect(byThreshold.map(({ data }) => data)).toEqual([
      { ...line, threshold: 80 },
      { ...line, threshold: 100 },
    ]);
    const ids = receiver.received.flatMap(({ headers, text }) =>
      text.includes('budget.reached') ? [headers['webhook-id']] : [],
    );
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) await untilDelivered(id);
    await eventually(async () => {
      const metric = 'assay_budget_alerts_total';
      expect(await readMetric(gateway.operationsUrl, metric, threshold('100'))).toBe(before + 1);
      expect(await gateway.metrics()).not.toContain(name);
    });
  });
});

describe('a webhook', () => {
  it('is told of a charge, signed, with the very answer, as the document says', async () => {
    const account = await hookedAccount();
    const answer = await ask(account);
    const received = await deliveryOf(answer['promptLogId']);
    const event = verified(received, account.secret);
    expect(problemsOf('WebhookEvent', event)).toEqual([]);
    expect(event).toMatchObject({
      type: 'prompt.settled',
      timestamp: event.data.finishedAt,
      data: {
        promptLogId: answer['promptLogId'],
        state: 'settled',
        creditsUsed: answer['creditsUsed'],
        zeroDataRetention: false,
        record: `/api/v1/prompts/${String(answer['promptLogId'])}`,
        response: answer,
      },
    });
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': answer['promptLogId'],
    });
    await untilDelivered(answer['promptLogId']);
    expect(attemptsOf(answer['promptLogId'])).toHaveLength(1);
  });

  it('is not deceived by who does not know its secret, or changes a byte', async () => {
    const account = await hookedAccount();
    const received = await deliveryOf((await ask(account))['promptLogId']);
    expect(() => verified(received, createWebhookSecret())).toThrow('No matching signature');
    const changed = received.text.replace('"creditsUsed":', '"creditsUsed":1');
    expect(() => verified({ ...received, text: changed }, account.secret)).toThrow('No matching signature');
    const headers = {
      ...received.headers,
      'webhook-timestamp': String(Number(received.headers['webhook-timestamp']) - 1),
    };
    expect(() => verified({ ...received, headers }, account.secret)).toThrow('No matching signature');
    expect(
      new Webhook(account.secret).verify(received.text, received.headers as Record<string, string>),
    ).toBeTruthy();
  });

  it('is told of a hold that was given back', async () => {
    const account = await hookedAccount();
    isSettleRefused = true;
    expect(await gateway.post(account.key, BODY)).toMatchObject({ status: 503 });
    const [received] = await eventually(() => {
      expect(receiver.received).toHaveLength(1);
      return receiver.received;
    });
    if (received === undefined) throw new Error('nothing was received');
    expect(verified(received, account.secret)).toMatchObject({
      type: 'prompt.voided',
      data: { state: 'voided', creditsUsed: 0, response: null },
    });
  });

  it('is told nothing of any text under zero data retention', async () => {
    const account = await hookedAccount();
    const answer = await ask(account, { zero_data_retention: true });
    const received = await deliveryOf(answer['promptLogId']);
    expect(verified(received, account.secret)).toMatchObject({
      type: 'prompt.settled',
      data: { zeroDataRetention: true, creditsUsed: answer['creditsUsed'], response: null },
    });
    expect(received.text).not.toContain('canary');
  });

  it('waits for the answer where its text is stored late', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    keeping = promise;
    const account = await hookedAccount();
    const answer = await ask(account);
    const isPostponed = async (): Promise<void> => {
      const event = await eventOf(answer['promptLogId']);
      expect(event).toMatchObject({ attempts: 0, lastFailure: null });
      expect(Date.parse(event?.nextAttempt ?? '')).toBeGreaterThan(Date.parse(event?.at ?? ''));
    };
    await eventually(isPostponed);
    expect(receiver.received).toEqual([]);
    resolve();
    const received = await deliveryOf(answer['promptLogId']);
    expect(verified(received, account.secret).data.response).toEqual(answer);
  });

  it('is named the record instead of an answer of a megabyte', async () => {
    content = 'ö'.repeat(600_000);
    const account = await hookedAccount();
    const { promptLogId } = await ask(account);
    const received = await deliveryOf(promptLogId);
    const { record, response } = verified(received, account.secret).data;
    expect(response).toBeNull();
    expect((await gateway.get(account.key, record)).text).toContain(content);
  });

  it('gets an answer just below it whole', async () => {
    content = 'ö'.repeat(500_000);
    const account = await hookedAccount();
    const answer = await ask(account);
    const received = await deliveryOf(answer['promptLogId']);
    expect(verified(received, account.secret).data.response).toEqual(answer);
  });
});

describe('a receiver', () => {
  it('that fails is tried again with the same ID, and each time signed anew', async () => {
    const account = await hookedAccount();
    receiver.answer = (response) => {
      const isThird = receiver.received.length === 3;
      response.writeHead(isThird ? 200 : 500).end('an answer nobody reads');
    };
    const { promptLogId } = await ask(account);
    await untilDelivered(promptLogId);
    const attempts = attemptsOf(promptLogId);
    expect(attempts).toHaveLength(3);
    for (const attempt of attempts)
      expect(verified(attempt, account.secret).data.promptLogId).toBe(promptLogId);
  });

  it('that closes the connection is tried again, and what it failed with is told to the operator', async () => {
    const account = await hookedAccount();
    receiver.answer = (response) => void response.destroy();
    const { promptLogId } = await ask(account);
    await eventually(async () =>
      expect(await eventOf(promptLogId)).toMatchObject({
        lastFailure: expect.stringMatching(/^\w+$/),
        deadSince: null,
      }),
    );
    receiver.answer = (response) => void response.writeHead(202).end();
    await untilDelivered(promptLogId);
  });

  slowIt('that hangs is left after a while, and delays nobody else’s events', async () => {
    const hanging = await startWebhookReceiver();
    hanging.answer = () => {};
    const patient = gateway;
    gateway = await startTestGateway({
      sandbox: { reply: () => ({ content }) },
      webhookTimes: { ...QUICK_TIMES, timeoutMs: 1_000 },
    });
    try {
      const [slow, quick] = [await hookedAccount(hanging.url), await hookedAccount()];
      const unheard = await Promise.all(Array.from({ length: 6 }, () => ask(slow)));
      await eventually(() => expect(hanging.received.length).toBeGreaterThan(0));
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(quick)));
      for (const { promptLogId } of answers) await deliveryOf(promptLogId);
      await eventually(async () => {
        const events = await Promise.all(unheard.map(({ promptLogId }) => eventOf(promptLogId)));
        const failures = events.map((event) => event?.lastFailure);
        expect(failures).toContain('no answer in time');
      });
      hanging.answer = (response) => void response.writeHead(200).end();
      for (const { promptLogId } of unheard) await untilDelivered(promptLogId);
    } finally {
      await gateway.stop();
      gateway = patient;
      await hanging.stop();
    }
  });

  it('that answers and never ends its answer has taken the event', async () => {
    const account = await hookedAccount();
    receiver.answer = (response) => {
      response.writeHead(200);
      response.write('a'.repeat(100_000));
    };
    await untilDelivered((await ask(account))['promptLogId']);
  });

  it('that floods interim answers is cut off', async () => {
    const account = await hookedAccount();
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    receiver.answer = (response) => flood(response, interim, interim);
    const { promptLogId } = await ask(account);
    await eventually(async () =>
      expect(await eventOf(promptLogId)).toMatchObject({ lastFailure: 'answer too large' }),
    );
    receiver.answer = (response) => void response.writeHead(200).end();
    await untilDelivered(promptLogId);
  });

  it('that redirects is not followed', async () => {
    const elsewhere = await startWebhookReceiver();
    try {
      const account = await hookedAccount();
      receiver.answer = (response) => void response.writeHead(307, { location: elsewhere.url }).end();
      const { promptLogId } = await ask(account);
      await eventually(async () =>
        expect(await eventOf(promptLogId)).toMatchObject({ lastFailure: 'HTTP 307' }),
      );
      expect(elsewhere.received).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });

  it('that is gone makes a dead letter, which an operator can send again', async () => {
    const account = await hookedAccount();
    receiver.answer = (response) => void response.writeHead(410).end();
    const { promptLogId } = await ask(account);
    await eventually(async () =>
      expect(await eventOf(promptLogId)).toMatchObject({
        attempts: 1,
        lastFailure: 'HTTP 410',
        nextAttempt: null,
      }),
    );
    await eventually(async () =>
      expect(
        await readMetric(gateway.operationsUrl, 'assay_webhook_events', { state: 'dead' }),
      ).toBeGreaterThan(0),
    );
    const dead = { outcome: 'dead' };
    expect(await readMetric(gateway.operationsUrl, 'assay_webhook_deliveries_total', dead)).toBeGreaterThan(
      0,
    );
    receiver.answer = (response) => void response.writeHead(200).end();
    await gateway.admin((ledger) => ledger.webhooks.retry(String(promptLogId)));
    await untilDelivered(promptLogId);
    expect(attemptsOf(promptLogId)).toHaveLength(2);
    const delivered = { outcome: 'delivered' };
    expect(
      await readMetric(gateway.operationsUrl, 'assay_webhook_deliveries_total', delivered),
    ).toBeGreaterThan(0);
  });

  it('at a refused address is never connected to, whoever wrote it there', async () => {
    const account = await hookedAccount();
    writtenUrl = 'http://169.254.169.254/';
    const { promptLogId } = await ask(account);
    await eventually(async () =>
      expect(await eventOf(promptLogId)).toMatchObject({ lastFailure: 'refused address' }),
    );
    expect(receiver.received).toEqual([]);
  });
});

it('the log tells of failures without secrets, addresses or texts', async () => {
  const account = await hookedAccount(`${receiver.url}?token=hidden`);
  receiver.answer = (response) => void response.writeHead(500).end('a rude word');
  const { promptLogId } = await ask(account);
  await eventually(async () => expect(await eventOf(promptLogId)).toMatchObject({ lastFailure: 'HTTP 500' }));
  const lines = gateway
    .logs()
    .split('\n')
    .filter((line) => line.includes('"webhook failed"') && line.includes(String(promptLogId)));
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    attempt: 1,
    failure: 'HTTP 500',
    next: 'retry',
    accountId: expect.any(Number),
  });
  for (const secret of [account.secret, 'hidden', 'rude', 'canary', receiver.url])
    expect(lines.join('\n')).not.toContain(secret);
});

it('a gateway that stops puts back what is under way, and the next one sends it', async () => {
  const account = await hookedAccount();
  receiver.answer = () => {};
  const { promptLogId } = await ask(account);
  await deliveryOf(promptLogId);
  const stopped = gateway.restart();
  receiver.answer = (response) => void response.writeHead(200).end();
  await stopped;
  await untilDelivered(promptLogId);
  expect(attemptsOf(promptLogId).length).toBeGreaterThanOrEqual(2);
});
