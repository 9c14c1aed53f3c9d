import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../support/gateways/test-gateway.ts';
import { consoleOfFile, type ConsoleVisit } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import {
  choose,
  chooseNone,
  fillForm,
  fillPrompt,
  promptField,
  send,
  sendAndWait,
  unfold,
} from './fill-form.ts';

let account: TestAccount;
let visit: ConsoleVisit;
let page: Page;
const scene = consoleOfFile({
  sandbox: {
    reply: ({ user, model }) =>
      user === 'half' && model === 'gpt-4o' ? { status: 400 } : { content: 'An answer.' },
  },
});

const focusedId = (): Promise<unknown> => page.evaluate('document.activeElement.id');

/** Expects an error below a field that screen readers read with it. */
async function expectError(field: Locator, message: RegExp): Promise<void> {
  const described = async (): Promise<readonly string[]> => {
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    return Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  };
  await expect.poll(async () => (await described()).join(' ')).toMatch(message);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
}

describeChromium('what the console cannot send', () => {
  beforeAll(async () => {
    account = await scene.gateway.account(100);
  });

  describe('because of the key', () => {
    it('says so at the key field, and keeps no key that was refused', async () => {
      visit = await scene.visit();
      ({ page } = visit);
      await page.getByLabel('API key').fill('assay_nobody');
      await page.keyboard.press('Enter');
      await expectError(page.getByLabel('API key'), /not valid.*assay key create/);
      expect(await focusedId()).toBe('key');
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });
  });

  describe('because of a field', () => {
    beforeAll(async () => {
      visit = await scene.open(account.key);
      ({ page } = visit);
    });

    it('with nothing filled in goes to the prompt, and says what is missing where', async () => {
      await chooseNone(page);
      await send(page);
      await expectError(promptField(page), /^Write a prompt/);
      expect(await focusedId()).toBe('prompt');
      expect(await page.locator('[data-pointer="/models"] .field-error').innerText()).toBe(
        'Choose at least one model.',
      );
      expect(visit.answers().filter((answer) => answer.startsWith('POST'))).toEqual([]);
    });

    it('opens the block that holds the wrong one, even before it is sent says what is wrong', async () => {
      await fillForm(page, { prompt: 'hi', models: ['gpt-4o', 'gpt-5.4'] });
      await unfold(page, 'Settings');
      await page.getByLabel('Temperature').fill('3');
      await expectError(page.getByLabel('Temperature'), /2/);
      expect(await page.locator('#quote').innerText()).toBe('Fix the marked field.');
      await unfold(page, 'Settings');
      await send(page);
      await expect.poll(focusedId).toBe('temperature');
      const refusal = page.getByText('Not sent: see the marked field.');
      await refusal.waitFor();
      await page.getByLabel('Temperature').fill('warm');
      expect(await refusal.count()).toBe(0);
      await expectError(page.getByLabel('Temperature'), /takes a number/);
      await page.getByLabel('Temperature').fill('');
      await page.locator('#quote strong').waitFor();
      expect(await page.getByLabel('Temperature').getAttribute('aria-invalid')).toBe(null);
    });

    it('finds one model’s one parameter', async () => {
      await choose(page, 'models', 'claude-sonnet-4-6');
      await unfold(page, 'Tuning');
      const budget = page.getByRole('group', { name: 'claude-sonnet-4-6' }).getByLabel('Thinking budget');
      expect(await budget.getAttribute('placeholder')).toBe('default, or 0, or 1024 to 32000');
      await budget.fill('5');
      await expectError(budget, /1,?024/);
      await budget.fill('');
      await page.locator('#quote strong').waitFor();
    });

    it('says where a schema stops being JSON, and sends nothing', async () => {
      await unfold(page, 'Answer format');
      const before = visit.answers().length;
      await page.getByLabel('JSON Schema').fill('{ "type": "object", }');
      await expectError(page.getByLabel('JSON Schema'), /is not JSON: .*position 20|is not JSON: .*line 1/);
      await send(page);
      expect(await focusedId()).toBe('schema');
      expect(visit.answers().slice(before)).toEqual([]);
      await page.getByLabel('JSON Schema').fill('');
    });

    it('takes no file that no model reads, and says which', async () => {
      const path = join(scene.gateway.folder, 'notes.zip');
      writeFileSync(path, 'text');
      await page.locator('#file-input').setInputFiles(path);
      await expect
        .poll(() => page.locator('#files-refused').innerText())
        .toMatch(/“notes\.zip” is of no type/);
      expect(await page.locator('.file').count()).toBe(0);
    });

    it('shows at its file what the gateway finds wrong with it', async () => {
      const path = join(scene.gateway.folder, 'no-picture.png');
      writeFileSync(path, 'not a picture');
      await page.locator('#file-input').setInputFiles(path);
      await expect
        .poll(() => page.locator('.file .field-error').innerText())
        .toMatch(/^the file is of no known kind/);
      await page.getByRole('button', { name: 'Remove no-picture.png' }).click();
      expect(await page.locator('.file').count()).toBe(0);
      expect(await focusedId()).toBe('add-files');
    });

    it('shows a model that failed as failed, and the others as they are', async () => {
      await fillPrompt(page, 'half');
      await sendAndWait(page);
      expect(await page.locator('.run h2').innerText()).toBe('2 of 3 models answered');
      const card = page.locator('.output').first();
      await card.getByText('Details').click();
      expect(await card.innerText()).toMatch(
        /^A\s*gpt-4o\s+failed\s+The provider rejected the request\. Check the settings of this model\.\s+Details\s+The provider rejected the request\. Code rejected, status 400/,
      );
      expect(await page.locator('.board .state').first().innerText()).toMatch(
        /^✗ the provider rejected the request\s+Check the settings of this model\.$/,
      );
    });
  });

  it('because of the balance: says what it takes, before and after it is sent', async () => {
    const poor = await scene.gateway.account(0.01);
    visit = await scene.open(poor.key);
    ({ page } = visit);
    await fillForm(page, { prompt: 'hi', models: ['gpt-5.4'] });
    await page.locator('#quote').getByText('more than you have').waitFor();
    const required = await page.locator('#quote strong').getAttribute('title');
    await send(page);
    const alert = page.getByRole('alert').filter({ hasText: 'balance' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain(`It takes ${required} credits.`);
    // Nothing was sent, so the results stay.
    expect(await page.locator('#empty').isVisible()).toBe(true);
  });
});
