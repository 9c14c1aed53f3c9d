import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../support/gateways/test-gateway.ts';
import { consoleOfFile } from './console-scene.ts';
import { startCutProxy } from './cut-proxy.ts';
import { describeChromium } from './describe-chromium.ts';
import {
  fillForm,
  fillPrompt,
  promptField,
  send,
  sendAndWait,
  sentBody,
  showForm,
  unfold,
} from './fill-form.ts';
import { judgeReply } from '../../core/sandbox/judge/judge-reply.ts';
import { MODEL_COUNT } from '../support/model-count.ts';

const HOSTILE = '<img src=x onerror="alert(1)"> \u202E gnp.exe';

let account: TestAccount;
let page: Page;
/** Delays answers to prompts that contain `wait`. */
let answerAfter: Promise<void> = Promise.resolve();
const scene = consoleOfFile({
  sandbox: {
    reply: async (call) => {
      const { user, model } = call;
      if (user.includes('wait')) await answerAfter;
      const verdict = user.includes('to be judged') ? judgeReply(call) : undefined;
      return verdict ?? { content: `From ${model}: ${user.slice(0, 40)}` };
    },
  },
});

const runId = (): string => new URL(page.url()).searchParams.get('run') ?? '';
const answers = (): Promise<readonly string[]> => page.locator('.output-text').allInnerTexts();
const heading = (name: RegExp | string): Promise<void> => page.getByRole('heading', { name }).waitFor();
const delayAnswers = (): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answerAfter = promise;
  return resolve;
};

async function createdAtOf(id: string): Promise<string> {
  return (await scene.gateway.get(account.key, `/api/v1/prompts/${id}`)).body.createdAt;
}

async function openHistory(): Promise<void> {
  await page.getByRole('button', { name: 'History' }).click();
  await page.locator('#history-state').getByText(/run/).waitFor();
}

