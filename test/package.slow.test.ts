import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { describeWhereFound } from './support/describe-where-found.ts';
import { eventually } from './support/eventually.ts';
import { folderOfFile } from './support/folder-of-file.ts';

const ROOT = join(import.meta.dirname, '..');
const EXAMPLE = join(ROOT, 'test/fixtures/example-plugin');
const MAX_BYTES = 12_000_000;

/** With the system's Node, and none of the project's own programs. */
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
/** How a machine reaches the registry is for it to say, but not what an npm says that runs these tests. */
const NPM_ENVIRONMENT = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/.test(name))),
  PATH,
};
const NPM_TIMEOUT_MS = 240_000;

function npm(words: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd,
    env: NPM_ENVIRONMENT,
    encoding: 'utf8',
    timeout: NPM_TIMEOUT_MS,
  });
  if (status !== 0) throw new Error(`npm ${words.join(' ')}:\n${stderr}`);
  return stdout;
}

/** Undefined if the packages that the project needs cannot be fetched here. */
function findRegistry(): string | undefined {
  try {
    return npm(['view', 'ajv', 'name', '--fetch-retries=0', '--fetch-timeout=10000'], ROOT);
  } catch {
    return undefined;
  }
}

describeWhereFound('the package', { tool: 'the npm registry', found: findRegistry() }, () => {
  const folder = folderOfFile('package');
  const prefix = join(folder, 'prefix');
  /** Where the commands run. */
  const empty = join(folder, 'empty');
  const installed = join(prefix, 'lib/node_modules', packageJson.name);
  let tarball: string;

  beforeAll(() => {
    mkdirSync(empty);
    npm(['pack', '--pack-destination', folder], ROOT);
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.tgz'));
    tarball = join(folder, name);
    npm(['install', '--global', '--prefix', prefix, tarball], empty);
  });

  const running = new Set<ChildProcess>();
  afterEach(() => {
    // What a failed test has left.
    for (const child of running) child.kill('SIGKILL');
  });

  function start(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Started {
    const child = spawn(join(prefix, 'bin/assay'), words, {
      cwd: empty,
      env: { HOME: folder, PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    running.add(child);
    const ended = once(child, 'close').then(() => {
      running.delete(child);
      return child.exitCode;
    });
    return { child, output: () => output, ended };
  }

  it('is small, and holds no TypeScript but what documents the contract of plugins', () => {
    expect(statSync(tarball).size).toBeLessThan(MAX_BYTES);
    expect(globSync('dist/**/*.{ts,cts}', { cwd: installed }).toSorted()).toEqual([
      'dist/core/contract.ts',
      'dist/core/model-facts.ts',
    ]);
  });

  it('says its version', async () => {
    const { ended, output } = start(['--version']);
    expect([await ended, output()]).toEqual([0, `${packageJson.version}\n`]);
  });

  it('shows the demo to its judged answer', async () => {
    const { ended, output } = start(['demo', '--once', '--port', '0']);
    expect(await ended, output()).toBe(0);
    expect(output()).toMatch(/^✓ judge /m);
    expect(output()).toContain('\nRanking');
  });

  it('serves in an empty folder what it has brought, and has nothing left to generate', async () => {
    const gateway = start(['serve'], { ASSAY_PORT: '0', ASSAY_METRICS_PORT: '0' });
    await untilReady(gateway);
    expect(gateway.output()).toContain(`"manifests":"${join(installed, 'dist/manifests')}"`);
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended, gateway.output()).toBe(0);
    expect(readdirSync(join(empty, 'data/cache'))).toEqual(['compiled']);
  });

  it('serves the manifests of the folder it is started in, with a plugin in TypeScript', async () => {
    const own = join(empty, 'own');
    cpSync(join(EXAMPLE, 'parlance.yaml'), join(empty, 'manifests/parlance.yaml'));
    cpSync(join(EXAMPLE, 'parley.ts'), join(own, 'parley.ts'));
    const gateway = start(['serve'], { ASSAY_PORT: '0', ASSAY_METRICS_PORT: '0', ASSAY_PLUGINS: own });
    await untilReady(gateway);
    expect(gateway.output()).toContain(`"manifests":"${join(empty, 'manifests')}"`);
    expect(gateway.output()).toContain('"providersWithoutKey":["parlance"]');
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended, gateway.output()).toBe(0);
  });

  it('serves the sandbox', async () => {
    const sandbox = start(['sandbox', '--port', '0']);
    await eventually(() => expect(sandbox.output()).toContain('# The sandbox answers at'));
    sandbox.child.kill('SIGTERM');
    expect(await sandbox.ended).toBe(0);
  });

  it('lets nobody edit the manifests that an upgrade would replace', async () => {
    const { ended, output } = start(['model', 'remove', 'gpt-5.4'], {
      ASSAY_MANIFESTS: join(installed, 'dist/manifests'),
    });
    expect(await ended).toBe(1);
    expect(output()).toContain('Copy that folder to ./manifests');
  });
});

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

/** By its own log, since it takes free ports. */
async function untilReady({ output }: Started): Promise<void> {
  await eventually(async () => {
    const [, port] = /"metricsPort":(\d+)/.exec(output()) ?? [];
    expect(port, output()).toBeDefined();
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });
}
