import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { calibrationText } from '../../core/calibration/calibration-text.ts';
import type { ModelsResponse } from '../../core/generated/models-response.ts';
import { DEMO_REQUEST } from '../../core/sandbox/demo/demo-answers.ts';
import type { TestAccount } from '../support/gateways/test-gateway.ts';
import { audit, consoleOfFile, instantDemoReply, type ConsoleVisit } from './console-scene.ts';
import { describeChromium } from './describe-chromium.ts';
import { cellsOf, fillForm, sendAndWait } from './fill-form.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const [STEADY, FICKLE] = DEMO_REQUEST.judges;

let account: TestAccount;
const folder = folderOfFile('consensus');
const scene = consoleOfFile({
  sandbox: {
    reply: (call) =>
      call.user.includes('of a judge that fails') && call.user.includes('<<<FIRST ')
        ? { status: 400 }
        : instantDemoReply(call),
  },
  environment: { ASSAY_CALIBRATIONS: folder },
});

async function readModels(): Promise<ModelsResponse> {
  const { body: reply } = await scene.gateway.get(account.key, '/api/v1/models');
  return reply as ModelsResponse;
}

/** @param right correct verdicts on 98 labelled pairs, by judge. */
async function calibrate(name: string, right: Readonly<Record<string, number>>): Promise<void> {
  const { models, judgePrompt } = await readModels();
  const judges = Object.entries(right).map(([id, count]) => {
    const version = models.find((model) => model.id === id)?.version ?? '';
    return [id, { model: version, labelled: { pairs: 98, right: count, ties: 0 } }] as const;
  });
  const calibration = {
    version: 1,
    date: '2026-11-22T00:00:00Z',
    judgePrompt,
    judges: Object.fromEntries(judges),
  } as const;
  writeFileSync(join(folder, `${name}.yaml`), calibrationText(calibration, []));
  expect((await scene.gateway.reload()).body).toMatchObject({ outcome: 'swapped' });
}

async function run(width: number): Promise<ConsoleVisit> {
  const visit = await scene.open(account.key, { viewport: { width, height: 800 } });
  await fillForm(visit.page, DEMO_REQUEST);
  await sendAndWait(visit.page);
  return visit;
}

const consensusOf = (page: Page) => page.getByRole('region', { name: 'Verdicts', exact: true });

describeChromium('the judges’ consensus on the console', () => {
  beforeAll(async () => {
    account = await scene.gateway.account(50_000);
  });

  it('warns of a single judge that gave no verdict', async () => {
    const { page } = await scene.open(account.key, { viewport: { width: 1_440, height: 800 } });
    const [one, other] = DEMO_REQUEST.models;
    await fillForm(page, { prompt: 'of a judge that fails', models: [one, other], judges: [FICKLE] });
    await sendAndWait(page);
    const notes = consensusOf(page).locator('.notes');
    expect(await notes.innerText()).toMatch(/gave no verdict in 2 of 2 runs: 2 rejected/);
  });

  it.each([1_440, 360])(
    'tells how much each judge counts, and by which calibration, %i wide',
    async (width) => {
      if (width === 1_440) await calibrate('support', { [STEADY]: 40, [FICKLE]: 94 });
      const { page } = await run(width);
      expect(await consensusOf(page).locator('.about h4').innerText()).toContain(
        'weighted by the calibration support',
      );
      const rows = await cellsOf(consensusOf(page).locator('.board'));
      expect(rows.map(([judge, , weight, from]) => [judge, weight, from])).toEqual([
        [STEADY, 'no say', 'verdicts on 98 labelled pairs: no better than chance'],
        [FICKLE, '2.94', 'verdicts on 98 labelled pairs'],
      ]);
      expect((await cellsOf(consensusOf(page).locator('.matrix')))[0]?.slice(2)).toEqual([
        'tie ~ 0.00',
        'win +1.00',
        'win +1.00',
      ]);
      expect(await page.locator('.run h2').innerText()).toBe(
        'Not decisive: claude-sonnet-4-6 and gpt-5.4 are level',
      );
      expect(await audit(page)).toEqual([]);
    },
  );

  it('says where no judge is better than chance', async () => {
    await calibrate('support', { [STEADY]: 40, [FICKLE]: 49 });
    const { page } = await run(360);
    expect(await consensusOf(page).locator('.notes').innerText()).toMatch(/no judge of this panel is better/);
    expect(await audit(page)).toEqual([]);
  });
});
