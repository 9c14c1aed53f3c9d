import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { runMarkdown } from '../../core/console/share/run-markdown.ts';
import { labelLines, openPairs } from '../../core/console/vote/labels.ts';
import { readLabels } from '../../core/eval/calibrate/read-labels.ts';
import { DEMO_REQUEST, demoReply } from '../demo/demo-answers.ts';
import { startConsoleScene, type ConsoleScene, type ConsoleVisit } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { fillForm, promptField, sendAndWait } from './fill-form.ts';

const AUDIT = readFileSync(join(import.meta.dirname, 'page/page-audit.js'), 'utf8');
const HOSTILE =
  '</pre><script>alert(1)</script><img src=x onerror=alert(2)>\n```\n# heading\n![x](http://evil.test/x)\n````\n[l](javascript:alert(3)) \u202Eabc';

let scene: ConsoleScene;
let visit: ConsoleVisit;
let page: Page;

/** Saves by a button, and reads the file. */
async function saved(name: string): Promise<{ readonly path: string; readonly text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await download;
  const path = join(scene.gateway.folder, file.suggestedFilename());
  await file.saveAs(path);
  return { path, text: readFileSync(path, 'utf8') };
}

test('pairs to vote on are each pair once, without those that have a vote', () => {
  const results = ['x', '', 'y', 'z'].map((output) => ({ status: 'completed' as const, output }));
  const pairs = openPairs(results, [{ a: 3, b: 0, winner: 'tie' }], Math.random);
  expect(pairs.map(({ a, b }) => [a, b].toSorted((one, other) => one - other).join(' ')).toSorted()).toEqual([
    '0 2',
    '2 3',
  ]);
  expect(openPairs(results, [], () => 0.9)[0]).toMatchObject({ a: expect.any(Number) });
  const labels = labelLines({ prompt: 'p' }, [{ modelId: 'm', output: 'o' }], [{ a: 0, b: 7, winner: 'a' }]);
  expect(labels).toBe('');
});

