import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../../core/stores/api-key.ts';
import type { TestAccount } from '../../support/gateways/test-gateway.ts';
import { startConsoleScene, type ConsoleScene, type ConsoleVisit } from '../console-scene.ts';
import { describeChromium } from '../describe-chromium.ts';
import { fillForm, fillPrompt, promptField, send, sendAndWait } from '../fill-form.ts';

let scene: ConsoleScene;
let visit: ConsoleVisit;
let page: Page;

const WAIT = { timeout: 120_000 };
const retention = () => page.getByRole('switch', { name: 'Zero data retention' });
const stored = (): Promise<string> => page.evaluate('JSON.stringify({ ...sessionStorage })');

/** Opens the console, sends a run, and has the key revoked, so that the page asks for another. */
async function revokedAfterRun(account: TestAccount): Promise<void> {
  visit = await scene.open(account.key);
  ({ page } = visit);
  await fillForm(page, { prompt: 'canary of the first', models: ['gpt-4o'] });
  if (await retention().isChecked()) await retention().uncheck();
  await sendAndWait(page);
  expect(page.url()).toContain('run=');
  await scene.gateway.admin((ledger) => ledger.revokeKey(account.prefix));
  await fillPrompt(page, 'canary to send');
  await send(page);
  await page.getByLabel('API key').waitFor();
}

async function enter(key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  // A run of the same account opens at once and folds the form away.
  await page.locator('#workspace').waitFor();
}

describeChromium('another key in the same tab', (chromium) => {
  beforeAll(async () => {
    scene = await startConsoleScene(chromium);
  });
  afterEach(async () => {
    expect(visit.faults()).toEqual([]);
    await visit.close();
  });
  afterAll(() => scene.stop());

  it.each([false, true])(
    'of an account that retains nothing stores nothing, where the first has that %s',
    async (zeroDataRetention) => {
      const first = await scene.gateway.account(1_000, { zeroDataRetention });
      const second = await scene.gateway.account(1_000, { zeroDataRetention: true });
      await revokedAfterRun(first);
      await enter(second.key);
      expect(await retention().isChecked()).toBe(true);
      expect(await promptField(page).inputValue()).toBe('canary to send');
      expect(await stored()).not.toContain('canary');
      expect(page.url()).not.toContain('run=');
      expect(await page.locator('#run').innerText()).toBe('');
      expect(await page.getByRole('button', { name: 'Copy link to this run' }).count()).toBe(0);
      const posted = page.waitForRequest((request) => request.url().endsWith('/api/v1/prompt'));
      await sendAndWait(page);
      expect((await posted).postDataJSON()).toMatchObject({ zero_data_retention: true });
      expect(page.url()).not.toContain('run=');
    },
  );

  it('counts for no more than its own account also where the page was loaded anew before it', async () => {
    await revokedAfterRun(await scene.gateway.account(1_000, { zeroDataRetention: true }));
    await page.reload();
    const second = await scene.gateway.account(1_000, { zeroDataRetention: true });
    await enter(second.key);
    expect(await retention().isChecked()).toBe(true);
    await expect.poll(stored, WAIT).not.toContain('canary');
  });

  it('of the same account keeps the run', async () => {
    const account = await scene.gateway.account(1_000);
    const other = createApiKey();
    await scene.gateway.admin((ledger) =>
      ledger.createKey({ accountName: account.name, prefix: other.prefix, hash: other.hash }),
    );
    await revokedAfterRun(account);
    await enter(other.key);
    await page.getByRole('heading', { name: '1 of 1 models answered' }).waitFor();
    expect(page.url()).toContain('run=');
  });

  it('need not be entered: what is left can be forgotten instead', async () => {
    await revokedAfterRun(await scene.gateway.account(1_000));
    await expect.poll(stored, WAIT).toContain('canary');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(stored, WAIT).toBe('{}');
    await page.getByLabel('API key').waitFor();
    expect(await page.content()).not.toContain('canary');
  });

  it('may come in the address on this machine, and leaves it at once; elsewhere it is only filled in', async () => {
    const { key } = await scene.gateway.account(1_000);
    visit = await scene.visit();
    ({ page } = visit);
    expect(await page.locator('#connect').innerText()).toContain(
      'Assay sends one prompt to many language models',
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${scene.gateway.url}/console?run=nobody#key=${key}`);
    await page.getByRole('heading', { name: 'This run cannot be opened' }).waitFor();
    expect(page.url()).toBe(`${scene.gateway.url}/console?run=nobody`);
    expect(asked.join(' ')).not.toContain(key);
    await page.goBack();
    expect(page.url()).not.toContain(key);

    const elsewhere = new URL(scene.gateway.url);
    elsewhere.hostname = 'assay.localhost';
    await page.goto(`${elsewhere.origin}/console#key=${key}`);
    expect(await page.getByLabel('API key').inputValue()).toBe(key);
    expect([page.url(), await page.locator('#workspace').isVisible()]).toEqual([
      `${elsewhere.origin}/console`,
      false,
    ]);
    const elsewhereAsked = `request: ${elsewhere.origin}/`;
    expect(visit.faults().filter((fault) => !fault.startsWith(elsewhereAsked))).toEqual([]);
    await visit.close();
    visit = await scene.visit();
  });
});
