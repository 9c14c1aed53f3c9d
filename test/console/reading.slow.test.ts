import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsoleScene, type ConsoleScene, type ConsoleVisit } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { fillForm, sendAndWait } from './fill-form.ts';

let scene: ConsoleScene;
let visit: ConsoleVisit;
let page: Page;

describeChromium('answers on the console', (chromium) => {
  beforeAll(async () => {
    const contents: Readonly<Record<string, string>> = {
      'gpt-4o': 'The sky is **blue**.\n\n```js\nconst sky = "<b>blue</b>";\n```',
      'gpt-5.4': 'The sea is **blue**.',
    };
    scene = await startConsoleScene(chromium, {
      sandbox: { reply: ({ model }) => ({ content: contents[model] ?? 'Neither <i>sky</i> nor sea.' }) },
    });
    const account = await scene.gateway.account(1_000);
    visit = await scene.open(account.key);
    ({ page } = visit);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await fillForm(page, { prompt: 'Sky?', models: ['gpt-4o', 'gpt-5.4', 'nova-lite'] });
    await sendAndWait(page);
  });
  afterAll(() => scene.stop());

  it('are sorted by price and speed, figures and texts alike, and as sent again', async () => {
    const order = async (): Promise<readonly string[]> => {
      const rows = await page.locator('[aria-label="Figures"] tbody th').allInnerTexts();
      const cards = await page.locator('.output-title').allInnerTexts();
      expect(cards.map((text) => text.replaceAll(/\s/g, ''))).toEqual(
        rows.map((text) => text.replaceAll(/\s/g, '')),
      );
      return rows;
    };
    const sent = await order();
    const sorting = page.getByRole('group', { name: 'Sort by' });
    await sorting.getByLabel('Price').check();
    expect((await order())[0]).toContain('nova-lite');
    await sorting.getByLabel('Speed').check();
    expect((await order()).toSorted()).toEqual(sent.toSorted());
    await sorting.getByLabel('As sent').check();
    expect(await order()).toEqual(sent);
    // Nothing was judged.
    expect(await sorting.getByLabel('Rank').count()).toBe(0);
  });

  it('of three models fit beside each other on a laptop, and are called by letters', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const cards = page.locator('.output');
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    expect(await page.locator('.output .place').allInnerTexts()).toEqual(['A', 'B', 'C']);
    const cut = await page.evaluate(`[...document.querySelectorAll('.output button')]
      .filter((button) => button.getBoundingClientRect().right > button.closest('.output').getBoundingClientRect().right)
      .length`);
    expect(cut).toBe(0);
  });

  it('have a button that copies a block of code as it is', async () => {
    await page.getByRole('button', { name: 'Copy the code' }).click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('const sky = "<b>blue</b>";\n');
  });

  it('fit a phone without a cut figure', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const cut = await page.evaluate(`[...document.querySelectorAll('[aria-label="Figures"] :is(td, th)')]
      .filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().right > innerWidth).length`);
    expect(cut).toBe(0);
    expect(visit.faults()).toEqual([]);
  });
});
