import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsoleScene, type ConsoleScene } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { fillForm, sendAndWait } from './fill-form.ts';

const ANSWER = `# Rounding

Numbers are **binary**: \`0.1 + 0.2\` is *not* ~~exactly~~ 0.3.
See [the standard](https://example.org/754).

3. three
4. four
   - nested

> quoted

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
console.log(0.1 + 0.2 < 1);
\`\`\`
`;
/** Each would take a careless reader of Markdown seconds, or its whole stack. */
const PATTERNS = ['_a', '[', '[a](', '>', '1. ', '*a **', '<', '![[', '&', '`a``'];
const MAX_CHARACTERS = 60_000;

let scene: ConsoleScene;
let page: Page;
let answer = ANSWER;

const text = () => page.locator('.output-text').first();
const change = () => page.getByRole('button', { name: /^Source of/ });

async function ask(next: string): Promise<void> {
  answer = next;
  await page.reload();
  await fillForm(page, { prompt: 'Explain.', models: ['gpt-4o'] });
  await sendAndWait(page);
}

describeChromium('an answer in Markdown', (chromium) => {
  beforeAll(async () => {
    scene = await startConsoleScene(chromium, { sandbox: { reply: () => ({ content: answer }) } });
    const { key } = await scene.gateway.account(100_000);
    ({ page } = await scene.open(key));
  });
  afterAll(() => scene.stop());

  it('is rendered', async () => {
    await ask(ANSWER);
    expect(await text().getByRole('heading', { level: 5 }).allInnerTexts()).toEqual(['Rounding']);
    const rendered = `[...document.querySelectorAll('.markdown :is(strong, code, em, s, a, li, blockquote, td)')].map((node) => node.tagName + ' ' + node.textContent.trim().replace(/\\s+/g, ' '))`;
    expect(await page.evaluate(rendered)).toEqual([
      'STRONG binary',
      'CODE 0.1 + 0.2',
      'EM not',
      'S exactly',
      'A the standard',
      'LI three',
      'LI fournested',
      'LI nested',
      'BLOCKQUOTE quoted',
      'TD 1',
      'TD 2',
      'CODE console.log(0.1 + 0.2 < 1);',
    ]);
    expect(await text().locator('ol').getAttribute('start')).toBe('3');
    expect(await text().locator('br').count()).toBe(1);
  });

  it('can be seen as its source, and back', async () => {
    await change().click();
    expect(await text().textContent()).toBe(ANSWER);
    expect(await change().getAttribute('aria-pressed')).toBe('true');
    await change().click();
    expect(await text().getByRole('heading', { level: 5 }).count()).toBe(1);
  });

  it('is the source alone where it is long', async () => {
    await ask('*a* '.repeat(MAX_CHARACTERS / 4 + 1));
    expect(await text().locator('em').count()).toBe(0);
    expect(await change().count()).toBe(0);
  });

  it.each(PATTERNS)('made of nothing but %s still leaves the page working', async (pattern) => {
    await ask(pattern.repeat(Math.floor(MAX_CHARACTERS / pattern.length)));
    // Of too many elements there is the source alone.
    for (const button of await change().all()) await button.click();
    expect((await text().textContent())?.length).toBeGreaterThan(MAX_CHARACTERS - 10);
  });
});
