import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { consoleOfFile } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';

let key: string;
let page: Page;
let answer = '';
const scene = consoleOfFile({ sandbox: { reply: () => ({ content: answer }) } });

const CONSOLE = join(import.meta.dirname, '../../core/console');
const MODEL = 'gpt-4o';
const heading = (name: string): Promise<void> => page.getByRole('heading', { name }).waitFor();
const countNodes = (): Promise<number> => page.locator('#run *').count();

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...options, bundle: true, write: false });
  return outputFiles.map(({ text }) => text).join('');
}

/** Lets the page load another text in the place of one of its modules. */
async function exchangeModule(name: string, contents: string): Promise<void> {
  const body = await bundle({
    entryPoints: [join(CONSOLE, 'main.ts')],
    format: 'esm',
    plugins: [
      {
        name: 'exchange a module',
        setup: ({ onLoad }) => onLoad({ filter: new RegExp(`/${name}$`) }, () => ({ contents })),
      },
    ],
  });
  await page.route('**/main-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
}

/** Opens a run that has ended. @param change What the page is to meet before the run is opened. */
async function openRun(
  output: string,
  { models = 1, more = {}, change }: { models?: number; more?: object; change?: () => Promise<unknown> } = {},
): Promise<void> {
  answer = output;
  const request = { prompt: 'go', models: Array.from({ length: models }, () => MODEL), ...more };
  const { status, body } = await scene.gateway.post(key, request);
  expect(status).toBe(200);
  ({ page } = await scene.visit());
  await change?.();
  await page.goto(`${scene.gateway.url}/console?run=${body.promptLogId}`);
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
}

describeChromium('answers that are much work to show', () => {
  beforeAll(async () => {
    ({ key } = await scene.gateway.account(1_000_000));
  });

  it('of more JSON tokens than a call has arguments are shown in lines', async () => {
    const json = `[${'1,'.repeat(65_000)}1]`;
    await openRun(json, { more: { response_schema: { type: 'array' } } });
    await heading('1 of 1 models answered');
    expect(await page.locator('.output-text').textContent()).toBe(
      JSON.stringify(JSON.parse(json), undefined, 2),
    );
    expect(await countNodes()).toBeLessThan(1_000);
    expect(await page.getByRole('button', { name: 'Export' }).isVisible()).toBe(true);
  });

  it('and that cannot be formatted are shown as their source, beside the rest of the run', async () => {
    await openRun('*words*', {
      models: 2,
      change: () =>
        exchangeModule(
          'run/markdown-nodes.ts',
          'export const MAX_MARKDOWN_CHARACTERS = 60_000; export function markdownNodes() { throw new RangeError("Maximum call stack size exceeded"); }',
        ),
    });
    await heading('2 of 2 models answered');
    expect(await page.locator('.output-text pre').allTextContents()).toEqual(['*words*', '*words*']);
    expect(await page.getByRole('button', { name: /^Source of/ }).count()).toBe(0);
  });

  it('make no lost connection where the page itself fails', async () => {
    await openRun('words', {
      change: () =>
        exchangeModule(
          'run/run-plot.ts',
          'export function runPlot() { throw new RangeError("Maximum call stack size exceeded"); }',
        ),
    });
    await heading('The page cannot show the whole run');
    expect(await page.locator('#general-errors').innerText()).toContain('The run has ended, but');
    expect(await page.locator('body').innerText()).not.toContain('does not answer');
    expect(await page.locator('.output-text').innerText()).toBe('words');
  });

  it('as a table of tens of thousands of cells are shown as their source', async () => {
    const table = `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${'|\n'.repeat(300)}`;
    await openRun(table);
    await heading('1 of 1 models answered');
    expect(await page.locator('.output-text').textContent()).toBe(table);
    expect(await countNodes()).toBeLessThan(1_000);
    expect(await page.getByRole('button', { name: /^Source of/ }).count()).toBe(0);
  });

  it('together are rendered as far as the room of a run goes, the others when somebody asks', async () => {
    const table = `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(900)}`;
    await openRun(table, { models: 10 });
    await heading('10 of 10 models answered');
    expect(await page.locator('.output-text table').count()).toBe(7);
    expect(await countNodes()).toBeLessThan(25_000);
    const last = page.getByRole('button', { name: /^Source of/ }).last();
    expect(await last.getAttribute('aria-pressed')).toBe('true');
    await last.click();
    expect(await page.locator('.output-text table').count()).toBe(8);
    expect(await last.getAttribute('aria-pressed')).toBe('false');
  });

  it('of nothing but overrides have a bounded number of names, and no override', async () => {
    await openRun('\u202Ea'.repeat(200_000));
    await heading('1 of 1 models answered');
    const text = (): Promise<string> =>
      page
        .locator('.output-text pre')
        .allTextContents()
        .then((texts) => texts.join(''));
    expect(await text()).not.toContain('\u202E');
    expect(await page.locator('.hidden-character').count()).toBe(500);
    expect(await page.locator('.output-text').innerText()).toContain('first 200,000 of 400,000 characters');
    await page.getByRole('button', { name: 'Show all' }).click();
    expect((await text()).length).toBe(400_000 + 500 * ('U+202E'.length - 1));
    expect(await text()).not.toContain('\u202E');
    expect(await page.locator('.hidden-character').count()).toBe(500);
    expect(await page.evaluate('document.activeElement.className')).toBe('output-text');
  });

  it('of great length are shown by their beginnings, all together within a bound', async () => {
    await openRun('word '.repeat(60_000), { models: 12 });
    await heading('12 of 12 models answered');
    const texts = await page.locator('.output-text pre').allTextContents();
    expect(texts.map(({ length }) => length)).toEqual([
      ...Array.from({ length: 10 }, () => 200_000),
      20_000,
      20_000,
    ]);
  });

  it('name a bounded number of hidden characters also while they are written', async () => {
    await openRun('words');
    await heading('1 of 1 models answered');
    const counts = `(() => {
      ${await bundle({ entryPoints: [join(CONSOLE, 'run/live-text.js')], format: 'iife', globalName: 'module' })}
      const { liveText } = module;
      const { node, add, thoughts } = liveText('a model');
      for (let part = 0; part < 4; part += 1) {
        add('\u202Ea'.repeat(1_000));
        thoughts();
      }
      return [node.querySelectorAll('.hidden-character').length, node.textContent.includes('\u202E')];
    })()`;
    expect(await page.evaluate(counts)).toEqual([500, false]);
  });
});
