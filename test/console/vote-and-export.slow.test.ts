import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, test } from 'vitest';
import { runMarkdown } from '../../core/console/share/run-markdown.ts';
import { labelLines } from '../../core/client/labels.ts';
import { openPairs } from '../../core/console/vote/open-pairs.ts';
import { readLabels } from '../../core/eval/calibrate/read-labels.ts';
import type { TestAccount } from '../support/gateways/test-gateway.ts';
import { DEMO_REQUEST } from '../../core/sandbox/demo/demo-answers.ts';
import { audit, consoleOfFile, instantDemoReply, type ConsoleVisit } from './console-scene.ts';
import { sampleResponse } from '../support/samples/sample-run.ts';
import { describeChromium } from './describe-chromium.ts';
import { fillForm, send } from './fill-form.ts';

const HOSTILE =
  '</pre><script>alert(1)</script><img src=x onerror=alert(2)>\n```\n# heading\n![x](http://evil.test/x)\n````\n[l](javascript:alert(3)) \u202Eabc';

let visit: ConsoleVisit;
let account: TestAccount;
let page: Page;
const scene = consoleOfFile({ sandbox: { reply: instantDemoReply } });

/** Presses a button that saves a file, and reads the file. */
async function saveBy(name: string): Promise<{ readonly path: string; readonly text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await download;
  const path = join(scene.gateway.folder, file.suggestedFilename());
  await file.saveAs(path);
  return { path, text: readFileSync(path, 'utf8') };
}

test('pairs to vote on are each pair once, without those that have a vote', () => {
  const results = ['x', '', 'y', 'z'].map((output) => ({ status: 'completed' as const, output }));
  const pairs = openPairs(results, [{ a: 0, b: 3, winner: 'tie' }], Math.random);
  expect(pairs.map(({ a, b }) => [a, b].toSorted((one, other) => one - other).join(' ')).toSorted()).toEqual([
    '0 2',
    '2 3',
  ]);
  expect(openPairs(results, [], () => 0.9)[0]).toMatchObject({ a: expect.any(Number) });
  const response = { results: [{ modelId: 'm', output: 'o', status: 'completed' }] } as never;
  const votes = [{ a: 0, b: 7, winner: 'a' }] as const;
  expect(labelLines({ request: { prompt: 'p' }, response, votes })).toBe('');
  expect(labelLines({ request: null, response, votes })).toBe('');
});

