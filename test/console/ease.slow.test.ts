import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { audit, consoleOfFile } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import {
  chooseNone,
  fillPrompt,
  promptField,
  send,
  sendAndWait,
  sentBody,
  showForm,
  unfold,
} from './fill-form.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const PANELS = {
  two: 'id: panel/two\nmodels: [gpt-4o, mistral-large-2512]\njudges: [gpt-5.5]\njudge_weights: { speed: 0.5 }\njudge_prompt: Brevity wins.\nwins: quality\n',
  keyless: 'id: panel/keyless\nmodels: [gpt-4o, grok-4.3]\njudges: [gpt-5.5]\nwins: quality\n',
};
const folder = folderOfFile('presets');
for (const [name, text] of Object.entries(PANELS)) writeFileSync(join(folder, `${name}.yaml`), text);
const scene = consoleOfFile({
  sandbox: { reply: ({ user, model }) => ({ content: `${model} heard: ${user.slice(0, 20)}` }) },
  environment: { XAI_API_KEY: undefined, ASSAY_PANELS: folder },
});
let page: Page;

const chosen = (name: string): Promise<readonly string[]> =>
  page
    .getByRole('list', { name: `Chosen ${name}` })
    .getByRole('button')
    .allInnerTexts();

const preset = (name: string) =>
  page.locator('#presets button').filter({ has: page.getByText(name, { exact: true }) });

