import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { consoleOfFile } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { choose, fillForm, send, sendAndWait, showForm } from './fill-form.ts';

const WORDS = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
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

const SKY: Readonly<Record<string, string>> = {
  'gpt-4o': 'The sky is **blue**.\n\n```js\nconst sky = "<b>blue</b>";\n```',
  'gpt-5.4': 'The sea is **blue**.',
};

let page: Page;
let answer = ANSWER;
const scene = consoleOfFile({
  sandbox: {
    reply: ({ user, model }) => {
      if (user === 'Explain.') return { content: answer };
      if (user === 'Write.')
        return { content: `**${WORDS}**`, stream: { eventEveryMs: 150, tokensPerEvent: 1 } };
      return { content: SKY[model] ?? 'Neither <i>sky</i> nor sea.' };
    },
  },
  environment: { XAI_API_KEY: undefined },
});

const text = () => page.locator('.output-text').first();
const change = () => page.getByRole('button', { name: /^Source of/ });

async function ask(next: string): Promise<void> {
  answer = next;
  // Without the address of the last run, which would hide the form.
  await page.goto(`${scene.gateway.url}/console`);
  await fillForm(page, { prompt: 'Explain.', models: ['gpt-4o'] });
  await sendAndWait(page);
}

async function openConsole(): Promise<void> {
  ({ page } = await scene.open((await scene.gateway.account(100_000)).key));
}

describeChromium('answers on the console', () => {
  beforeAll(async () => {
    await openConsole();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await fillForm(page, { prompt: 'Sky?', models: ['gpt-4o', 'gpt-5.4', 'nova-lite'] });
    await sendAndWait(page);
  });

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
  });
});

describeChromium('an answer in Markdown', () => {
  beforeAll(openConsole);

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

describeChromium('an answer while it is written', () => {
  beforeAll(openConsole);

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

describeChromium('earlier answers on the console', () => {
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
      })
      .toBe(1);
    expect(await page.locator('.output-text').innerText()).toBe(first);
    expect(await page.locator('.run-facts').innerText()).toMatch(/^0 credits\b/);
  });
});
