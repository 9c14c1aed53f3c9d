import { chromium, type Browser, type Page } from 'playwright-core';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import document from '../../core/generated/openapi.json' with { type: 'json' };
import { describeChromium } from '../console/describe-chromium.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { type TestAccount } from '../support/gateways/test-gateway.ts';

/** What callers ask, and what the gateway asks of webhooks. */
const OPERATIONS = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
);

// Two cores that other tests use too are slow at drawing so large a page.
vi.setConfig({ testTimeout: 60_000 });

const gateway = gatewayOfFile();

describe('the files of /docs', () => {
  it.each([
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
  ])('%s is sent once, then only if it has changed', async (path, type) => {
    const agent = supertest(gateway.url);
    const { headers } = await agent.get(path).expect(200).expect('Content-Type', type);
    await agent.get(path).set('If-None-Match', String(headers['etag'])).expect(304);
    await agent.get(path).set('If-None-Match', '"another"').expect(200);
  });

  it('allow themselves and data, and nothing that stands in the page', async () => {
    const { headers } = await supertest(gateway.url).get('/docs').expect(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self'",
    );
    const elsewhere = await supertest(gateway.url).get('/openapi.json').expect(200);
    expect(elsewhere.headers['content-security-policy']).not.toContain('self');
  });

  it.each([
    ['/docs/', 308],
    ['/docs/package.json', 404],
    ['/docs/%2e%2e%2fpackage.json', 404],
  ])('%s is %i', async (path, status) => {
    await supertest(gateway.url).get(path).expect(status);
  });
});

describeChromium('/docs', (executablePath) => {
  let account: TestAccount;
  let browser: Browser;
  let page: Page;
  /** What the page should not do, as it does it. */
  let complaints: string[];

  beforeAll(async () => {
    account = await gateway.account(1_000);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    complaints = [];
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== gateway.url && protocol !== 'data:') complaints.push(`asked ${request.url()}`);
    });
    // Chromium writes what the policy refused to the console, and answers that are no 200.
    page.on('console', (message) => {
      if (message.type() !== 'log') complaints.push(`${message.type()}: ${message.text()}`);
    });
    await page.goto(`${gateway.url}/docs`);
    await page.locator('.opblock').first().waitFor();
  });

  it('shows every operation, with bodies, answers and each model’s parameters, from this gateway alone', async () => {
    const shown = await page.locator('.opblock-summary').evaluateAll((summaries) =>
      summaries.map((summary) => {
        const text = (name: string) => summary.querySelector(`.opblock-summary-${name}`)?.textContent ?? '';
        return `${text('method')} ${text('path').replaceAll('\u200B', '')}`;
      }),
    );
    expect(shown).toEqual(OPERATIONS);
    const prompt = page.locator('#operations-Prompts-prompt');
    await prompt.locator('.opblock-summary-control').click();
    await prompt.locator('.parameter__name').getByText('Idempotency-Key', { exact: true }).waitFor();
    const body = prompt.locator('.opblock-section-request-body');
    await body.getByText('Explain the CAP theorem').first().waitFor();
    for (const status of Object.keys(document.paths['/api/v1/prompt'].post.responses))
      await prompt.locator(`tr.response[data-code="${status}"]`).waitFor();
    await body.getByRole('tab', { name: 'Schema' }).click();
    await body.getByRole('button', { name: 'model_tuning' }).click();
    await body.getByRole('button', { name: 'claude-opus-4-6' }).click();
    // The description of `model_tuning` names it too, as code.
    const parameter = body.getByText('thinkingBudget', { exact: true }).and(page.locator(':not(code)'));
    await parameter.waitFor();
    expect(await parameter.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('asks the gateway with a key, which stays nowhere', async () => {
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').fill(account.key);
    await page.locator('.auth-container').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.auth-container').getByRole('button', { name: 'Close' }).click();
    const balance = page.locator('#operations-Account-balance');
    await balance.locator('.opblock-summary-control').click();
    await balance.getByRole('button', { name: 'Try it out' }).click();
    await balance.getByRole('button', { name: 'Execute' }).click();
    await balance.locator('.live-responses-table').getByText('"creditsPosted"').first().waitFor();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(account.key);
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await page.locator('.authorize.unlocked').waitFor();
    expect(complaints).toEqual([]);
  });

  it('runs nothing that was put into it', async () => {
    await expect(page.addScriptTag({ content: 'globalThis.ran = true' })).rejects.toThrow(/security/i);
    expect(await page.evaluate("'ran' in globalThis")).toBe(false);
    expect(complaints.join('\n')).toMatch(/Content Security Policy/);
  });
});