describeChromium('a vote and an export on the console', (chromium) => {
  beforeAll(async () => {
    scene = await startConsoleScene(chromium, {
      sandbox: {
        reply: (call) => {
          if (call.user === 'attack') return { content: `${call.model}: ${HOSTILE}` };
          const reply = demoReply(call);
          return reply !== undefined && 'content' in reply ? { ...reply, delayMs: 0 } : reply;
        },
      },
    });
    const account = await scene.gateway.account(10_000);
    visit = await scene.open(account.key, { acceptDownloads: true });
    ({ page } = visit);
  });
  afterAll(() => scene.stop());

  it('is blind, is kept with the run, and becomes labels that a calibration reads', async () => {
    await fillForm(page, { ...DEMO_REQUEST, models: DEMO_REQUEST.models.slice(0, 3) });
    await sendAndWait(page);
    await page.getByText('Your own vote').click();
    await page.getByRole('button', { name: 'Vote', exact: true }).click();
    const dialog = page.locator('.vote-dialog');
    await dialog.waitFor();
    expect(await page.evaluate(AUDIT)).toEqual([]);
    const seen: string[][] = [];
    for (const choice of ['The first', 'Equally good', 'The second']) {
      const words = await dialog.innerText();
      for (const model of DEMO_REQUEST.models) expect(words).not.toContain(model);
      seen.push(await dialog.locator('.output-text').allInnerTexts());
      await dialog.getByRole('button', { name: choice }).click();
    }
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('.vote-list li').count()).toBe(3);
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('binary');
    await page.reload();
    await page.getByText('Your own vote').click();
    expect(await page.locator('.vote-list li').count()).toBe(3);
    expect(await page.getByRole('button', { name: 'Continue voting' }).isDisabled()).toBe(true);
    const { path, text } = await saved('Labels of this run');
    const labels = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<'a' | 'b' | 'winner' | 'task', string>>);
    expect(labels.map(({ winner }) => winner)).toEqual(['a', 'tie', 'b']);
    expect(labels[0]?.task).toBe(DEMO_REQUEST.prompt);
    expect(labels.map(({ a, b }) => [a, b])).toEqual(seen);
    expect(await readLabels(path)).toHaveLength(3);
    expect((await saved('All my labels')).text).toBe(text);
  });

  it('can be changed and taken back, and the labels follow', async () => {
    const items = page.locator('.vote-list li');
    const dialog = page.locator('.vote-dialog');
    expect(await page.locator('.vote-body').innerText()).toContain('kept in this browser only');
    const tie = items.filter({ hasText: 'is as good as' });
    await tie.getByRole('button', { name: 'Change' }).click();
    const chosen = await dialog.locator('.output-text').first().innerText();
    expect(await dialog.getByText('Pair 1 of 1').isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'The first' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect([await items.count(), await tie.count()]).toEqual([3, 0]);
    const changed = (await saved('Labels of this run')).text.trim().split('\n');
    expect(JSON.parse(changed[1] ?? '')).toMatchObject({ a: chosen, winner: 'a' });

    await items.first().getByRole('button', { name: 'Take back' }).click();
    expect(await items.count()).toBe(2);
    expect((await saved('Labels of this run')).text.trim().split('\n')).toEqual(changed.slice(1));
    await page.reload();
    await page.getByText('Your own vote').click();
    expect(await items.count()).toBe(2);
    await page.getByRole('button', { name: 'Continue voting' }).click();
    expect(await dialog.getByText('Pair 1 of 1').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    for (const left of [1, 0]) {
      await items.first().getByRole('button', { name: 'Take back' }).click();
      await expect.poll(() => items.count()).toBe(left);
    }
    expect(await page.evaluate('localStorage.getItem("assay-votes")')).toBe('[]');
  });

  it('goes back to the pair before, for a vote that was a slip', async () => {
    await page.getByRole('button', { name: 'Vote', exact: true }).click();
    const dialog = page.locator('.vote-dialog');
    const back = dialog.getByRole('button', { name: 'Back' });
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 390, height: 844 });
    const lineOf = async (name: string): Promise<number | undefined> =>
      (await dialog.getByRole('button', { name }).boundingBox())?.y;
    // On a phone, the three that count stand in one line.
    expect(await lineOf('The second')).toBe(await lineOf('The first'));
    expect(await lineOf('Equally good')).toBe(await lineOf('The first'));
    await page.setViewportSize({ width, height });
    expect(await back.isDisabled()).toBe(true);
    const seen = await dialog.locator('.output-text').allInnerTexts();
    await dialog.getByRole('button', { name: 'The first' }).click();
    await dialog.getByText('Pair 2 of 3').waitFor();
    await back.click();
    expect(await dialog.locator('.output-text').allInnerTexts()).toEqual(seen);
    await dialog.getByRole('button', { name: 'The second' }).click();
    await page.keyboard.press('Escape');
    const lines = (await saved('Labels of this run')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ a: seen[0], winner: 'b' }]);
  });

  it('says what a file holds, and saves the run as JSON, Markdown and one page', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export this run' });
    expect(await dialog.innerText()).toContain('Whoever gets the file can read it');
    const { text } = await saved('JSON');
    const createdAt = await page.locator('.run-facts time').getAttribute('datetime');
    expect(JSON.parse(text)).toMatchObject({
      createdAt,
      request: { prompt: DEMO_REQUEST.prompt },
      response: { results: { length: 3 } },
    });
    await page.getByRole('button', { name: 'Export' }).click();
    const { text: markdown } = await saved('Markdown');
    expect(markdown).toContain('## Answer A: claude-sonnet-4-6');
    expect(markdown).toContain('**grok-4.5** on A claude-sonnet-4-6 and B gpt-5.4: a tie (order flip)');
    expect(markdown).toMatch(/^- [\d.]+ credits, [\d.]+ of them for judging$/m);
    const sentOn = `Sent on ${createdAt?.slice(0, 19).replace('T', ' ')} UTC`;
    expect(markdown).toContain(`- ${sentOn}\n`);
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await saved('HTML page')).text).toContain(`<li>${sentOn}</li>`);
    expect(markdown).toMatch(/^- Judges: .*grok-4\.5/m);
    expect(markdown).toMatch(/^A read first: A is better, confidence 0\.\d\d$/m);
    expect(markdown).toMatch(/^\| A \| claude-sonnet-4-6 \| answered \|/m);
    // Figures and reasons, not the wire's JSON.
    expect(markdown).not.toContain('"order"');
  });

  it('turns no text of a model into markup, in any of the files', async () => {
    await promptField(page).fill('attack');
    await sendAndWait(page);
    await page.getByRole('button', { name: 'Export' }).click();
    const { text: markdown } = await saved('Markdown');
    const tokens = new MarkdownIt({ html: true, linkify: true }).parse(markdown, {});
    const kinds = tokens.flatMap(({ type, children }) => [
      type,
      ...(children ?? []).map((child) => child.type),
    ]);
    for (const kind of ['image', 'link_open', 'html_block', 'html_inline']) expect(kinds).not.toContain(kind);
    expect(tokens.filter(({ type, tag }) => type === 'heading_open' && tag === 'h1')).toHaveLength(1);
    expect(markdown).toContain('[U+202E]abc');

    await page.getByRole('button', { name: 'Export' }).click();
    const { path, text: html } = await saved('HTML page');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img');
    const opened = await page.context().newPage();
    const faults: string[] = [];
    opened.on('dialog', (dialog) => void dialog.dismiss().then(() => faults.push('dialog')));
    opened.on('request', (request) => {
      if (!request.url().startsWith('file:')) faults.push(request.url());
    });
    await opened.goto(`file://${path}`);
    expect(await opened.locator('pre').filter({ hasText: '<script>alert(1)</script>' }).count()).toBe(3);
    expect(await opened.evaluate('document.scripts.length + document.images.length')).toBe(0);
    expect(faults).toEqual([]);
    await opened.close();
    expect(visit.faults()).toEqual([]);
  });
});

test('a Markdown file is of one heading where a model’s name is an attack', () => {
  const result = { modelId: 'a|b\n# c [x](y)', status: 'completed', output: 'o', tokensIn: 1, tokensOut: 1 };
  const response = {
    promptLogId: 'id',
    creditsUsed: 0,
    evaluations: [],
    results: [{ ...result, latencyMs: 1, providerCost: 0 }],
  };
  const markdown = runMarkdown({
    request: {},
    response: response as never,
    createdAt: '2026-11-03T14:05:09.123Z',
  });
  expect(markdown).toContain('- Sent on 2026-11-03 14:05:09 UTC\n');
  const tokens = new MarkdownIt().parse(markdown, {});
  expect(tokens.filter(({ tag, type }) => type === 'heading_open' && tag === 'h1')).toHaveLength(1);
  expect(tokens.flatMap(({ children }) => children ?? []).map(({ type }) => type)).not.toContain('link_open');
});
