import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsoleScene, type ConsoleScene, type ConsoleVisit } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { promptField, send, sendAndWait } from './fill-form.ts';

const AUDIT = readFileSync(join(import.meta.dirname, 'page/page-audit.js'), 'utf8');
/** What the page may weigh with everything it loads, bytes. */
const MAX_BYTES = 250_000;

let scene: ConsoleScene;
let visit: ConsoleVisit;
let page: Page;

const chosen = (name: string): Promise<readonly string[]> =>
  page
    .getByRole('list', { name: `Chosen ${name}` })
    .getByRole('button')
    .allInnerTexts();

describeChromium('a beginning on the console', (chromium) => {
  beforeAll(async () => {
    scene = await startConsoleScene(chromium, {
      sandbox: { reply: ({ user, model }) => ({ content: `${model} heard: ${user.slice(0, 20)}` }) },
      environment: { XAI_API_KEY: undefined },
    });
    const account = await scene.gateway.account(10_000);
    visit = await scene.open(account.key, { viewport: { width: 1440, height: 900 } });
    ({ page } = visit);
  });
  afterAll(() => scene.stop());

  it('weighs less than 250 KB, all it loads together', async () => {
    await page.reload({ waitUntil: 'networkidle' });
    const loaded = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])`,
    );
    const files = (loaded as [string, number][]).filter(([path]) => path.startsWith('/console'));
    expect(files.length).toBeGreaterThan(80);
    expect(files.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(MAX_BYTES);
  });

  it('takes models and judges of different providers, of those that have a key', async () => {
    await page.getByRole('button', { name: 'Flagships and two judges' }).click();
    expect(await chosen('models')).toHaveLength(3);
    expect(await page.locator('#judges-count').innerText()).toBe('2 of at most 6');
    expect((await chosen('models')).join(' ')).not.toContain('grok');
    await page.getByRole('button', { name: 'Fast three', exact: true }).click();
    expect(await page.locator('#judges-count').innerText()).toBe('none');
  });

  it('has three examples that can be sent as they are', async () => {
    const examples = page.locator('#examples button');
    expect(await examples.count()).toBe(3);
    await examples.nth(2).click();
    expect(await promptField(page).inputValue()).toMatch(/^Read this review/);
    expect(await page.locator('#schema-count').innerText()).toBe('JSON Schema');
    await page.locator('#quote strong').waitFor();
    await examples.nth(0).click();
    expect(await page.locator('#schema-count').innerText()).toBe('free text');
    await page.getByRole('button', { name: 'Fast three', exact: true }).click();
    await sendAndWait(page);
  });

  it('answers on from one model’s answer', async () => {
    const answer = await page.locator('.output-text').nth(1).innerText();
    await page.getByRole('button', { name: /^Answer on from 2/ }).click();
    expect(await promptField(page).inputValue()).toBe('');
    expect(await page.locator('#conversation-turns').innerText()).toContain(answer);
    expect(await page.evaluate(AUDIT)).toEqual([]);
    await promptField(page).fill('And at night?');
    const posted = page.waitForRequest((request) => request.url().endsWith('/api/v1/prompt'));
    await send(page);
    expect((await posted).postDataJSON()).toMatchObject({
      prompt: 'And at night?',
      history: [
        { role: 'user', content: expect.stringMatching(/^Why is the sky blue/) },
        { role: 'assistant', content: answer },
      ],
    });
    await page.locator('.question-start').getByText('And at night?').waitFor();
    await page.getByRole('button', { name: 'Begin anew' }).click();
    expect(await page.locator('#conversation').isVisible()).toBe(false);
  });

  it('lists its keys, and leaves them to whoever types', async () => {
    await page.locator('#results').focus();
    await page.keyboard.press('?');
    await page.locator('#keys-dialog').waitFor();
    expect(await page.evaluate(AUDIT)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('h');
    await page.locator('#history-dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('h?/');
    expect(await promptField(page).inputValue()).toBe('And at night?h?/');
    await page.locator('#results').focus();
    await page.keyboard.press('?');
    await page.getByLabel('Use the keys that are pressed alone').uncheck();
    await page.keyboard.press('Escape');
    await page.locator('#results').focus();
    await page.keyboard.press('h');
    expect(await page.locator('#history-dialog').isVisible()).toBe(false);
  });

  it('takes a file that is dropped anywhere', async () => {
    const transfer = await page.evaluateHandle(`(() => {
      const bytes = Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAA='), (c) => c.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'dot.gif', { type: 'image/gif' }));
      return transfer;
    })()`);
    await page.locator('#results').dispatchEvent('drop', { dataTransfer: transfer });
    await page.locator('.file-name').getByText('dot.gif').waitFor();
    expect(visit.faults()).toEqual([]);
  });
});
