import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createApiKey } from '../../core/stores/api-key.ts';
import type { TestAccount } from '../support/gateways/test-gateway.ts';
import { consoleOfFile } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { fillForm, fillPrompt, promptField, send, sendAndWait, sentBody } from './fill-form.ts';

let page: Page;
const scene = consoleOfFile();
const retention = () => page.getByRole('switch', { name: 'Zero data retention' });
const stored = (): Promise<string> =>
  page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');

/** Opens a run that the account sent before it retained nothing. */
async function openOldRun(
  account: TestAccount,
  more: object,
  { isPrivate }: { isPrivate: boolean },
): Promise<void> {
  const { body } = await scene.gateway.post(account.key, { prompt: 'old', models: ['gpt-4o'], ...more });
  // Texts follow the answer, and are not stored once the account retains nothing.
  await expect
    .poll(async () => {
      const { body: record } = await scene.gateway.get(account.key, `/api/v1/prompts/${body.promptLogId}`);
      return record.response;
    })
    .toBeTruthy();
  if (isPrivate)
    await scene.gateway.admin((ledger) => ledger.changeAccount(account.name, { zeroDataRetention: true }));
  // The gateway learns of a changed account within a second.
  await expect
    .poll(async () => {
      const { body: reply } = await scene.gateway.get(account.key, '/api/v1/balance');
      return reply.zeroDataRetention;
    })
    .toBe(isPrivate);
  ({ page } = await scene.open(account.key));
  await page.goto(`${scene.gateway.url}/console?run=${body.promptLogId}`);
  await page.getByRole('heading', { name: '1 of 1 models answered' }).waitFor();
}

/** Opens the console, sends a run, and has the key revoked, so that the page asks for another. */
async function openWithRevokedKey(account: TestAccount): Promise<void> {
  ({ page } = await scene.open(account.key));
  await fillForm(page, { prompt: 'canary of the first', models: ['gpt-4o'] });
  if (await retention().isChecked()) await retention().uncheck();
  await sendAndWait(page);
  expect(page.url()).toContain('run=');
  const quoted = page.waitForResponse(
    (response) => response.request().postData()?.includes('canary to send') === true,
  );
  await fillPrompt(page, 'canary to send');
  // A quote with the revoked key would hide the form before it is sent.
  await quoted;
  await scene.gateway.admin((ledger) => ledger.revokeKey(account.prefix));
  await send(page);
  await page.getByLabel('API key').waitFor();
  expect(await page.locator('#connect .field-error').innerText()).toContain('not valid');
  expect(await page.evaluate('sessionStorage.getItem("assay-key")')).toBe(null);
}

async function enter(key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  // A run of the same account opens at once and hides the form.
  await page.locator('#workspace').waitFor();
}

describeChromium('zero data retention in the console', () => {
  it('is not turned off by "Edit request" on an account that retains nothing', async () => {
    await openOldRun(await scene.gateway.account(1_000), {}, { isPrivate: true });
    await page.getByRole('button', { name: 'Edit request' }).click();
    expect(await retention().isChecked()).toBe(true);
    await fillPrompt(page, 'canary-again');
    expect(await stored()).not.toContain('canary');
    expect(await sentBody(page, send)).toMatchObject({ prompt: 'canary-again', zero_data_retention: true });
  });

  it('is not turned off by "Continue", and the form says where the earlier request did without', async () => {
    await openOldRun(await scene.gateway.account(1_000), { zero_data_retention: false }, { isPrivate: true });
    await page.getByRole('button', { name: /^Continue from/ }).click();
    expect(await page.locator('#replacement-words').innerText()).toContain(
      'sent without zero data retention',
    );
    await fillPrompt(page, 'canary-on');
    expect(await sentBody(page, send)).toMatchObject({ prompt: 'canary-on', zero_data_retention: true });
  });

  it('stays on where it was turned on by hand', async () => {
    await openOldRun(await scene.gateway.account(1_000), {}, { isPrivate: false });
    await fillPrompt(page, 'before');
    await page.getByRole('button', { name: 'Edit request' }).click();
    expect(await retention().isChecked()).toBe(false);
    await retention().check();
    await page.getByRole('button', { name: 'Bring back what I had written' }).click();
    expect(await promptField(page).inputValue()).toBe('before');
    expect(await retention().isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Edit request' }).click();
    expect(await retention().isChecked()).toBe(true);
    expect(await sentBody(page, send)).toMatchObject({ prompt: 'old', zero_data_retention: true });
  });
});

describeChromium('another key in the same tab', () => {
  it.each([false, true])(
    'of an account that retains nothing stores nothing, where the first has that %s',
    async (zeroDataRetention) => {
      const first = await scene.gateway.account(1_000, { zeroDataRetention });
      const second = await scene.gateway.account(1_000, { zeroDataRetention: true });
      await openWithRevokedKey(first);
      await enter(second.key);
      expect(await retention().isChecked()).toBe(true);
      expect(await promptField(page).inputValue()).toBe('canary to send');
      expect(await stored()).not.toContain('canary');
      expect(page.url()).not.toContain('run=');
      expect(await page.locator('#run').innerText()).toBe('');
      expect(await page.getByRole('button', { name: 'Copy link to this run' }).count()).toBe(0);
      expect(await sentBody(page, sendAndWait)).toMatchObject({ zero_data_retention: true });
      expect(page.url()).not.toContain('run=');
    },
  );

  it('counts for no more than its own account also where the page was loaded anew before it', async () => {
    await openWithRevokedKey(await scene.gateway.account(1_000, { zeroDataRetention: true }));
    await page.reload();
    const second = await scene.gateway.account(1_000, { zeroDataRetention: true });
    await enter(second.key);
    expect(await retention().isChecked()).toBe(true);
    await expect.poll(stored).not.toContain('canary');
  });

  it('of the same account keeps the run', async () => {
    const account = await scene.gateway.account(1_000);
    const other = createApiKey();
    await scene.gateway.admin((ledger) =>
      ledger.createKey({ accountName: account.name, prefix: other.prefix, hash: other.hash }),
    );
    await openWithRevokedKey(account);
    await enter(other.key);
    await page.getByRole('heading', { name: '1 of 1 models answered' }).waitFor();
    expect(page.url()).toContain('run=');
  });

  it('need not be entered: what is left can be forgotten instead', async () => {
    await openWithRevokedKey(await scene.gateway.account(1_000));
    await expect.poll(stored).toContain('canary');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(stored).toBe('[{},{}]');
    await page.getByLabel('API key').waitFor();
    expect(await page.content()).not.toContain('canary');
  });

  it('may come in the address on this machine, and leaves it at once; elsewhere it is only filled in', async () => {
    const { key } = await scene.gateway.account(1_000);
    const visit = await scene.visit();
    ({ page } = visit);
    expect(await page.locator('#connect').innerText()).toContain(
      'Assay sends one prompt to many language models',
    );
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(`${scene.gateway.url}/console?run=nobody#key=${key}`);
    await page.getByRole('heading', { name: 'This run cannot be opened' }).waitFor();
    expect(page.url()).toBe(`${scene.gateway.url}/console?run=nobody`);
    expect(urls.join(' ')).not.toContain(key);
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
    const elsewhereRequests = `request: ${elsewhere.origin}/`;
    expect(visit.faults().filter((fault) => !fault.startsWith(elsewhereRequests))).toEqual([]);
    await visit.close();
  });
});