describeChromium('a vote and an export on the console', () => {
  beforeAll(async () => {
    account = await scene.gateway.account(10_000);
    visit = await scene.open(account.key, { acceptDownloads: true });
    ({ page } = visit);
  });

  it('hides names, figures and verdicts until each pair is voted on', async () => {
    await fillForm(page, { ...DEMO_REQUEST, models: DEMO_REQUEST.models.slice(0, 3) });
    await page.getByLabel('Vote before names').check();
    await send(page);
    const vote = page.getByRole('region', { name: 'Vote', exact: true });
    await vote.waitFor();
    expect(await audit(page)).toEqual([]);
    const seen: string[][] = [];
    // The page is loaded again after the first vote: the other pairs are as blind.
    const turns = [
      ['Pair 1 of 3', 'The first'],
      ['Pair 1 of 2', 'Equally good'],
      ['Pair 2 of 2', 'The second'],
    ] as const;
    for (const [turn, choice] of turns) {
      await vote.getByText(turn).waitFor();
      const words = await page.locator('#run, #announcements').allInnerTexts();
      for (const model of DEMO_REQUEST.models) expect(words.join(' ')).not.toContain(model);
      expect(words.join(' ')).not.toMatch(/credits|win rate|rank|tok/);
      seen.push(await vote.locator('.output-text').allInnerTexts());
      await vote.getByRole('button', { name: choice }).click();
      if (seen.length > 1) continue;
      await vote.getByText('Pair 2 of 3').waitFor();
      await page.reload();
    }
    await page.locator('.run-facts code').waitFor();
    expect(visit.answers().filter((answer) => answer.endsWith('/votes 200'))).toHaveLength(3);
    expect(await page.locator('.vote-list li:visible').count()).toBe(3);
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('binary');
    await page.reload();
    await page.getByText('Your own vote').click();
    expect(await page.getByLabel('Vote before names').isChecked()).toBe(true);
    expect(await page.locator('.vote-list li').count()).toBe(3);
    expect(await page.getByRole('button', { name: 'Continue voting' }).count()).toBe(0);
    const { path, text } = await saveBy('Labels of this run');
    const labels = (await readLabels(path)).map(({ task, a, b, winner }) => ({ task, a, b, winner }));
    const chosen = [seen[0]?.[0], 'tie', seen[2]?.[1]];
    expect(labels).toHaveLength(3);
    for (const { task, a, b, winner } of labels) {
      const place = seen.findIndex((pair) => pair.includes(a) && pair.includes(b));
      expect([task, winner === 'tie' ? 'tie' : { a, b }[winner]]).toEqual([
        DEMO_REQUEST.prompt,
        chosen[place],
      ]);
    }
    expect((await saveBy('All labels')).text).toBe(text);
  });

  it('can be changed and taken back, and the labels follow', async () => {
    const items = page.locator('.vote-list li');
    const vote = page.getByRole('region', { name: 'Vote', exact: true });
    const tie = items.filter({ hasText: 'is as good as' });
    const run = page.locator('#run');
    const names = DEMO_REQUEST.models.slice(0, 3);
    for (const model of names) expect(await run.innerText()).toContain(model);
    await tie.getByRole('button', { name: 'Change' }).click();
    expect(await vote.getByText('Pair 1 of 1').isVisible()).toBe(true);
    const words = await run.innerText();
    for (const model of names) expect(words).not.toContain(model);
    expect(words).not.toMatch(/credits|win rate|rank|tok/i);
    expect(await run.locator('svg:visible').count()).toBe(0);
    const chosen = await vote.locator('.output-text').first().innerText();
    await vote.getByRole('button', { name: 'The first' }).click();
    await vote.waitFor({ state: 'detached' });
    for (const model of names) expect(await run.innerText()).toContain(model);
    expect([await items.count(), await tie.count()]).toEqual([3, 0]);
    const changed = await readLabels((await saveBy('Labels of this run')).path);
    expect(changed.filter((label) => label.winner !== 'tie' && label[label.winner] === chosen)).not.toEqual(
      [],
    );

    await items.first().getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => items.count()).toBe(2);
    expect(await readLabels((await saveBy('Labels of this run')).path)).toEqual(changed.slice(1));
    await page.getByRole('button', { name: 'Continue voting' }).click();
    expect(await vote.getByText('Pair 1 of 1').isVisible()).toBe(true);
    await vote.getByRole('button', { name: 'Close' }).click();
    for (const left of [1, 0]) {
      await items.first().getByRole('button', { name: 'Take back' }).click();
      await expect.poll(() => items.count()).toBe(left);
    }
  });

  it('goes back to the pair before, and keeps nothing that the gateway refuses', async () => {
    await page.getByRole('button', { name: 'Vote', exact: true }).click();
    const vote = page.getByRole('region', { name: 'Vote', exact: true });
    const back = vote.getByRole('button', { name: 'Back' });
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 390, height: 844 });
    const lineOf = async (name: string): Promise<number | undefined> =>
      (await vote.getByRole('button', { name }).boundingBox())?.y;
    // On a phone, the three verdicts are in one line.
    expect(await lineOf('The second')).toBe(await lineOf('The first'));
    expect(await lineOf('Equally good')).toBe(await lineOf('The first'));
    await page.setViewportSize({ width, height });
    expect(await back.isDisabled()).toBe(true);
    const seen = await vote.locator('.output-text').allInnerTexts();
    await vote.getByRole('button', { name: 'The first' }).click();
    await vote.getByText('Pair 2 of 3').waitFor();
    await back.click();
    expect(await vote.locator('.output-text').allInnerTexts()).toEqual(seen);
    await vote.getByRole('button', { name: 'The second' }).click();
    await vote.getByText('Pair 2 of 3').waitFor();
    const promptLogId = await page.locator('.run-facts code').innerText();
    await scene.gateway.send(account.key, `/api/v1/prompts/${promptLogId}`, { method: 'DELETE' });
    await vote.getByRole('button', { name: 'The first' }).click();
    await vote.getByText(/^Not kept\./).waitFor();
    expect(await vote.getByText('Pair 2 of 3').isVisible()).toBe(true);
    await vote.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.vote-list li').count()).toBe(1);
  });

  it('says what a file holds, and saves the run as JSON and Markdown', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export this run' });
    expect(await dialog.innerText()).toContain('Whoever gets the file can read it');
    const { text } = await saveBy('JSON');
    const createdAt = await page.locator('.run-facts time').getAttribute('datetime');
    expect(JSON.parse(text)).toMatchObject({
      createdAt,
      request: { prompt: DEMO_REQUEST.prompt },
      response: { results: { length: 3 } },
    });
    await page.getByRole('button', { name: 'Export' }).click();
    const { text: markdown } = await saveBy('Markdown');
    expect(markdown).toContain('## Answer A: claude-sonnet-4-6');
    expect(markdown).toContain('### grok-4.5 on A claude-sonnet-4-6 and B gpt-5.4: a tie (order flip)');
    expect(markdown).toMatch(/^- [\d.]+ credits, [\d.]+ of them for judging$/m);
    const sentOn = `Sent on ${createdAt?.slice(0, 19).replace('T', ' ')} UTC`;
    expect(markdown).toContain(`- ${sentOn}\n`);
    expect(markdown).toMatch(/^- Judges: .*grok-4\.5/m);
    expect(markdown).toMatch(/^A read first: A is better, confidence 0\.\d\d$/m);
    expect(markdown).toMatch(/^\| A \| claude-sonnet-4-6 \| answered \|/m);
    // Figures and reasons, not the wire's JSON.
    expect(markdown).not.toContain('"order"');
  });

  it('counts failed models apart, and shows a vote beside the verdict of one judge', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fillForm(page, {
      prompt: `[down: openai] ${DEMO_REQUEST.prompt}`,
      models: [...DEMO_REQUEST.models, 'claude-haiku-4-5', 'gpt-5.4-mini'],
      judges: ['claude-opus-4-7'],
    });
    await page.getByLabel('Vote before names').check();
    await send(page);
    const vote = page.getByRole('region', { name: 'Vote', exact: true });
    await vote.getByText('Pair 1 of 6').waitFor();
    expect(await page.locator('.run-facts').innerText()).toMatch(/^4 of 6 models answered, 2 failed · /);
    await vote.getByRole('button', { name: 'The first' }).click();
    await vote.getByText('Pair 2 of 6').waitFor();
    await vote.getByRole('button', { name: 'Show names' }).click();
    expect(await page.locator('.vote-list li:visible').allInnerTexts()).toEqual([
      expect.stringMatching(/ · (agrees with|differs from) the verdict/),
    ]);
    expect(await page.locator('.about h4').innerText()).toBe('Judges');
    // The matrix is wider than a phone, the page is not.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

test.each([
  ['answer', { output: HOSTILE }],
  ['name of a model', { modelId: 'a|b\n# c [x](y)' }],
])('a Markdown file contains no markup of a hostile %s', (_what, members) => {
  const response = sampleResponse({ models: ['m'], results: { 0: members } });
  const markdown = runMarkdown({ request: {}, response, createdAt: '2026-11-03T14:05:09.123Z' });
  expect(markdown).toContain('- Sent on 2026-11-03 14:05:09 UTC\n');
  const tokens = new MarkdownIt({ html: true, linkify: true }).parse(markdown, {});
  const types = tokens.flatMap(({ type, children }) => [
    type,
    ...(children ?? []).map((child) => child.type),
  ]);
  for (const type of ['image', 'link_open', 'html_block', 'html_inline']) expect(types).not.toContain(type);
  expect(tokens.filter(({ type, tag }) => type === 'heading_open' && tag === 'h1')).toHaveLength(1);
  if ('output' in members) expect(markdown).toContain('[U+202E]abc');
});
