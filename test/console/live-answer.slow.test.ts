import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SandboxReply } from '../../core/sandbox/upstream.ts';
import { startConsoleScene, type ConsoleScene } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { choose, fillForm, send, showForm } from './fill-form.ts';

const WORDS = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');

let scene: ConsoleScene;
let page: Page;

describeChromium('an answer while it is written', (chromium) => {
  beforeAll(async () => {
    const reply = (): SandboxReply => ({
      content: `**${WORDS}**`,
      stream: { eventEveryMs: 150, tokensPerEvent: 1 },
    });
    scene = await startConsoleScene(chromium, {
      sandbox: { reply },
      environment: { XAI_API_KEY: undefined },
    });
    const { key } = await scene.gateway.account(100_000);
    ({ page } = await scene.open(key));
  });
  afterAll(() => scene.stop());

  it('shows its words as they come, and is rendered when it is whole', async () => {
    await fillForm(page, { prompt: 'Write.', models: ['gpt-4o', 'claude-sonnet-4-6'] });
    await send(page);
    const live = page.locator('.output-text.is-live').first();
    await live.getByText('word0').waitFor();
    // Either model may be the first to write.
    await page.locator('.output .state-word', { hasText: 'writing' }).first().waitFor();
    const early = (await live.locator('pre').last().textContent()) ?? '';
    expect(`**${WORDS}**`.startsWith(early)).toBe(true);
    expect(early).not.toContain('word39');

    await page.getByRole('heading', { name: /models answered/ }).waitFor();
    expect(await page.locator('.output-text.is-live').count()).toBe(0);
    expect(await page.locator('.markdown strong').allInnerTexts()).toEqual([WORDS, WORDS]);
    for (const line of await page.locator('.output-line').allInnerTexts())
      expect(line).toMatch(/^[\d.]+ s to start\s+[\d.]+ tok\/s\s+[\d.]+ credits$/);
  });

  it('says which models have no provider key', async () => {
    await showForm(page);
    await page.getByRole('combobox', { name: 'Add a model' }).click();
    const keyless = page.locator('#models .option', { hasText: 'no provider key' });
    const names = await keyless.locator('.option-name').allInnerTexts();
    expect(names).toContain('grok-4.3');
    expect(names.filter((name) => !name.startsWith('grok'))).toEqual([]);
    await choose(page, 'models', 'grok-4.3');
    await page.locator('#quote').getByText('grok-4.3 cannot run: no key for its provider').waitFor();
  });
});