describeChromium('a beginning on the console', () => {
  beforeAll(async () => {
    const account = await scene.gateway.account(10_000);
    ({ page } = await scene.open(account.key, { viewport: { width: 1440, height: 900 } }));
  });

  it('begins with the first preset at the first visit, and with what was there after a reload', async () => {
    expect([await preset('Fast three').getAttribute('aria-pressed'), await chosen('models')]).toMatchObject([
      'true',
      { length: 3 },
    ]);
    await chooseNone(page);
    await page.reload();
    await promptField(page).waitFor();
    expect(await chosen('models')).toEqual([]);
    await preset('Fast three').click();
    await fillPrompt(page, 'Is its price there after a reload?');
    await page.locator('#quote strong').waitFor();
    await page.reload();
    await page.locator('#quote strong').waitFor();
    await fillPrompt(page, '');
    expect(await page.locator('#simulated').innerText()).toBe(
      'Simulated: a sandbox answers in place of the models.',
    );
  });

  it('takes models and judges of different providers, of those that have a key', async () => {
    await preset('Flagships and two judges').click();
    expect(await chosen('models')).toHaveLength(3);
    expect(await preset('Flagships and two judges').getAttribute('aria-pressed')).toBe('true');
    expect(await preset('Fast three').getAttribute('aria-pressed')).toBe('false');
    expect(await page.locator('#judges-count').innerText()).toBe('2 of at most 6');
    expect((await chosen('models')).join(' ')).not.toContain('grok');
    const providers = (names: readonly string[]): readonly string[] =>
      names.map((name) => /^(claude|gpt|gemini|deepseek)/.exec(name)?.[0] ?? name);
    expect(providers(await chosen('models'))).toEqual(['gpt', 'claude', 'gemini']);
    // Nobody judges itself or its own kin as long as there are others.
    expect(providers(await chosen('judges'))[0]).toBe('deepseek');
    expect(new Set(await chosen('models')).isDisjointFrom(new Set(await chosen('judges')))).toBe(true);
    await preset('Fast three').click();
    expect(await page.locator('#judges-count').innerText()).toBe('none');
  });

  it('chooses what a panel chooses, of the panels whose models all have a key', async () => {
    expect(await preset('panel/keyless').count()).toBe(0);
    await preset('panel/two').click();
    expect((await chosen('models')).map((words) => words.split('\n')[0])).toEqual([
      'gpt-4o',
      'mistral-large-2512',
    ]);
    expect(await page.locator('#judges-count').innerText()).toBe('1 of at most 6');
    expect(await page.locator('#judging-count').innerText()).toBe('criteria, weights');
    expect(await page.locator('#judge-prompt').inputValue()).toBe('Brevity wins.');
    expect(await page.locator('#weight-speed').inputValue()).toBe('0.5');
    await fillPrompt(page, 'Not to be lost.');
    await page.getByRole('button', { name: 'Clear the form' }).click();
    expect([await promptField(page).inputValue(), await page.locator('#judges-count').innerText()]).toEqual([
      '',
      'none',
    ]);
    await page.getByRole('button', { name: 'Bring back what I had written' }).click();
    expect(await promptField(page).inputValue()).toBe('Not to be lost.');
    await page.getByRole('button', { name: 'Clear the form' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await preset('Fast three').click();
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
    await preset('Fast three').click();
    await sendAndWait(page);
  });

  it('answers on from one model’s answer', async () => {
    const answer = await page.locator('.output-text').nth(1).innerText();
    await page.getByRole('button', { name: /^Continue from B/ }).click();
    expect(await promptField(page).inputValue()).toBe('');
    expect(await page.locator('#conversation-turns').innerText()).toContain(answer);
    expect(await audit(page)).toEqual([]);
    await fillPrompt(page, 'And at night?');
    expect(await sentBody(page, send)).toMatchObject({
      prompt: 'And at night?',
      history: [
        { role: 'user', content: expect.stringMatching(/^Why is the sky blue/) },
        { role: 'assistant', content: answer },
      ],
    });
    await page.locator('.question-start').getByText('And at night?').waitFor();
    await showForm(page);
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(await page.locator('#conversation').isVisible()).toBe(false);
  });

  it('puts the text of a text file at the end of the prompt', async () => {
    await fillPrompt(page, 'Sum this up.');
    const choose = (name: string, text: string | Buffer): Promise<void> =>
      page
        .locator('#file-input')
        .setInputFiles({ name, mimeType: '', buffer: Buffer.isBuffer(text) ? text : Buffer.from(text) });
    await choose('notes.md', 'one ```` two\n');
    const fence = '`'.repeat(5);
    await expect
      .poll(() => promptField(page).inputValue())
      .toBe(`Sum this up.\n\nnotes.md\n${fence}\none \`\`\`\` two\n${fence}`);
    await choose('latin.txt', Buffer.from('caf\xe9', 'latin1'));
    const refused = page.locator('#files-refused');
    await expect.poll(() => refused.innerText()).toContain('“latin.txt” is no text in UTF-8');
    expect(await page.locator('.file').count()).toBe(0);
    await choose('long.csv', Buffer.alloc(1_048_577, 'a'));
    await expect.poll(() => refused.innerText()).toContain('“long.csv” is larger than 1 MiB');
    expect(await promptField(page).inputValue()).toMatch(/^Sum this up/);
  });

  it('says where no judge gave a verdict, and what judging cost', async () => {
    await showForm(page);
    await preset('panel/two').click();
    await fillPrompt(page, 'Why?');
    await sendAndWait(page);
    // What this sandbox says is no verdict, whoever asks.
    await page
      .getByRole('heading', { name: '2 of 2 models answered, and no judge gave a verdict' })
      .waitFor();
    // The page may open a run that has ended before it was followed, and then it does not know what was reserved.
    expect(await page.locator('.run-facts').innerText()).toMatch(/^[\d.]+ credits, [\d.]+ for judging /);
  });

  it('offers what was asked last before all others, and judges less where that is wanted', async () => {
    await showForm(page);
    await preset('Fast three, judged').click();
    await fillPrompt(page, 'Which one?');
    await unfold(page, 'How they judge');
    // The panel's weight of speed: stopping early goes by the verdicts alone.
    await page.getByRole('slider', { name: 'Speed' }).fill('0');
    await page.getByLabel('Stop judging').selectOption({ label: 'at 90 % sure of the best' });
    expect(await page.getByText('Stopping early is cheaper and a little slower.').isVisible()).toBe(true);
    const models = (await chosen('models')).map((words) => words.split('\n')[0]);
    expect(await sentBody(page, sendAndWait)).toMatchObject({ models, judge_until: 0.9 });
    await page.getByRole('button', { name: 'Edit request' }).click();
    expect(await page.getByLabel('Stop judging').inputValue()).toBe('0.9');
    await page.getByRole('combobox', { name: 'Add a model' }).click();
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
    const ids = await Promise.all((await recent.all()).map((one) => one.getAttribute('data-model')));
    expect(ids.slice(0, models.length)).toEqual(models);
    expect(await audit(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await chooseNone(page);
    expect(await page.locator('#judging').isVisible()).toBe(false);
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
  });
});
