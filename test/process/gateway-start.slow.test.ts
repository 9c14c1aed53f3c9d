import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INLINE_BODY_BYTES } from '../../core/workers/pool.ts';
import { eventually } from '../support/eventually.ts';
import { GATEWAY_SCRIPT, ROOT } from '../support/gateways/run-gateway.ts';
import { runProcess, type ChildEnvironment, type Finished } from '../support/gateways/run-process.ts';
import { post } from './client-load.ts';
import { startScene, type ProcessScene } from './process-scene.ts';

let scene: ProcessScene;
let holder: Server;
let takenPort: number;

beforeAll(async () => {
  scene = await startScene();
  holder = createServer();
  await new Promise<void>((resolve) => {
    holder.listen(0, '127.0.0.1', resolve);
  });
  takenPort = (holder.address() as AddressInfo).port;
});
afterAll(async () => {
  holder.close();
  await scene.stop();
});

async function startWith(extra: ChildEnvironment, words: readonly string[] = []): Promise<Finished> {
  const environment = { ...scene.environment, ...extra };
  return runProcess({ words: [GATEWAY_SCRIPT, ...words], environment, folder: ROOT });
}

/** One line a person can act on, and nothing that only a programmer can read. */
function expectOneLine({ code, stdout, stderr }: Finished, exitCode = 1): void {
  expect(code).toBe(exitCode);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^assay: [^\n]+\n$/);
  expect(stderr).not.toMatch(/^\s+at /m);
}

function makeFolder(name: string): string {
  mkdirSync(join(scene.folder, name), { recursive: true });
  return join(scene.folder, name);
}

function makeFile(name: string, text: string): string {
  writeFileSync(join(scene.folder, name), text);
  return join(scene.folder, name);
}

describe('a start that cannot succeed', () => {
  it.each<[string, ChildEnvironment, string]>([
    ['a port that is no number', { ASSAY_PORT: 'http' }, 'ASSAY_PORT must be a whole number from 0 to 65535'],
    ['a region that could change the host', { AWS_REGION: 'evil.example/' }, 'AWS_REGION must be'],
    ['a folder of manifests that is not there', { ASSAY_MANIFESTS: './nowhere' }, 'ASSAY_MANIFESTS'],
  ])('says of %s what is wrong, in one line', async (_name, extra, message) => {
    const finished = await startWith(extra);
    expectOneLine(finished);
    expect(finished.stderr).toContain(message);
  });

  it.each(['ASSAY_PORT', 'ASSAY_METRICS_PORT'])(
    'names the port of %s where it is taken',
    async (variable) => {
      const finished = await startWith({ [variable]: String(takenPort) });
      expect(finished.code).toBe(1);
      expect(finished.stderr).toMatch(/^assay: [^\n]*in use[^\n]*\n$/);
      expect(finished.stderr).toContain(String(takenPort));
    },
  );

  it.each<[string, () => string]>([
    ['a folder', () => makeFolder('a-folder')],
    ['a file that is no database', () => makeFile('notes.db', 'These are only notes. '.repeat(400))],
    ['a path below a file', () => join(makeFile('plain', 'x'), 'assay.db')],
  ])('refuses %s as the database, and names it', async (_name, prepare) => {
    const path = prepare();
    const finished = await startWith({ ASSAY_DATABASE_URL: `file:${path}` });
    expectOneLine(finished);
    expect(finished.stderr).toContain(path.replace('/assay.db', ''));
  });

  it('names the place of a mistake in a manifest, as commands do', async () => {
    const manifests = makeFolder('broken-manifests');
    cpSync(scene.environment['ASSAY_MANIFESTS'] ?? '', manifests, { recursive: true });
    const file = join(manifests, 'mistral.yaml');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('group: reasoning');
    writeFileSync(file, text.replace('group: reasoning', 'group: reasoning\n    colour: blue'));
    const place = new RegExp(`${RegExp.escape(file)}:\\d+:\\d+.*colour`);
    const start = await startWith({ ASSAY_MANIFESTS: manifests });
    expect([start.code, start.stdout]).toEqual([1, '']);
    expect(start.stderr).toMatch(place);
    expect(start.stderr).not.toMatch(/^\s+at |node:internal/m);
    const models = await scene.assay(['model', 'list'], { ASSAY_MANIFESTS: manifests });
    expect([models.code, models.stdout]).toEqual([1, '']);
    expect(models.stderr).toMatch(place);
    const check = await scene.assay(['check'], { ASSAY_MANIFESTS: manifests });
    expect([check.code, check.stdout]).toEqual([1, expect.stringMatching(place)]);
  });

  it('says so where its working directory was deleted before', async () => {
    const removeAndStart = `require('node:fs').rmdirSync(process.cwd());
      const options = { stdio: 'inherit', timeout: 120_000, killSignal: 'SIGKILL' };
      const { status } = require('node:child_process').spawnSync(
        process.execPath, [${JSON.stringify(GATEWAY_SCRIPT)}], options);
      process.exitCode = status ?? 9;`;
    const finished = await runProcess({
      words: ['--eval', removeAndStart],
      environment: { ...scene.environment, ASSAY_CACHE: './cache' },
      folder: makeFolder('deleted-before'),
    });
    expectOneLine(finished);
    expect(finished.stderr).toContain('The working directory has been deleted');
  });

  it('ends where its working directory is deleted meanwhile', async () => {
    const remove = `import { rmdirSync } from 'node:fs'; rmdirSync(process.cwd());`;
    const finished = await runProcess({
      words: ['--import', `data:text/javascript,${encodeURIComponent(remove)}`, GATEWAY_SCRIPT],
      environment: { ...scene.environment, ASSAY_MANIFESTS: './manifests', ASSAY_CACHE: './cache' },
      folder: makeFolder('deleted-meanwhile'),
    });
    expectOneLine(finished);
    expect(finished.stderr).toContain('the manifests in ./manifests cannot be read');
  });

  it('refuses words it does not know', async () => {
    const finished = await startWith({}, ['--prot', '1']);
    expectOneLine(finished, 2);
    expect(finished.stderr).toContain('--prot');
  });
});

