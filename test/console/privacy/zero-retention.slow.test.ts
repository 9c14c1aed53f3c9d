import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { TestAccount } from '../../support/gateways/test-gateway.ts';
import { startConsoleScene, type ConsoleScene, type ConsoleVisit } from '../console-scene.ts';
import { describeChromium } from '../describe-chromium.ts';
import { fillPrompt, promptField, send } from '../fill-form.ts';

let scene: ConsoleScene;
let visit: ConsoleVisit;
let page: Page;

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
  visit = await scene.open(account.key);
  ({ page } = visit);
  await page.goto(`${scene.gateway.url}/console?run=${body.promptLogId}`);
  await page.getByRole('heading', { name: '1 of 1 models answered' }).waitFor();
}

async function sentBody(): Promise<unknown> {
  const posted = page.waitForRequest((request) => request.url().endsWith('/api/v1/prompt'));
  await send(page);
  return (await posted).postDataJSON();
}

describeChromium('zero data retention in the console', (chromium) => {
  beforeAll(async () => {
    scene = await startConsoleScene(chromium);
  });
  afterEach(async () => {
    expect(visit.faults()).toEqual([]);
    await visit.close();
  });
  afterAll(() => scene.stop());

  it('is not turned off by "Edit request" on an account that retains nothing', async () => {
    await openOldRun(await scene.gateway.account(1_000), {}, { isPrivate: true });
    await page.getByRole('button', { name: 'Edit request' }).click();
    expect(await retention().isChecked()).toBe(true);
    await fillPrompt(page, 'canary-again');
    expect(await stored()).not.toContain('canary');
    expect(await sentBody()).toMatchObject({ prompt: 'canary-again', zero_data_retention: true });
  });

  it('is not turned off by "Continue", and the form says where the earlier request did without', async () => {
    await openOldRun(await scene.gateway.account(1_000), { zero_data_retention: false }, { isPrivate: true });
    await page.getByRole('button', { name: /^Continue from/ }).click();
    expect(await page.locator('#replacement-words').innerText()).toContain(
      'sent without zero data retention',
    );
    await fillPrompt(page, 'canary-on');
    expect(await sentBody()).toMatchObject({ prompt: 'canary-on', zero_data_retention: true });
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
    expect(await sentBody()).toMatchObject({ prompt: 'old', zero_data_retention: true });
  });
});
