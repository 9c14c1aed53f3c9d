import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../commands/run-command.ts';
import { ROOT } from '../../support/gateways/run-gateway.ts';
import { startDialectUpstream, type DialectUpstream } from '../../sandbox/dialect-upstream.ts';
import { samplePicture } from '../../support/samples/sample-picture.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { keptCode } from '../../support/kept-code.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';

const EXAMPLE = join(ROOT, 'test/fixtures/example-plugin');
const PARLEY = join(EXAMPLE, 'parley.ts');
const PARLANCE = join(EXAMPLE, 'parlance.yaml');
const REPLY = readFileSync(join(EXAMPLE, 'reply.json'), 'utf8');

const folder = folderOfFile('plugin');
const manifests = join(folder, 'manifests');
const plugins = join(folder, 'plugins');
cpSync(join(ROOT, 'manifests'), manifests, { recursive: true });
mkdirSync(plugins);

interface CommandOutput {
  readonly code: number | null;
  readonly out: string;
}

/** A command in this process. */
async function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandOutput> {
  const { code, stdout, stderr } = await runCommand(words, environment);
  return { code, out: stdout + stderr };
}

/** Runs a command in an operator's folder, in which packages are resolved. */
function assay(words: readonly string[], environment: Readonly<Record<string, string>> = {}): CommandOutput {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'core/cli.ts'), ...words], {
    cwd: folder,
    env: { ...keptCode(), ...environment },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { code: status, out: stdout + stderr };
}

describe('the example plugin', () => {
  let upstream: DialectUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startDialectUpstream(({ path }) => ({
      status: path === '/v1/talk' ? 200 : 404,
      body: JSON.parse(REPLY),
    }));
    gateway = await startTestGateway({
      environment: { ASSAY_MANIFESTS: manifests, ASSAY_PLUGINS: plugins, PARLANCE_API_KEY: 'parlance-key' },
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await upstream?.stop();
  });

  it('answers once it and its manifest are put in place and the gateway is told to reload', async () => {
    cpSync(PARLEY, join(plugins, 'parley.ts'));
    const manifest = readFileSync(PARLANCE, 'utf8').replace(/baseUrl: \S+/, `baseUrl: ${upstream.url}/v1`);
    writeFileSync(join(manifests, 'parlance.yaml'), manifest);
    expect((await gateway.reload()).body).toMatchObject({ outcome: 'swapped' });

    const account = await gateway.account(100);
    const base64 = samplePicture(100).toString('base64');
    const { body } = await gateway.post(account.key, {
      prompt: 'How far is the moon?',
      attachments: [{ name: 'moon.png', type: 'image/png', base64 }],
      models: ['parlance-orator'],
      model_tuning: { 'parlance-orator': { tone: 'plain' } },
    });
    expect(body.results).toMatchObject([{ output: '384,400 kilometres.', tokensIn: 1_000, credits: 0.2 }]);
    expect(upstream.requests.at(-1)?.headers['x-parlance-key']).toBe('parlance-key');
    expect(upstream.requests.at(-1)?.body).toEqual({
      model: 'orator-1',
      conversation: [{ who: 'user', says: 'How far is the moon?' }],
      cap: 2_048,
      papers: [`data:image/png;base64,${base64}`],
      style: { tone: 'plain' },
    });
  });

  it('passes the check with its folder, and not without', async () => {
    const own = { ASSAY_MANIFESTS: manifests };
    expect(await run(['check'], { ...own, ASSAY_PLUGINS: plugins })).toMatchObject({ code: 0 });
    const { code, out } = await run(['check'], own);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/parlance\.yaml:7:11.*there is no plugin "parley".*ASSAY_PLUGINS, .*is not set/),
    ]);
    const empty = await run(['check'], { ...own, ASSAY_PLUGINS: folder });
    expect([empty.code, empty.out]).toEqual([1, expect.stringContaining(`in ASSAY_PLUGINS (${folder});`)]);
  });
});

