import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DEMO_REQUEST } from '../../core/sandbox/demo/demo-answers.ts';
import type { TestAccount } from '../support/gateways/test-gateway.ts';
import { audit, consoleOfFile, instantDemoReply } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { fillForm, send, sendAndWait, unfold } from './fill-form.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const BLOCKS = ['How they judge', 'Settings', 'Tuning', 'Answer format'];
const MAX_TABS = 60;

let account: TestAccount;
/** Delays the upstream's answers. */
let answerAfter: Promise<void> = Promise.resolve();
const scene = consoleOfFile({
  sandbox: {
    reply: async (call) => {
      await answerAfter;
      return instantDemoReply(call);
    },
  },
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { id, tagName, value, textContent, ariaLabel } = document.activeElement;
    return id || ariaLabel || tagName + ' ' + (value || textContent.replaceAll(/\\s+/g, ' ').trim().slice(0, 40));
  })()`);

/** Presses Tab until the focus is there. @returns the elements focused on the way. */
async function tabTo(page: Page, target: string, key = 'Tab'): Promise<readonly string[]> {
  const way: string[] = [];
  for (let count = 0; count < MAX_TABS; count += 1) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (now === target) return way;
    way.push(now);
  }
  throw new Error(`${MAX_TABS} times ${key} did not lead to ${target}: ${way.join(', ')}`);
}

/** Violations of WCAG 2.2 AA that axe finds. */
async function violations(page: Page): Promise<readonly string[]> {
  // Half a megabyte of script, so once for each page.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  return page.evaluate(`axe
    .run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then((found) => found.violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(', ')))`);
}

/** Controls and regions of the accessibility tree that have no name. */
async function nameless(page: Page): Promise<readonly string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  const roles =
    'button|textbox|searchbox|checkbox|switch|slider|combobox|link|region|img|table|dialog|article|list';
  return tree.split('\n').filter((line) => new RegExp(`^\\s*- (${roles})( \\[[^\\]]*\\])*:?$`).test(line));
}

describeChromium('the console for everyone', () => {
  beforeAll(async () => {
    account = await scene.gateway.account(50_000);
  });

  // Each colour scheme and each size once, because each state takes seconds.
  it.each([
    ['light', 1440, 900],
    ['dark', 360, 740],
  ] as const)(
    'can be read in %s colours at %i by %i: before, while and after a run',
    async (colorScheme, width, height) => {
      const { page } = await scene.open(account.key, { colorScheme, viewport: { width, height } });
      const judge = async (): Promise<void> => {
        expect(await nameless(page)).toEqual([]);
        // Otherwise a field half below the sticky head counts as too small.
        await page.evaluate('scrollTo(0, 0)');
        expect(await violations(page)).toEqual([]);
      };
      expect(await audit(page)).toEqual([]);
      await fillForm(page, DEMO_REQUEST);
      for (const block of BLOCKS) await unfold(page, block);
      await page.getByLabel('Temperature').fill('3');
      await page.locator('#temperature[aria-invalid]').waitFor();
      expect(await audit(page)).toEqual([]);
      await judge();
      await page.getByLabel('Temperature').fill('');
      const { promise, resolve } = Promise.withResolvers<void>();
      answerAfter = promise;
      await send(page);
      await page.locator('#balance .held').waitFor({ state: 'attached' });
      const whileRunning = await audit(page);
      resolve();
      expect(whileRunning).toEqual([]);
      await page.locator('.run-facts code').waitFor();
      await page.locator('.verdict:has(.mark)').first().click();
      await page.getByText('Your own vote').click();
      expect(await audit(page)).toEqual([]);
      await judge();
      for (const [opener, shown] of [
        ['#history', '#history-list li'],
        ['#balance', '#money dd'],
        ['.run-actions button[aria-haspopup]', '[aria-label="Export this run"]'],
        ['.run-actions button:text-is("Rename")', '#run-name'],
        ['.vote .primary', '.vote-sides'],
      ] as const) {
        await page.locator(opener).click();
        await page.locator(shown).first().waitFor();
        expect(await audit(page)).toEqual([]);
        await judge();
        await page.keyboard.press('Escape');
      }
    },
  );

  it('can be used from key to verdict without a mouse, and the focus is always somewhere', async () => {
    const { page } = await scene.visit({ viewport: { width: 1440, height: 900 } });
    expect(await focused(page)).toBe('key');
    await page.keyboard.type(account.key);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('prompt');
    await page.keyboard.type(DEMO_REQUEST.prompt);
    const way = await tabTo(page, 'models-field');
    expect(way.length).toBeLessThan(MAX_TABS);
    const chips = page.getByRole('list', { name: 'Chosen models' }).getByRole('button');
    while ((await chips.count()) > 0) await page.keyboard.press('Backspace');
    await page.keyboard.type('sonnet-4-6');
    await page.keyboard.press('Enter');
    // The typed text is selected, so that the next word replaces it.
    await page.keyboard.type('gpt-5.4');
    const active = () => page.locator('#models-field').getAttribute('aria-activedescendant');
    await page.keyboard.press('ArrowUp');
    while ((await active()) !== 'models-gpt-5.4') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await chips.allInnerTexts()).toMatchObject(
      [/sonnet-4-6/, /gpt-5\.4/].map((id) => expect.stringMatching(id)),
    );
    await tabTo(page, 'judges-field');
    await page.keyboard.type('claude-opus-4-7');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'claude-sonnet-4-6 won 1 of 1 comparison' }).waitFor();
    await tabTo(page, 'win +1.00: A claude-sonnet-4-6 wins against B gpt-5.4');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('pair-detail');
    expect(await page.locator('#pair-detail').innerText()).toContain('A claude-sonnet-4-6 wins by 1.00');
  });

  it('gives keyboards a way past the head, in and out of every part, and round again', async () => {
    const { page } = await scene.open(account.key);
    await tabTo(page, 'A Skip to the content', 'Shift+Tab');
    await page.keyboard.press('Enter');
    const way = await tabTo(page, 'send');
    expect(way).toContain('prompt');
    expect(way.length).toBeLessThan(30);
  });

  it('tells screen readers of every answer and of the end', async () => {
    const { page } = await scene.open(account.key);
    await fillForm(page, { prompt: DEMO_REQUEST.prompt, models: ['gpt-5.4', 'nova-lite'] });
    await sendAndWait(page);
    const log = page.getByRole('log');
    expect(await log.getAttribute('aria-live')).toBe('polite');
    expect((await log.locator('p').allTextContents()).toSorted()).toEqual([
      'Asking 2 models',
      expect.stringMatching(/^Done: 2 of 2 models answered, [\d.]+ credits(?: \(.*\d reserved\))?\.$/),
      expect.stringMatching(/^gpt-5\.4 has answered, \d of 2$/),
      expect.stringMatching(/^nova-lite has answered, \d of 2$/),
    ]);
  });

  it('moves nothing for those who want it still, and keeps to the colours one has chosen', async () => {
    const { page } = await scene.open(account.key, { reducedMotion: 'reduce', colorScheme: 'light' });
    expect(
      await page.evaluate(`(() => {
        const probe = Object.assign(document.createElement('span'), { className: 'spinner' });
        document.body.append(probe);
        return getComputedStyle(probe).animationName;
      })()`),
    ).toBe('none');
    const background = (): Promise<string> =>
      page.evaluate('getComputedStyle(document.body.parentElement).backgroundColor');
    const light = await background();
    const theme = page.locator('#theme');
    expect((await theme.locator('.theme-mark').boundingBox())?.width).toBeGreaterThan(12);
    await theme.click();
    expect(await background()).toBe(light);
    await theme.click();
    expect(await theme.getAttribute('aria-label')).toBe('Colours: dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
    await theme.click();
    expect(await background()).toBe(light);
  });
});
