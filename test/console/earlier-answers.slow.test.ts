import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsoleScene, type ConsoleScene } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { fillForm, sendAndWait } from './fill-form.ts';

const WAIT = { timeout: 120_000 };

let scene: ConsoleScene;

describeChromium('earlier answers on the console', (chromium) => {
  beforeAll(async () => {
    scene = await startConsoleScene(chromium);
  });
  afterAll(() => scene.stop());

  async function open(cache: boolean): Promise<Page> {
    const { key } = await scene.gateway.account(1_000, { cache });
    return (await scene.open(key)).page;
  }

  it('are offered only where the account has a cache', async () => {
    const page = await open(false);
    expect(await page.getByLabel('Take earlier answers').isVisible()).toBe(false);
  });

  it('are marked, and cost nothing', async () => {
    const page = await open(true);
    await fillForm(page, { prompt: 'Say it again.', models: ['gpt-4o'] });
    await page.getByLabel('Take earlier answers').check();
    await sendAndWait(page);
    const badge = page.locator('.output .badge', { hasText: 'earlier answer' });
    expect(await badge.count()).toBe(0);
    const first = await page.locator('.output-text').innerText();
    // An answer is stored behind its request's back.
    await expect
      .poll(async () => {
        await sendAndWait(page);
        return await badge.count();
      }, WAIT)
      .toBe(1);
    expect(await page.locator('.output-text').innerText()).toBe(first);
    expect(await page.locator('.run-facts').innerText()).toMatch(/^0 credits\b/);
  });
});
