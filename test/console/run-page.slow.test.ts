import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { messageBlock } from '../../core/sandbox/judge/message-block.ts';
import type { TestAccount } from '../support/gateways/test-gateway.ts';
import { verdictText } from '../support/samples/verdict-text.ts';
import { consoleOfFile, type ConsoleVisit } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { fillForm, send } from './fill-form.ts';

const MODELS = ['gpt-5.4', 'claude-sonnet-4-6', 'nova-lite', 'gemini-3.5-flash'] as const;
const [LONG_JUDGE, SHORT_JUDGE] = ['claude-opus-4-7', 'grok-4.5'] as const;
/** Of different lengths: one judge prefers the longer of two, the other the shorter. */
const ANSWERS = new Map(MODELS.map((model, place) => [model, 'A sentence of an answer. '.repeat(4 - place)]));

let account: TestAccount;
/** Whether gpt-5.4 fails. */
let isDown = false;
const scene = consoleOfFile({
  sandbox: {
    reply: (call) => {
      const [first, second] = [messageBlock(call, 'FIRST'), messageBlock(call, 'SECOND')];
      if (first !== undefined && second !== undefined) {
        const isLonger = first.length > second.length;
        return { content: verdictText(isLonger === (call.model === LONG_JUDGE) ? 'first' : 'second') };
      }
      if (isDown && call.model === 'gpt-5.4') return { status: 400 };
      return {
        content: ANSWERS.get(call.model as (typeof MODELS)[number]) ?? 'An answer.',
        stream: { eventEveryMs: 20, tokensPerEvent: 2 },
      };
    },
  },
});

async function open(width: number, height: number): Promise<ConsoleVisit> {
  const isPhone = width < 600;
  return scene.open(account.key, { viewport: { width, height }, isMobile: isPhone, hasTouch: isPhone });
}

async function openRun(page: Page, promptLogId: string): Promise<void> {
  await page.goto(`${scene.gateway.url}/console?run=${promptLogId}`);
}

/** What is too small for a finger, or cut. */
const CUT_OR_SMALL = `[...document.querySelectorAll('.masthead *, #results *')]
  .filter((node) => node.checkVisibility() && node.closest('.scroll') === null)
  .filter((node) => {
    const { width, height, right } = node.getBoundingClientRect();
    const isControl = node.matches('button, select, summary, label');
    return (isControl && (width < 40 || height < 40)) || (right > innerWidth + 1 && node.closest('summary') === null);
  })
  .map((node) => node.tagName + ' ' + node.textContent.slice(0, 20))`;

describeChromium('the page of a run', () => {
  beforeAll(async () => {
    account = await scene.gateway.account(100_000);
  });

  it.each([
    [1_440, 900],
    [390, 844],
  ])('begins with the answers above the fold, %i by %i', async (width, height) => {
    const { page } = await open(width, height);
    await fillForm(page, { prompt: 'Tell me.', models: [...MODELS], judges: [LONG_JUDGE] });
    await send(page);
    await page.locator('.output-text').first().waitFor();
    const text = page.locator('.output-body').first();
    const top = async (): Promise<number> => (await text.boundingBox())?.y ?? Infinity;
    expect(await top()).toBeLessThan(height - 100);
    expect(await page.locator('#compose').isVisible()).toBe(false);
    await page.getByRole('heading', { name: 'gpt-5.4 won 3 of 3 comparisons' }).waitFor();
    expect(await top()).toBeLessThan(height / 2);
    // The best first.
    expect((await page.locator('.output-title').allInnerTexts())[0]).toContain('gpt-5.4');
    if (width === 390) expect(await page.evaluate(CUT_OR_SMALL)).toEqual([]);
  });

  it('says why a model failed and what to do, and asks it again alone', async () => {
    isDown = true;
    const { page } = await open(1_440, 900);
    await fillForm(page, { prompt: 'Tell me.', models: MODELS.slice(0, 3), judges: [LONG_JUDGE] });
    await send(page);
    await page.locator('.run-facts code').waitFor();
    const card = page.getByRole('article', { name: 'Answer of A gpt-5.4' });
    const reason = /the provider rejected the request\.?\s+Check the settings of this model\./i;
    expect(await card.innerText()).toMatch(reason);
    const row = page.getByRole('row', { name: 'gpt-5.4' }).last();
    expect(await row.innerText()).toMatch(reason);

    isDown = false;
    scene.gateway.upstream.clear();
    await card.getByRole('button', { name: 'Try again' }).click();
    await card.locator('.output-text').getByText('A sentence of an answer.').first().waitFor();
    await card.getByText('A second try, not judged').waitFor();
    expect(scene.gateway.upstream.requests().map(({ model }) => model)).toEqual(['gpt-5.4']);
    const id = new URL((await card.getByRole('link').getAttribute('href')) ?? '').searchParams.get('run');
    const { body: record } = await scene.gateway.get(account.key, `/api/v1/prompts/${id}`);
    expect(record).toMatchObject({ models: ['gpt-5.4'], judges: [], request: { prompt: 'Tell me.' } });
  });

  it('has the disagreements of the judges on top, and each one’s reasons a click away', async () => {
    const { body } = await scene.gateway.post(account.key, {
      prompt: 'Tell me.',
      models: MODELS,
      judges: [LONG_JUDGE, SHORT_JUDGE],
    });
    const { disagreement } = body as { readonly disagreement?: readonly unknown[] };
    expect(disagreement?.length).toBeGreaterThan(0);
    const { page } = await open(1_440, 900);
    await openRun(page, (body as { readonly promptLogId: string }).promptLogId);
    const disputed = page.getByRole('list', { name: 'Pairs on which the judges disagree' });
    await disputed.waitFor();
    expect(await disputed.getByRole('listitem').count()).toBe(disagreement?.length);
    expect(await page.locator('.run h2').innerText()).toMatch(/^Not decisive: .* are level$/);
    await disputed.getByRole('button').first().click();
    expect(await page.locator('.pair-detail .judge-name').allInnerTexts()).toEqual([LONG_JUDGE, SHORT_JUDGE]);
    expect(await page.locator('.pair-detail .judge-run').count()).toBe(4);
  });

  it('tells how sure judging became before it stopped', async () => {
    const { body } = await scene.gateway.post(account.key, {
      prompt: 'Tell me.',
      models: MODELS,
      judges: [LONG_JUDGE],
      judge_until: 0.5,
    });
    const { page } = await open(1_440, 900);
    await openRun(page, (body as { readonly promptLogId: string }).promptLogId);
    await page.locator('.run-facts code').waitFor();
    expect(await page.locator('.run-facts').innerText()).toMatch(/\d+ of 12 judge runs; /);
  });

  it('has a place for an answer that is fused from the others', async () => {
    const { body } = await scene.gateway.post(account.key, {
      prompt: 'Tell me.',
      models: MODELS.slice(0, 2),
      judges: [LONG_JUDGE],
      fuse: 'gemini-3.5-flash',
    });
    const { page } = await open(1_440, 900);
    await openRun(page, (body as { readonly promptLogId: string }).promptLogId);
    const fused = page.getByRole('article', { name: 'Answer of C gemini-3.5-flash' });
    await fused.getByText('fused from the others').waitFor();
    expect(await page.locator('.output').count()).toBe(3);
    expect(await page.locator('.run-facts').innerText()).toContain('2 of 2 models answered');
  });
});
