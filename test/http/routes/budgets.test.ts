import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountSettings } from '../../../core/ledger/administration/settings.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { type TestAccount } from '../../support/gateways/test-gateway.ts';

const PROMPT = {
  prompt: 'Name the capital of Australia.',
  models: ['gpt-5.4'],
  generation_settings: { maxTokens: 1_000 },
};

/** Credits that one request holds. */
let held: number;

const gateway = gatewayOfFile();
beforeAll(async () => {
  const { body } = await gateway.send((await spender()).key, '/api/v1/prompt/quote', { body: PROMPT });
  held = body.creditsRequired;
});

const micro = (credits: number): number => Math.round(credits * 1e6);
const spender = (budgets: AccountSettings['budgets'] = {}): Promise<TestAccount> =>
  gateway.account(1_000, { budgets });

interface ShownBudget {
  readonly spent: number;
  readonly remaining: number;
}

async function budgetsOf({ key }: TestAccount): Promise<readonly ShownBudget[]> {
  const { status, body } = await gateway.get(key, '/api/v1/balance');
  expect(status).toBe(200);
  return body.budgets;
}

describe('a budget', () => {
  it('lets of a hundred requests at once pass what fits, and is never passed', async () => {
    const account = await spender({ day: micro(held * 10), month: micro(held * 500) });
    const answers = await Promise.all(Array.from({ length: 100 }, () => gateway.post(account.key, PROMPT)));
    const used = answers.filter(({ status }) => status === 200).map(({ body }) => body.creditsUsed as number);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 402]));
    expect(used.length).toBeGreaterThanOrEqual(10);
    const spent = used.reduce((sum, credits) => sum + micro(credits), 0);
    expect(spent).toBeLessThanOrEqual(micro(held * 10));
    const budgets = await budgetsOf(account);
    expect(budgets).toMatchObject([
      { scope: 'account', period: 'day', limit: held * 10, held: 0 },
      { scope: 'account', period: 'month', limit: held * 500, held: 0 },
    ]);
    expect(budgets.map((budget) => micro(budget.spent))).toEqual([spent, spent]);
    expect(micro(budgets[0]?.remaining ?? -1)).toBe(micro(held * 10) - spent);
  });

  it('that is spent says which, how much is left, and when to retry', async () => {
    const account = await spender();
    await gateway.admin((ledger) => ledger.changeKey(account.prefix, { budgets: { day: micro(held) } }));
    expect((await gateway.post(account.key, PROMPT)).status).toBe(200);
    const refused = await gateway.post(account.key, PROMPT);
    const [budget] = await budgetsOf(account);
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({
      type: 'urn:assay:problem:budget-exhausted',
      budget: { ...budget, scope: 'key', period: 'day', limit: held },
      creditsRequired: held,
    });
    expect(refused.body.detail).toContain('today’s budget of the key has');
    expect(refused.body.detail).toContain('It opens again at');
    const opensMs = Date.parse(refused.body.budget.resetsAt);
    expect(new Date(opensMs).toISOString()).toMatch(/T00:00:00\.000Z$/);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    await gateway.admin((ledger) => ledger.changeKey(account.prefix, { budgets: { day: null } }));
    expect((await gateway.post(account.key, PROMPT)).status).toBe(200);
    expect(await budgetsOf(account)).toEqual([]);
  });

  it('below the hold never opens for the request, so nothing says when to retry', async () => {
    const account = await spender({ month: micro(held / 2) });
    const counted = () =>
      readMetric(gateway.operationsUrl, 'assay_budget_refusals_total', { scope: 'account', period: 'month' });
    const before = await counted();
    const refused = await gateway.post(account.key, PROMPT);
    expect((await counted()) - before).toBe(1);
    expect(refused.status).toBe(402);
    expect(refused.body.detail).toContain('more than the whole budget, so waiting does not help');
    expect(refused.headers.get('Retry-After')).toBeNull();
  });

  it('of nothing says so, and advises nothing that would not help', async () => {
    const { key } = await spender({ day: 0, month: micro(held / 2) });
    const refused = await gateway.post(key, PROMPT);
    expect(refused.body.budget).toMatchObject({ period: 'day', limit: 0 });
    expect(refused.body.detail).toMatch(
      /Nothing may be spent in it\. Ask the operator of this gateway to raise it\.$/,
    );
    expect(refused.headers.get('Retry-After')).toBeNull();
  });

  it('whose open holds are in the way may open at any moment, so nothing says when to retry', async () => {
    const account = await spender({ day: micro(held) });
    const answers = await Promise.all([gateway.post(account.key, PROMPT), gateway.post(account.key, PROMPT)]);
    const refused = answers.find(({ status }) => status === 402);
    expect(refused?.body.detail).toContain('Wait for open requests to end');
    expect(refused?.headers.get('Retry-After')).toBeNull();
  });

  it('is told to clients of OpenAI as a quota that is used up', async () => {
    const account = await spender({ day: 0 });
    const asked = { model: 'gpt-5.4', messages: [{ role: 'user', content: 'Hi' }] };
    const { status, body } = await gateway.send(account.key, '/v1/chat/completions', { body: asked });
    expect(status).toBe(402);
    expect(body).toMatchObject({ error: { type: 'insufficient_quota' } });
  });
});
