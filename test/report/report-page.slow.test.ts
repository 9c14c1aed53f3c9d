import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { consoleOfFile, type ConsoleVisit } from '../console/console-scene.ts';
import { describeChromium } from '../console/describe-chromium.ts';
import { runCommand } from '../commands/run-command.ts';
import { runText } from '../support/samples/run-text.ts';
import { sampleRun } from '../support/samples/sample-run.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const ATTACK = `"'><script>window.owned = 1</script><img src=x onerror="window.owned = 1"></pre></details><svg onload="window.owned = 1">\u202Eback`;
const MODELS = ['good', `bad ${ATTACK}`, 'fair'];
const PHONE = { width: 360, height: 740 };

let visit: ConsoleVisit;
const folder = folderOfFile('page');
const runPath = join(folder, 'run.jsonl');
const html = join(folder, 'report.html');
const scene = consoleOfFile();

function hostileRun(): string {
  const failed = { status: 'failed', output: '', error: { code: ATTACK, message: ATTACK, retryable: true } };
  const run = sampleRun({
    models: MODELS,
    count: 31,
    suite: { name: ATTACK, judges: [ATTACK] },
    rows: Array.from({ length: 30 }, (_none, place) => ({
      prompt: `${place} ${ATTACK}`,
      tags: [ATTACK, 'tag'],
      scores: place === 3 ? { '0 2': 1 } : { '0 1': 1, '0 2': place % 2, '1 2': -1 },
      results: {
        0: { output: ATTACK },
        ...(place === 3 && { 1: failed as never }),
      },
    })),
  });
  const answers = run.answers.map((answer) => ({
    ...answer,
    row: `${answer.row} ${ATTACK}`,
    response: {
      ...answer.response,
      evaluations: answer.response.evaluations.map((evaluation) => ({
        ...evaluation,
        judge: { index: 0, modelId: ATTACK },
        runs: evaluation.runs.map((one) => ({ ...one, reasoning: ATTACK })),
      })),
    },
  }));
  return runText({ ...run, head: { ...run.head, name: ATTACK }, answers });
}

/** Everything the report shows, but for what is folded. */
function shown(page: Page): Promise<readonly string[]> {
  return page.locator('.report > :not(.prompts), .report .prompt > summary').allTextContents();
}

function elementsIn(page: Page): Promise<unknown> {
  return page.evaluate(
    `[...new Set([...document.querySelectorAll('.report *')].map((node) => node.tagName.toLowerCase()))].toSorted()`,
  );
}

describeChromium('the report of a run', () => {
  beforeAll(async () => {
    writeFileSync(runPath, hostileRun());
    expect((await runCommand(['eval', 'report', runPath, '--html', html], {})).code).toBe(0);
    visit = await scene.visit();
  });

  it('is one file that loads nothing and runs nothing, whatever it shows', async () => {
    const profile = await scene.browser.newContext({ viewport: PHONE });
    const page = await profile.newPage();
    const faults: string[] = [];
    const url = pathToFileURL(html).href;
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => request.url() === url || faults.push(request.url()));
    await page.goto(url);
    for (const summary of await page.locator('.prompt > summary').all()) await summary.click();
    expect(await page.evaluate('window.owned')).toBeUndefined();
    expect(await page.locator('script, img, iframe, link, style:not(head > style)').count()).toBe(0);
    expect(await page.locator('[style], [onload], [onerror], [href], [src]').count()).toBe(0);
    const answer = page.locator('.prompt').nth(0).locator('.answer .long-text').first();
    expect(await answer.textContent()).toBe(ATTACK.replace('\u202E', 'U+202E'));
    expect(faults).toEqual([]);
    expect(readFileSync(html, 'utf8')).not.toContain('\u202E');
    expect(await page.locator('h1').textContent()).toBe(ATTACK.replace('\u202E', 'U+202E'));
    expect(await page.title()).toContain('U+202E');
    expect(await page.locator('svg .hidden-character').count()).toBe(0);
    // Nothing is wider than a phone but what scrolls by itself.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    // And no table of figures is: each figure is below its column's name.
    const widest = `Math.max(...[...document.querySelectorAll('.scroll:has(.board)')].map((one) => one.scrollWidth))`;
    expect(await page.evaluate(widest)).toBeLessThan(PHONE.width);
    const cost = page.locator('.board').first().getByRole('cell').and(page.locator('[data-column="Cost"]'));
    expect(await cost.count()).toBe(MODELS.length);
    await profile.close();
  });

  it('has a policy that would stop a script and a style it did not bring', async () => {
    const text = readFileSync(html, 'utf8');
    const injected = join(folder, 'injected.html');
    writeFileSync(
      injected,
      text.replace('<main>', '<main><script>window.owned = 1</script><style>body { display: none }</style>'),
    );
    const page = await scene.browser.newPage();
    await page.goto(pathToFileURL(injected).href);
    expect(await page.evaluate('window.owned')).toBeUndefined();
    expect(await page.locator('body').isVisible()).toBe(true);
    await page.close();
  });

  it('is the same in the console, by opening the file, without a key', async () => {
    const { page } = visit;
    await page.locator('#run-file').setInputFiles(runPath);
    await page.locator('.report').waitFor();
    const file = await scene.browser.newPage();
    await file.goto(pathToFileURL(html).href);
    expect(await shown(page)).toEqual(await shown(file));
    expect(await page.locator('#connect').isVisible()).toBe(false);
    expect(await page.evaluate(`document.querySelector('.report').outerHTML`)).not.toContain('\u202E');
    for (const place of [0, 3]) {
      await page.locator('.prompt > summary').nth(place).click();
      const [here, there] = [page, file].map((where) =>
        where.locator('.prompt').nth(place).locator('.prompt-body'),
      );
      await here?.waitFor();
      expect(await here?.textContent()).toBe(await there?.textContent());
      expect(await here?.textContent()).not.toContain('\u202E');
    }
    await file.close();
    expect(await page.evaluate('window.owned')).toBeUndefined();
    expect(await elementsIn(page)).not.toEqual(expect.arrayContaining(['script']));
    expect(visit.faults()).toEqual([]);
  });

  it('is opened by dropping the file, and links each prompt to its record', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Back' }).click();
    await page.evaluate(
      `{ const data = new DataTransfer();
         data.items.add(new File([${JSON.stringify(readFileSync(runPath, 'utf8'))}], 'dropped.jsonl'));
         document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })); }`,
    );
    await page.getByText('dropped.jsonl', { exact: true }).waitFor();
    await page.locator('.prompt > summary').first().click();
    const record = page.getByRole('link', { name: 'Open its record' });
    expect(await record.getAttribute('href')).toMatch(/\/console\?run=[\w-]+$/);
  });

  it('shows only the prompts one asks for', async () => {
    const { page } = visit;
    const visible = (): Promise<number> => page.locator('.prompt:visible').count();
    expect(await visible()).toBe(30);
    await page.getByRole('radio', { name: 'With failures' }).check();
    expect(await visible()).toBe(1);
    await page.getByRole('radio', { name: 'Judges disagree' }).check();
    expect(await visible()).toBe(0);
    await page.getByRole('radio', { name: 'All' }).check();
    expect(await visible()).toBe(30);
  });

  it('gives the page back, and says why a file cannot be shown', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: '← Back' }).click();
    expect(await page.locator('#connect').isVisible()).toBe(true);
    expect(await page.locator('.report').count()).toBe(0);
    const other = join(folder, 'other.jsonl');
    writeFileSync(other, '{"prompt":"hi"}\n');
    await page.locator('#run-file').setInputFiles(other);
    expect(await page.getByRole('alert').filter({ hasText: 'other.jsonl' }).textContent()).toBe(
      'other.jsonl cannot be shown: this is not a file of "assay eval run", such as runs/support.jsonl',
    );
    await page.getByRole('button', { name: '← Back' }).click();
  });
});
