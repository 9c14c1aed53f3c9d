import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULE = new URL('../core/thread-environment.ts', import.meta.url).href;
/** What the thread says of its environment, and whether it keeps code where its process does. */
const PROGRAM = `
  import { once } from 'node:events';
  import { getCompileCacheDir } from 'node:module';
  import { Worker } from 'node:worker_threads';
  const { threadEnvironment } = await import('${MODULE}');
  const code = \`require('node:worker_threads').parentPort.postMessage(
    [require('node:module').getCompileCacheDir(), Object.keys(process.env)])\`;
  const [[folder, names]] = await once(new Worker(code, { eval: true, execArgv: [], env: threadEnvironment() }), 'message');
  console.log(JSON.stringify([folder === getCompileCacheDir(), names]));`;

function said(environment: Readonly<Record<string, string>>): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { ASSAY_KEY: 'secret', ...environment },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

it('lets a thread use what its process has compiled, and tells it nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-compiled-'));
  try {
    expect(said({ NODE_COMPILE_CACHE: folder })).toEqual([true, ['NODE_COMPILE_CACHE']]);
    expect(said({})).toEqual([true, []]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