describeChromium('the history of the console', () => {
  beforeAll(async () => {
    account = await scene.gateway.account(20_000);
  });

  describe('of one account', () => {
    beforeAll(async () => {
      ({ page } = await scene.open(account.key));
    });

    it('has an address for each run, and goes back and forward between them', async () => {
      await fillForm(page, { prompt: 'first question', models: ['gpt-4o', 'gpt-5.4'] });
      await sendAndWait(page);
      const first = runId();
      expect(first).toMatch(/^[\w-]{36}$/);
      await fillPrompt(page, `second ${HOSTILE}`);
      await send(page);
      await page.locator('.question-start').getByText('second').waitFor();
      await page.locator('.output-text').getByText('second').first().waitFor();
      const second = runId();
      expect(second).not.toBe(first);
      await page.goBack();
      await page.locator('.output-text').getByText('From gpt-4o: first question').waitFor();
      expect(runId()).toBe(first);
      await page.goBack();
      await page.locator('#empty').waitFor();
      await page.goForward();
      await page.goForward();
      await page.locator('.output-text').getByText('second').first().waitFor();
      expect(await page.locator('.board .state').allInnerTexts()).toEqual(['✓ done', '✓ done']);
      // The draft is what was typed last, whatever run is shown.
      await showForm(page);
      expect(await promptField(page).inputValue()).toBe(`second ${HOSTILE}`);
    });

    it('shows a run and the draft again after a reload', async () => {
      const id = runId();
      await unfold(page, 'Settings');
      await page.getByLabel('Temperature').fill('0.4');
      await page.getByLabel('Temperature').blur();
      await page.reload();
      await heading('2 of 2 models answered');
      expect(runId()).toBe(id);
      const time = page.locator('.run-facts time');
      const createdAt = await createdAtOf(id);
      expect(await time.getAttribute('datetime')).toBe(createdAt);
      const words = { dateStyle: 'medium', timeStyle: 'short' } as const;
      expect(await time.innerText()).toBe(new Date(createdAt).toLocaleString('en', words));
      await showForm(page);
      expect(await promptField(page).inputValue()).toBe(`second ${HOSTILE}`);
      expect(await page.locator('#temperature').inputValue()).toBe('0.4');
      expect(await page.locator('#models-count').innerText()).toBe(`2 of ${MODEL_COUNT} chosen`);
    });

    it('finds runs by words of the prompt, by model and by day, and opens them', async () => {
      await openHistory();
      const list = page.locator('#history-list li');
      await expect.poll(() => list.count()).toBe(2);
      expect(await list.first().innerText()).toContain('<img src=x onerror="alert(1)"> U+202E gnp.exe');
      expect(await page.locator('#history-list img').count()).toBe(0);
      const words = page.getByLabel('Words of the prompt');
      await words.fill('QUESTION first');
      await expect.poll(() => list.count()).toBe(1);
      await words.fill('"question first"');
      await page.locator('#history-state').getByText('No run found.').waitFor();
      await words.fill('first');
      await expect.poll(() => list.count()).toBe(1);
      await page.locator('#history-dialog summary').filter({ hasText: 'Filters' }).click();
      await page.locator('#history-model').selectOption('nova-lite');
      await page.locator('#history-state').getByText('No run found.').waitFor();
      expect(await page.locator('#history-model option').count()).toBe(MODEL_COUNT + 1);
      await page.locator('#history-model').selectOption('gpt-4o');
      await expect.poll(() => list.count()).toBe(1);
      await page.locator('#history-to').fill('2020-01-01');
      await page.locator('#history-state').getByText('No run found.').waitFor();
      await page.locator('#history-from').fill('2020-01-02');
      await page.locator('#history-state').getByText('is after the one in “To”').waitFor();
      await page.locator('#history-from').fill('');
      await page.locator('#history-to').fill('');
      await list.getByRole('link').click();
      await page.locator('.output-text').getByText('From gpt-4o: first question').waitFor();
      expect(await page.locator('#history-dialog').isVisible()).toBe(false);
    });

    it('opens the run whose ID or link is pasted into the search', async () => {
      const first = runId();
      for (const named of [`  ${first.toUpperCase()} `, `https://elsewhere.test/console?run=${first}`]) {
        await page.goto(`${scene.gateway.url}/console`);
        await openHistory();
        await page.getByLabel('Words of the prompt').fill(named);
        await page.locator('.output-text').getByText('From gpt-4o: first question').waitFor();
        expect([runId(), await page.locator('#history-dialog').isVisible()]).toEqual([first, false]);
      }
      await openHistory();
      expect(await page.getByLabel('Words of the prompt').inputValue()).toBe('');
      // No run of this account: it may be a word of a prompt.
      await page.getByLabel('Words of the prompt').fill('00000000-0000-7000-8000-000000000000');
      await page.locator('#history-state').getByText('No run found.').waitFor();
      await page.getByLabel('Words of the prompt').fill('');
      await page.keyboard.press('Escape');
    });

    it('says in the row of a judged run who won', async () => {
      const request = { prompt: 'to be judged', models: ['gpt-4o', 'gpt-5.4'], judges: ['grok-4.5'] };
      await scene.gateway.post(account.key, request);
      await openHistory();
      const row = page.locator('#history-list li').filter({ hasText: 'to be judged' });
      await row.locator('.history-winner').waitFor();
      expect(await row.innerText()).toMatch(/\n(gpt-4o|gpt-5\.4) won 1 of 1 comparison\n|\nNot decisive: /);
      await page.keyboard.press('Escape');
    });

    it('deletes the texts of a run at a second press, and its figures stay', async () => {
      const { body } = await scene.gateway.post(account.key, { prompt: 'to be deleted', models: ['gpt-4o'] });
      await openHistory();
      const row = page.locator('#history-list li').filter({ hasText: 'to be deleted' });
      await row.getByRole('button', { name: 'Delete', exact: true }).click();
      await row.getByRole('button', { name: 'Delete for good' }).click();
      await page.locator('#history-list li').first().getByText('no text is stored').waitFor();
      expect(await row.count()).toBe(0);
      expect(await page.locator('#history-list section').count()).toBe(1);
      const record = await scene.gateway.get(account.key, `/api/v1/prompts/${body.promptLogId}`);
      expect(record.body).toMatchObject({ request: null, response: null, zeroDataRetention: true });
      await page.keyboard.press('Escape');
    });

    it('renames a run in the list and on its page, and finds it by its name', async () => {
      const request = { prompt: 'to be named', models: ['gpt-4o'] };
      const { body } = await scene.gateway.post(account.key, request);
      const rename = async (name: string): Promise<void> => {
        await page.getByLabel('Name', { exact: true }).last().fill(name);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.locator('#run-name').waitFor({ state: 'detached' });
      };
      await openHistory();
      const row = page.locator('#history-list li').filter({ hasText: 'to be named' });
      await row.getByRole('button', { name: 'Rename' }).click();
      await rename(HOSTILE);
      expect(await row.innerText()).toMatch(
        /^<img src=x onerror="alert\(1\)"> U\+202E gnp\.exe\n+to be named\n/,
      );
      await page.getByLabel('Words of the prompt').fill('GNP');
      await expect.poll(() => row.count()).toBe(1);
      await row.getByRole('link').click();
      await page.locator('.question strong').getByText('gnp.exe').waitFor();
      await page.getByRole('button', { name: 'Rename' }).click();
      await rename('  ');
      await page.locator('.question-start').getByText('to be named').waitFor();
      expect(await page.locator('.question strong').count()).toBe(0);
      const record = await scene.gateway.get(account.key, `/api/v1/prompts/${body.promptLogId}`);
      expect(record.body).not.toHaveProperty('label');
    });

    it('shows the runs of one name as one row, which lists them', async () => {
      const [models, judges] = [['gpt-4o', 'gpt-5.4'], ['grok-4.5']];
      const request = { models, judges, label: 'support 0a1b2c3d' };
      await scene.gateway.post(account.key, {
        ...request,
        prompt: 'asked of others',
        models: ['gpt-4o'],
      });
      for (const prompt of ['kept one to be judged', 'kept two to be judged', 'kept three to be judged'])
        await scene.gateway.post(account.key, { ...request, prompt });
      await page.goto(`${scene.gateway.url}/console`);
      await openHistory();
      const rows = page.locator('#history-list li');
      const group = rows.filter({ hasText: 'support 0a1b2c3d' });
      expect(await group.innerText()).toMatch(/^support 0a1b2c3d\n[\d:]+ [AP]M · 4 runs\n/);
      await group.getByRole('button', { name: /^support/ }).click();
      await expect.poll(() => rows.count()).toBe(4);
      expect(await rows.last().innerText()).toContain('asked of others');
      await page.getByRole('button', { name: 'Clear the search' }).click();
      await expect.poll(() => group.count()).toBe(1);
      await group.getByRole('button', { name: 'Report of support 0a1b2c3d' }).click();
      await page.locator('#viewer-report .prompt').nth(2).waitFor();
      expect(await page.locator('#viewer-report .prompt').allInnerTexts()).toEqual([
        expect.stringContaining('kept one'),
        expect.stringContaining('kept two'),
        expect.stringContaining('kept three'),
      ]);
      expect(await page.locator('#viewer-state').innerText()).toBe(
        'support 0a1b2c3d; 1 run with other models or judges is left out',
      );
      await page.getByRole('button', { name: '← Back' }).click();
    });

    it('puts a past request back into the form: "Edit request"', async () => {
      const body = {
        prompt: 'asked by a program',
        models: ['gpt-5.4', 'nova-lite'],
        judges: ['claude-opus-4-7'],
        judge_prompt: 'Short wins.',
        judge_weights: { accuracy: 0.5, speed: 0.25, cost: 0 },
        generation_settings: { temperature: 0.2, maxTokens: 99 },
        system_prompt: 'Be kind.',
        response_schema: { type: 'object' },
        model_tuning: { 'gpt-5.4': { reasoningEffort: 'high' } },
        max_credits: 500,
        judge_pairs: [[0, 1]],
        history: [
          { role: 'user', content: 'before' },
          { role: 'assistant', content: 'answered' },
        ],
      };
      const sent = await scene.gateway.post(account.key, body);
      expect(sent.status).toBe(200);
      await page.goto(`${scene.gateway.url}/console?run=${sent.body.promptLogId}`);
      await heading('2 of 2 models answered');
      await fillPrompt(page, 'what I was writing');
      await page.getByRole('button', { name: 'Edit request' }).click();
      expect(await promptField(page).inputValue()).toBe(body.prompt);
      await page.getByRole('button', { name: 'Bring back what I had written' }).click();
      expect(await promptField(page).inputValue()).toBe('what I was writing');
      expect(await page.locator('#replacement').isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Edit request' }).click();
      expect(await page.locator('#replacement-words').innerText()).toContain('credit limit, pairs to judge');
      expect(await sentBody(page, send)).toEqual(body);
      await heading('2 of 2 models answered');
    });

    it('says of a run of another account, or of none, that this key has none such', async () => {
      const other = await scene.gateway.account(100);
      const { body } = await scene.gateway.post(other.key, { prompt: 'theirs', models: ['gpt-4o'] });
      for (const id of [body.promptLogId, 'nobody']) {
        await page.goto(`${scene.gateway.url}/console?run=${id}`);
        await page.getByRole('alert').getByText('use a key of the same account').waitFor();
      }
      await page.goto(`${scene.gateway.url}/console?run=<script>`);
      await page.locator('#empty').waitFor();
    });
  });

  describe('of a run that goes on', () => {
    it('is followed after a reload, and by a colleague with another key', async () => {
      const release = delayAnswers();
      ({ page } = await scene.open(account.key));
      await fillForm(page, { prompt: 'wait for it', models: ['gpt-4o', 'gpt-5.4'] });
      await send(page);
      await heading('0 of 2 answered');
      await page.waitForURL(/run=/);
      const url = page.url();
      await page.reload();
      await heading('0 of 2 answered');
      expect(await page.locator('.output-title').allInnerTexts()).toEqual(['Agpt-4o', 'Bgpt-5.4']);
      expect(await page.locator('#cancel').isVisible()).toBe(true);
      const colleague = await scene.visit();
      await colleague.page.goto(url);
      await colleague.page.getByLabel('API key').fill(account.key);
      await colleague.page.keyboard.press('Enter');
      await colleague.page.getByRole('heading', { name: '0 of 2 answered' }).waitFor();
      release();
      await heading('2 of 2 models answered');
      await page.locator('.question-start').getByText('wait for it').waitFor();
      await colleague.page.getByRole('heading', { name: '2 of 2 models answered' }).waitFor();
      expect(await answers()).toEqual(['From gpt-4o: wait for it', 'From gpt-5.4: wait for it']);
    });

    it('goes on by itself after a cut, without a second call', async () => {
      const release = delayAnswers();
      const proxy = await startCutProxy(scene.gateway.url);
      try {
        ({ page } = await scene.open(account.key, { url: proxy.url }));
        await fillForm(page, { prompt: 'please wait', models: ['gpt-4o'] });
        scene.gateway.upstream.clear();
        await send(page);
        await page.waitForURL(/run=/);
        await expect.poll(() => scene.gateway.upstream.requests().length).toBe(1);
        proxy.cut();
        release();
        await heading('1 of 1 models answered');
        expect(await answers()).toEqual(['From gpt-4o: please wait']);
        expect(scene.gateway.upstream.requests()).toHaveLength(1);
      } finally {
        proxy.stop();
      }
    });
  });

  it('leaves the address of the run before for a run that cannot be opened again', async () => {
    ({ page } = await scene.open(account.key));
    await fillForm(page, { prompt: 'kept', models: ['gpt-4o'] });
    await sendAndWait(page);
    const before = page.url();
    expect(before).toContain('run=');
    await fillPrompt(page, 'not kept');
    await page.getByRole('switch', { name: 'Zero data retention' }).check();
    await sendAndWait(page);
    expect(page.url()).not.toContain('run=');
    expect(await page.title()).not.toContain('Run');
    expect(await page.getByRole('button', { name: 'Copy link to this run' }).count()).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: 'Copy link to this run' }).waitFor();
    expect(page.url()).toBe(before);
  });

  it('keeps nothing of a draft under zero data retention', async () => {
    ({ page } = await scene.open(account.key));
    const stored = (): Promise<string> =>
      page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    await fillPrompt(page, 'canary-draft-771');
    await expect.poll(stored).toContain('canary-draft-771');
    await page.getByRole('switch', { name: 'Zero data retention' }).check();
    expect(await stored()).not.toContain('canary');
    await fillPrompt(page, 'canary-draft-772');
    await page.reload();
    expect(await promptField(page).inputValue()).toBe('');
    expect(await stored()).not.toContain('canary');
    // That it is not to be stored must not be lost with it.
    const retention = page.getByRole('switch', { name: 'Zero data retention' });
    expect(await retention.isChecked()).toBe(true);
    await retention.uncheck();
    await page.reload();
    expect(await retention.isChecked()).toBe(false);
  });
});