describe('a second gateway', () => {
  it('is refused on the same ledger, and the first serves on', async () => {
    const first = await scene.start();
    const finished = await startWith({});
    expectOneLine(finished);
    expect(finished.stderr).toContain('Another gateway is using the ledger');
    expect((await fetch(`${first.operationsUrl}/readyz`)).status).toBe(200);
    expect(await first.stop()).toEqual({ code: 0, signal: null });
  });

  it('may follow on the same ledger once the first has gone, however it went', async () => {
    const first = await scene.start();
    first.signal('SIGKILL');
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const second = await scene.start();
    expect((await fetch(`${second.operationsUrl}/readyz`)).status).toBe(200);
    await second.stop();
  });
});

it('keeps what its threads compile for the next start', async () => {
  const cache = join(scene.folder, 'compiled-anew');
  const key = await scene.account(`read by a thread ${randomUUID()}`, 10);
  const gateway = await scene.start({ ASSAY_CACHE: cache, NODE_COMPILE_CACHE: '' });
  // A thread parses a body of this length, once it has stored its compiled modules. A body that waits too long is refused.
  const body = { prompt: 'x'.repeat(INLINE_BODY_BYTES), models: ['gpt-4o'] };
  const agent = new Agent();
  await eventually(async () =>
    expect(await post(agent, { url: gateway.url, key, body })).toMatchObject({ status: 200 }),
  );
  await gateway.stop();
  const kept = readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  // Threads of the pool load it, and they alone.
  const line = 'export function* windows(';
  expect(readFileSync(join(ROOT, 'core/workers/pdf-sections.ts'), 'utf8')).toContain(line);
  expect(kept.filter((text) => text.includes(line))).not.toEqual([]);
});

describe('the help', () => {
  it('lists every variable and an example, and starts nothing', async () => {
    const { code, stdout, stderr } = await startWith({ ASSAY_PORT: 'nonsense' }, ['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const name of ['ASSAY_PORT', 'ASSAY_DATABASE_URL', 'ASSAY_MANIFESTS', 'ASSAY_BASE_URL_<PROVIDER>'])
      expect(stdout).toContain(name);
    expect(stdout).toMatch(/^Example: /m);
  });
});
