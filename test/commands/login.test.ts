import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { saveProfile } from '../../core/commands/client/profile.ts';
import { startAssay } from '../process/running-assay.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { runCommand, type Finished } from './run-command.ts';

const gateway = gatewayOfFile();
let home: string;
let key: string;
let name: string;
beforeAll(async () => {
  ({ key, name } = await gateway.account(1_000));
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'assay-home-'));
  return () => rmSync(home, { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const file = (): string => join(home, 'assay', 'profile.json');

/** With nothing set but the folder of the profile. */
const assay = (
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Finished> => runCommand(words, { XDG_CONFIG_HOME: home, ...variables });

async function login(input: string): Promise<Finished> {
  const running = startAssay(['login', '--url', `${gateway.url}/`], {
    environment: { XDG_CONFIG_HOME: home },
    input,
  });
  return { code: (await running.ended) ?? -1, stdout: running.stdout(), stderr: running.stderr() };
}

it('assay login keeps a key that works for this user alone, and other commands use it until assay logout', async () => {
  const { code, stdout, stderr } = await login(`${key}\n`);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(
    `Logged in to ${gateway.url} with 1000.00 credits. The key is in ${file()}.\nNext: `,
  );
  expect(stdout).not.toContain(key);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ url: gateway.url, key });
  const sentPrompt = await assay(['prompt', 'send', 'hi', '-m', 'gpt-4o', '--json']);
  expect(sentPrompt.code).toBe(0);
  const { promptLogId } = JSON.parse(sentPrompt.stdout);

  const list = await assay(['prompt', 'list']);
  expect(list.stdout).toMatch(
    new RegExp(`^id +created +credits +models +prompt\\n${promptLogId} +just now +[\\d.]+ +gpt-4o +hi\\n$`),
  );
  expect((await assay(['prompts', '--json'])).stdout).toContain(`"promptLogId": "${promptLogId}"`);
  const shownPrompt = await assay(['prompt', 'show', promptLogId]);
  expect(shownPrompt.stdout).toMatch(
    new RegExp(`^id +${promptLogId}\\nstate +settled\\n[^]*\\nPrompt\\nhi\\n\\n1 {2}gpt-4o\\n`),
  );
  expect(JSON.parse((await assay(['prompt', 'show', promptLogId, '--json'])).stdout)).toMatchObject({
    promptLogId,
  });
  await assay(['prompt', 'send', 'ho', '-m', 'gpt-4o', '--label', 'Release notes']);
  const labelledList = await assay(['prompt', 'list', '--label', 'Release notes']);
  expect(labelledList.stdout).toMatch(
    /^id +created +label +credits +models\n\S+ +just now +Release notes +[\d.]+ +gpt-4o\n$/,
  );
  expect((await assay(['prompt', 'list', '--label', 'other'])).stdout).toBe('No prompt has this label.\n');
  const missingPrompt = await assay(['prompt', 'show', 'nothing']);
  expect([missingPrompt.code, missingPrompt.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^assay prompt show: "nothing" is not a whole prompt ID\. "assay prompt list" lists them\.\n/,
    ),
  ]);
  const models = await assay(['models', '--group', 'legacy']);
  expect(models.stderr).toBe(`These are the models of ${gateway.url}, where you are logged in.\n`);
  expect(models.stdout).toMatch(/^gpt-4o .* yes /m);

  expect((await assay(['logout'])).stdout).toBe(`Logged out: ${file()} is removed.\n`);
  expect((await assay(['logout'])).stdout).toBe('You were not logged in.\n');
  const [{ code: without, stderr: message }] = [await assay(['prompt', 'list', '--url', gateway.url])];
  expect([without, message]).toEqual([1, expect.stringContaining('Run "assay login", or set ASSAY_KEY')]);
});

it('assay login keeps no key that the gateway refuses, and nothing that is none', async () => {
  for (const [input, message, code] of [
    ['assay_nobody\n', /^assay login: .*\(401\)[^]*Run "assay login", or set ASSAY_KEY\./, 1],
    ['\n', /^assay login: That is not an API key\..*\nUsage: /, 2],
    ['two words\n', /^assay login: That is not an API key\./, 2],
  ] as const) {
    const refused = await login(input);
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      code,
      '',
      expect.stringMatching(message),
    ]);
  }
  expect(() => statSync(file())).toThrow(/ENOENT/);
});

it('the environment wins over what is kept, and a kept key goes to no other address', async () => {
  await saveProfile({ url: 'http://127.0.0.1:9', key }, { XDG_CONFIG_HOME: home });
  const otherUrl = await assay(['prompt', 'list', '--url', gateway.url]);
  expect([otherUrl.code, otherUrl.stderr]).toEqual([
    1,
    `assay prompt list: The key that "assay login" keeps is for http://127.0.0.1:9 and is not sent to ${gateway.url}. Log in there, or set ASSAY_KEY.\n`,
  ]);
  const port = new URL(gateway.url).port;
  expect((await assay(['prompt', 'list'], { ASSAY_PORT: port })).stderr).toContain('is not sent to');
  expect((await assay(['prompt', 'list'], { ASSAY_PORT: port, ASSAY_KEY: key })).code).toBe(0);
  expect(
    (await assay(['prompt', 'list', '--url', gateway.url], { ASSAY_KEY: 'assay_nobody' })).stderr,
  ).toContain('(401)');
});

it('a profile that others can read, or that is none, is refused with what to do', async () => {
  await saveProfile({ url: gateway.url, key }, { XDG_CONFIG_HOME: home });
  chmodSync(file(), 0o640);
  expect((await assay(['prompt', 'list'])).stderr).toBe(
    `assay prompt list: Others can read ${file()}, which holds an API key. Run: chmod 600 ${file()}\n`,
  );
  expect((await login(`${key}\n`)).code).toBe(0);
  expect((await assay(['prompt', 'list'])).code).toBe(0);
  await saveProfile({ url: gateway.url } as never, { XDG_CONFIG_HOME: home });
  expect((await assay(['prompt', 'list'])).stderr).toContain(
    'is not what "assay login" writes. Log in again.',
  );
});

it('names the nearest account and model', async () => {
  const environment = { ASSAY_DATABASE_URL: `file:${join(gateway.folder, 'assay.db')}` };
  const near = `${name.slice(0, -1)}x`;
  for (const words of [
    ['account', 'credit', near, '1'],
    ['account', 'set', near, '--markup', '2'],
    ['key', 'create', near],
    ['ledger', 'history', near],
    ['usage', '--account', near],
    ['judge', 'flips', '--account', near],
  ])
    expect((await assay(words, environment)).stderr).toContain(
      `: There is no account "${near}". Did you mean "`,
    );
  expect((await assay(['model', 'show', 'gpt-4p'])).stderr).toContain(
    'There is no model "gpt-4p". Did you mean "gpt-4o"?',
  );
});
