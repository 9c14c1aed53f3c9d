import { afterAll, beforeAll, expect, it } from 'vitest';
import { samplePicture } from '../../support/samples/sample-picture.ts';
import { startConsoleScene, type ConsoleScene, type ConsoleVisit } from '../console-scene.ts';
import { describeChromium } from '../describe-chromium.ts';
import { fillForm } from '../fill-form.ts';

const NAME = 'a\u2066b\u202Egnp.png';
const SHOWN = 'aU+2066bU+202Egnp.png';

let scene: ConsoleScene;
let visit: ConsoleVisit;

describeChromium('the name of a file with characters one does not see', (chromium) => {
  beforeAll(async () => {
    scene = await startConsoleScene(chromium);
    visit = await scene.open((await scene.gateway.account(100)).key);
  });
  afterAll(() => scene.stop());

  it('is named in the list of attachments and in the curl command', async () => {
    const { page } = visit;
    await fillForm(page, { prompt: 'look', models: ['gpt-4o'] });
    await page
      .locator('#file-input')
      .setInputFiles({ name: NAME, mimeType: 'image/png', buffer: samplePicture(10) });
    expect(await page.locator('#file-list .file-name').textContent()).toBe(SHOWN);
    expect(await page.getByRole('button', { name: `Remove ${SHOWN}` }).count()).toBe(1);
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
    expect(visit.faults()).toEqual([]);
  });
});
