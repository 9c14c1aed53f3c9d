import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { PromptResponse } from '../../core/generated/prompt-response.ts';
import { DEMO_REQUEST } from '../../core/sandbox/demo/demo-answers.ts';
import { findInFiles } from '../process/process-scene.ts';
import type { TestAccount } from '../support/gateways/test-gateway.ts';
import { consoleOfFile, instantDemoReply, type ConsoleVisit } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import {
  cellsOf,
  chooseNone,
  fillForm,
  fillPrompt,
  send,
  sendAndWait,
  showForm,
  unfold,
} from './fill-form.ts';
import { MODEL_COUNT } from '../support/model-count.ts';

const PIXEL = join(import.meta.dirname, '../fixtures/pixel.png');
const SECRET = 'zero-retention-secret-5c1d';

let account: TestAccount;
let visit: ConsoleVisit;
let page: Page;
/** Delays the upstream's answers to prompts that contain `wait`. */
let answerAfter: Promise<void> = Promise.resolve();
const scene = consoleOfFile({
  sandbox: {
    reply: async (call) => {
      if (call.user.includes('wait')) await answerAfter;
      return instantDemoReply(call);
    },
  },
});

describeChromium('a run on the console', () => {
  beforeAll(async () => {
    account = await scene.gateway.account(20_000);
    visit = await scene.open(account.key, { viewport: { width: 1440, height: 900 } });
    ({ page } = visit);
  });

  it('keeps the key in this tab’s session alone, and shows what it has', async () => {
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe(
      JSON.stringify({ 'assay-key': account.key }),
    );
    const elsewhere = `JSON.stringify([{ ...localStorage }, document.cookie, location.href, document.documentElement.outerHTML])`;
    expect(await page.evaluate(elsewhere)).not.toContain(account.key);
    expect(await page.locator('#balance').innerText()).toBe('20,000.00 credits');
    expect(await page.locator('#models-count').innerText()).toBe(`3 of ${MODEL_COUNT} chosen`);
  });

  it('finds models by what they are, and chooses and takes back', async () => {
    await chooseNone(page);
    const field = page.getByRole('combobox', { name: 'Add a model' });
    const options = page.getByRole('listbox', { name: 'All models' }).getByRole('option');
    await field.fill('amazon pdf');
    expect(await options.count()).toBeGreaterThan(0);
    for (const option of await options.all())
      expect(await option.getAttribute('data-model')).toMatch(/^nova/);
    await field.press('Enter');
    const chosen = await options.first().getAttribute('data-model');
    expect(await page.getByRole('list', { name: 'Chosen models' }).innerText()).toContain(chosen);
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await options.first().click();
    expect(await page.locator('#models-count').innerText()).toBe(`0 of ${MODEL_COUNT} chosen`);
    await field.fill('nobody has this');
    expect(await page.getByText('No model matches that.').isVisible()).toBe(true);
    await field.press('Escape');
    expect(await options.count()).toBe(0);
  });

  it('quotes what the gateway quotes, before anything is sent', async () => {
    await fillForm(page, DEMO_REQUEST);
    const body = { prompt: DEMO_REQUEST.prompt, models: DEMO_REQUEST.models, judges: DEMO_REQUEST.judges };
    const { body: quoted } = await scene.gateway.send(account.key, '/api/v1/prompt/quote', { body });
    const quote = page.locator('#quote');
    await quote.getByTitle(String(quoted.creditsExpected), { exact: true }).waitFor();
    expect(await quote.innerText()).toMatch(/^About [\d.]+ credits/);
    const held = (Math.ceil(quoted.creditsRequired * 100) / 100).toFixed(2);
    expect(await quote.innerText()).toContain(`; ${held} reserved while it runs, at most `);
    expect(await quote.innerText()).toContain('4 model calls · 24 judge calls');
    expect(scene.gateway.upstream.requests()).toEqual([]);
  });

  it('shows answers, figures, verdicts and the charge', async () => {
    await sendAndWait(page);
    expect(await page.locator('.run h2').innerText()).toBe(
      'claude-sonnet-4-6 won 5 of 6 comparisons, 1 tied',
    );
    const figures = await cellsOf(page.locator('[aria-label="Figures"]'));
    expect(figures.map(([model, state, rate]) => [model, state, rate])).toEqual([
      ['Aclaude-sonnet-4-6', '✓ done', '92 % 1st, 5 won, 1 tied, 0 lost'],
      ['Bgpt-5.4', '✓ done', '75 % 2nd, 4 won, 1 tied, 1 lost'],
      ['Cgemini-3.5-flash', '✓ done', '33 % 3rd, 2 won, 0 tied, 4 lost'],
      ['Dnova-lite', '✓ done', '0 % 4th, 0 won, 0 tied, 6 lost'],
    ]);
    const [first] = await page.locator('.output-text').allInnerTexts();
    expect(first).toMatch(/^Numbers in JavaScript are binary doubles/);
    // An answer that arrives at once has no tokens per second.
    expect(await page.locator('.output-line').first().innerText()).toMatch(
      /^1st\s+92 % won\s+[\d.]+ s to start(?:\s+[\d,]+ tok\/s)?\s+0\.18 credits$/,
    );
    expect(
      (await cellsOf(page.locator('[aria-label="Judges of this run"]'))).map(([, steadiness]) => steadiness),
    ).toEqual([
      'same verdict in both orders: 6 of 6 pairs',
      'same verdict in both orders: 5 of 6 pairs, 1 order flip',
    ]);
    const facts = page.locator('.run-facts');
    expect(await facts.innerText()).toMatch(
      /^4 of 4 models answered · [\d.]+ credits, [\d.]+ for judging \(about \d+ expected and \d+ reserved\) · /,
    );
    const used = Number.parseFloat((await facts.locator('span').getAttribute('title')) ?? '');
    const { posted, reserved } = await account.balance();
    expect([posted, reserved]).toEqual([20_000_000_000 - Math.round(used * 1_000_000), 0]);
    await page
      .locator('#balance')
      .getByText(/^[\d,.]+ credits$/)
      .waitFor();
  });

  it('says what was spent today and this month, and what is left of the budgets', async () => {
    await scene.gateway.admin((ledger) =>
      ledger.changeAccount(account.name, { budgets: { day: 5_000_000_000 } }),
    );
    await page.locator('#balance').click();
    const money = page.getByRole('dialog', { name: 'Credits' });
    await money.getByText('Spent today').waitFor();
    const figures = await money.locator('dd').allInnerTexts();
    expect(Number(figures[2])).toBeGreaterThan(0);
    expect(figures[3]).toBe(figures[2]);
    expect(await money.locator('.budget').innerText()).toMatch(
      /Budget of the account for the day: [\d.,]+ of 5,000.00 left/,
    );
    await page.keyboard.press('Escape');
  });

  it('shows the margin of every pair, an order flip, and what the judge said in either order', async () => {
    expect(await page.locator('.about h4').innerText()).toContain('every judge counts alike');
    // One judge prefers the first, the other changed its mind.
    expect((await cellsOf(page.locator('.matrix'))).map((cells) => cells.slice(1))).toEqual([
      ['itself', 'win ~ +0.50', 'win +1.00', 'win +1.00'],
      ['loss ~ −0.50', 'itself', 'win +1.00', 'win +1.00'],
      ['loss −1.00', 'loss −1.00', 'itself', 'win +1.00'],
      ['loss −1.00', 'loss −1.00', 'loss −1.00', 'itself'],
    ]);
    await page
      .getByRole('button', { name: 'A claude-sonnet-4-6 wins against B gpt-5.4, order flip' })
      .click();
    const detail = page.locator('.pair-detail:visible');
    const words = await detail.innerText();
    expect(words).toContain('Order flip: the judge changed its mind');
    expect(words).toMatch(/A\s+before\s+B\s+A wins/);
    expect(words).toMatch(/B\s+before\s+A\s+B wins/);
    expect(words.match(/Both are right; the one I read first/g)).toHaveLength(2);
    expect(await page.evaluate('document.activeElement.className')).toContain('pair-detail');
    expect(await page.locator('.legend').innerText()).toContain('~ order flip');
  });

  it('plots quality against price, and says the same in words, in the currency of the reader', async () => {
    const plot = page.getByRole('img', {
      name: /^Quality against price\. A claude-sonnet-4-6: win rate 92 %/,
    });
    expect(await plot.getAttribute('aria-label')).toContain('0.18 credits. B ');
    expect(await plot.locator('circle').count()).toBe(4);
    expect(await plot.locator('.is-best .point-place').allTextContents()).toEqual(['A', 'B', 'D']);
    await page.getByRole('group', { name: 'Prices in' }).getByLabel('US dollars').check();
    expect(await plot.getAttribute('aria-label')).toContain('$0.0018. B ');
    expect(await page.locator('.output-line').first().innerText()).toMatch(/\$0\.0018$/);
    expect(await page.locator('.run-facts').innerText()).toContain(' billed by the providers, ');
    await page.getByRole('group', { name: 'Prices in' }).getByLabel('credits').check();
  });

  it('copies the request as a command that a shell can run, with the key left to its variable', async () => {
    await showForm(page);
    await page.getByRole('button', { name: 'curl', exact: true }).click();
    const command = await page.locator('#curl-text').innerText();
    expect(command).not.toContain(account.key);
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], {
      env: { PATH: process.env['PATH'], ASSAY_KEY: account.key },
    });
    const answered = JSON.parse(stdout) as PromptResponse;
    expect(answered.results.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'completed',
      'completed',
    ]);
    await page.keyboard.press('Escape');
    expect(await page.locator('#curl-text').count()).toBe(0);
  });

  it('sends files, settings, tuning, weights and a schema as they stand in the form, and shows JSON in lines', async () => {
    scene.gateway.upstream.clear();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).click();
    await (await chooser).setFiles(PIXEL);
    await page.locator('#drop').dispatchEvent('drop', { dataTransfer: await droppedFile() });
    await page.getByText('dropped.png', { exact: true }).waitFor();
    await unfold(page, 'Settings');
    await page.getByLabel('System prompt').fill('Be brief.');
    await page.getByLabel('Temperature').fill('0,25');
    await page.getByLabel('Max tokens').fill('2048');
    await unfold(page, 'Tuning');
    const tuning = page.getByRole('group', { name: 'gpt-5.4', exact: true });
    await tuning.getByLabel('Reasoning effort').selectOption('low');
    await unfold(page, 'Answer format');
    await page.getByRole('button', { name: 'Insert an example' }).click();
    await unfold(page, 'How they judge');
    await page.getByRole('slider', { name: 'Speed' }).fill('0.5');
    await page.getByLabel('What the judges look at').fill('Prefer rhymes.');
    await sendAndWait(page);
    const answer = page.getByRole('article', { name: 'Answer of A claude-sonnet-4-6' });
    expect(await answer.innerText()).toMatch(/follows the schema/);
    const remarks = await page.locator('.output :is(.badges, .notes)').allInnerTexts();
    expect(remarks.join('\n')).toContain('schema enforced by the provider');
    expect(remarks.join('\n')).toMatch(/^Temperature: /m);
    // No name of the API.
    expect(remarks.join('\n')).not.toMatch(/[a-z][_/][a-z]|[a-z]{2}[A-Z]/);
    const lines = (await answer.locator('.output-text').innerText()).split('\n');
    expect(lines[0]).toBe('{');
    expect(lines[1]).toMatch(/^ {2}"answer": "/);
    const sent = scene.gateway.upstream.requests();
    const bodyOf = (model: string): string =>
      JSON.stringify(sent.find((request) => request.model === model)?.body);
    const base64 = readFileSync(PIXEL).toString('base64');
    expect(bodyOf('gpt-5.4')).toContain('"effort":"low"');
    expect(bodyOf('gpt-5.4').split(base64)).toHaveLength(3);
    expect(bodyOf('claude-sonnet-4-6')).toContain('"temperature":0.25');
    expect(bodyOf('claude-sonnet-4-6')).toContain('"max_tokens":2048');
    expect(bodyOf('claude-sonnet-4-6')).toContain('Be brief.');
    expect(JSON.stringify(sent)).toContain('Prefer rhymes.');
    await page.locator('.verdict').first().click();
    expect(await page.locator('.axes').first().innerText()).toMatch(/speed\s+[\d.]+ for [AB]\s+counts 0\.5/i);
  });

  it('stops when it is told to: nothing more is sent, and what was held comes back', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answerAfter = promise;
    scene.gateway.upstream.clear();
    try {
      await fillPrompt(page, 'wait for it');
      await send(page);
      await expect.poll(() => scene.gateway.upstream.requests().length).toBe(4);
      await page.locator('#balance').getByText(/held$/).waitFor();
      expect(await page.locator('.output .spinner').count()).toBe(4);
      expect(await page.locator('#compose').isVisible()).toBe(false);
      await page.locator('#cancel').click();
      await page.locator('.run-facts').getByText('Cancelling').waitFor();
    } finally {
      resolve();
    }
    // What was sent goes on to its end, is charged and shown; no judge is asked.
    await page.getByRole('heading', { name: '4 of 4 models answered' }).waitFor();
    await showForm(page);
    expect(await page.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
    await page
      .locator('#balance')
      .getByText(/^[\d,.]+ credits$/)
      .waitFor();
    expect(scene.gateway.upstream.requests()).toHaveLength(4);
  });

  it('leaves nothing behind of a request that is not to be retained', async () => {
    await fillPrompt(page, `Say ${SECRET}.`);
    await page.getByRole('switch', { name: 'Zero data retention' }).check();
    await sendAndWait(page);
    expect(await page.locator('.run-head').innerText()).toContain('not retained');
    const id = await page.locator('.run-facts code').innerText();
    const { body: record } = await scene.gateway.get(account.key, `/api/v1/prompts/${id}`);
    expect(record).toMatchObject({ zeroDataRetention: true, request: null });
    expect(await findInFiles(scene.gateway.folder, [SECRET])).toEqual([]);
    expect(scene.gateway.logs()).not.toContain(SECRET);
  });

  it('forgets the key and everything on the page', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe('{}');
    expect(await page.evaluate('document.body.innerText')).not.toContain(SECRET);
  });

  it('was refused nothing by the gateway', () => {
    expect(visit.answers().filter((answer) => !/ 20[02]$/.test(answer))).toEqual([]);
  });
});

async function droppedFile() {
  const base64 = readFileSync(PIXEL).toString('base64');
  return page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${base64}'), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
    return transfer;
  })()`);
}