describe('assay plugin test', () => {
  it('shows the example to owe nothing', async () => {
    const words = ['plugin', 'test', PARLEY, '--manifest', PARLANCE];
    const real = ['--reply', join(EXAMPLE, 'reply.json'), '--stream', join(EXAMPLE, 'stream.jsonl')];
    const { code, out } = await run([...words, ...real]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^21 cases: 21 ok, 0 owed, 0 failed$/m)]);
    const owing = JSON.parse((await run([...words, '--json'])).out);
    expect(owing.findings.filter(({ status }: { status: string }) => status !== 'ok')).toEqual([
      expect.objectContaining({
        case: 'a real reply',
        status: 'owed',
        advice: expect.stringMatching(/--reply/),
      }),
      expect.objectContaining({
        case: 'a real stream',
        status: 'owed',
        advice: expect.stringMatching(/--stream/),
      }),
    ]);
  });

  it('ends with 1 where something has failed', async () => {
    const file = join(folder, 'forgetful', 'parley.ts');
    mkdirSync(join(file, '..'));
    writeFileSync(file, readFileSync(PARLEY, 'utf8').replace('...call.system.map(', '...[].map('));
    const { code, out } = await run(['plugin', 'test', file, '--manifest', PARLANCE]);
    expect([code, out]).toEqual([1, expect.stringMatching(/^failed .*system blocks .*put every text/m)]);
  });

  it.each([
    ['modelId', 'modelId: call.model.upstream,'],
    ['/input/model', 'input: { model: call.model.upstream },'],
  ])('takes a format that names the model at %s, once it is told so', async (member, written) => {
    const file = join(folder, `member-${written.length}`, 'parley.ts');
    mkdirSync(join(file, '..'));
    writeFileSync(file, readFileSync(PARLEY, 'utf8').replace('model: call.model.upstream,', written));
    const words = ['plugin', 'test', file, '--manifest', PARLANCE];
    expect(await run(words)).toEqual({
      code: 1,
      out: expect.stringMatching(/write call\.model\.upstream at \/model, .*--model-member/),
    });
    expect(await run([...words, '--model-member', member])).toMatchObject({ code: 0 });
    expect((await run([...words, '--model-member', 'other'])).out).toContain('upstream at /other,');
  });

  it('refuses a plugin of another contract, and a manifest that names another', async () => {
    const file = join(folder, 'older.mjs');
    writeFileSync(file, 'export default { contractVersion: 3, buildRequest() {}, readReply() {} };');
    expect(await run(['plugin', 'test', file])).toEqual({
      code: 1,
      out: expect.stringMatching(
        /older\.mjs: contractVersion is 3, this gateway speaks 2: update the gateway/,
      ),
    });
    const chat = join(ROOT, 'plugins/messages.ts');
    expect((await run(['plugin', 'test', chat, '--manifest', PARLANCE])).out).toMatch(
      /name it there|there is no plugin/,
    );
  });
});

describe('a plugin that is an npm package', () => {
  const own = (): Readonly<Record<string, string>> => ({ ASSAY_MANIFESTS: join(folder, 'npm') });

  beforeAll(() => {
    mkdirSync(join(folder, 'npm'));
    const manifest = readFileSync(PARLANCE, 'utf8').replace('plugin: parley', 'plugin: npm:@acme/parley');
    writeFileSync(join(folder, 'npm/parlance.yaml'), manifest);
  });

  it('is asked for where it is not installed, and taken once it is', () => {
    const missing = assay(['check'], own());
    expect([missing.code, missing.out]).toEqual([
      1,
      expect.stringMatching(/parlance\.yaml:7:11.*is not installed.*npm install @acme\/parley/),
    ]);
    expect(assay(['model', 'list'], own()).out).toMatch(/npm install @acme\/parley/);

    const home = join(folder, 'node_modules/@acme/parley');
    mkdirSync(join(home, 'dist'), { recursive: true });
    const description = {
      name: '@acme/parley',
      type: 'module',
      exports: { '.': { import: './dist/parley.js' } },
    };
    writeFileSync(join(home, 'package.json'), JSON.stringify(description));
    // Node strips no types below node_modules, so a package ships JavaScript.
    writeFileSync(join(home, 'dist/parley.js'), stripTypeScriptTypes(readFileSync(PARLEY, 'utf8')));

    expect(assay(['check'], own())).toMatchObject({ code: 0 });
    expect(assay(['model', 'list'], own()).out).toMatch(/^parlance-orator /m);
    expect(assay(['plugin', 'test', 'npm:@acme/parley', '--manifest', 'npm/parlance.yaml'])).toMatchObject({
      code: 0,
    });
  });
});
