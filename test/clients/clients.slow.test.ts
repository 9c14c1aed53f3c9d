import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, PAGES } from '../docs/documents.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { describeWhereFound } from '../support/describe-where-found.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { CLIENT_PACKAGES } from './client-packages.ts';

// Programs of users, as processes of their own: nothing of the tests is in them but the scripted provider behind the
// gateway.
const [page] = PAGES.filter(({ name }) => name === 'docs/clients.md');
const pages = page === undefined ? [] : [page];
const PROGRAMS = ['openai', 'ai-sdk', 'langchain', 'compatcanary'];
const ANSWER = 'The capital of Australia is Canberra, not Sydney.';

let key: string;

const gateway = gatewayOfFile({ sandbox: { reply: createReply() } });
beforeAll(async () => {
  ({ key } = await gateway.account(10_000));
});

/** Calls where functions are sent, an answer where no schema is asked for; a provider that is busy until the client itself has tried again. */
function createReply(): (call: SandboxCall) => SandboxReply | undefined {
  const busy = new Map<string, number>();
  return ({ user, schema, model, functions }) => {
    if (user.startsWith('Busy at first.')) {
      const asked = (busy.get(user) ?? 0) + 1;
      busy.set(user, asked);
      // The gateway's own attempts for the client's first request.
      if (asked % 4 !== 0) return { status: 429 };
    }
    // The prompt of compatcanary's probe of tools.
    if (user === 'Call the provided tool with value CANARY_OK.')
      return { content: '', calls: [{ name: 'compatcanary_echo', arguments: '{"value":"CANARY_OK"}' }] };
    if (schema !== undefined || functions.length > 0 || model === 'none-of-ours') return undefined;
    return { content: ANSWER };
  };
}

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, words: readonly string[]): Promise<Outcome> {
  const child = spawn(program, words, {
    cwd: import.meta.dirname,
    env: {
      PATH: process.env['PATH'],
      HOME: gateway.folder,
      PYENV_ROOT: process.env['PYENV_ROOT'],
      ASSAY_KEY: key,
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: `${gateway.url}/v1`,
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

describeWhereFound('docs/clients.md', CLIENT_PACKAGES, () => {
  it.each(PROGRAMS)('every probe of %s passes', async (program) => {
    const { code, stdout, stderr } = await run(process.execPath, [
      join(import.meta.dirname, 'programs', `${program}.mjs`),
    ]);
    expect(code, stderr).toBe(0);
    const probes = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(probes.length).toBeGreaterThan(6);
    expect(probes.filter(({ passes }) => passes !== true)).toEqual([]);
  });

  it.each(blocksOf(pages, 'js'))('$place runs with Node', async ({ text }) => {
    const { code, stdout, stderr } = await run(process.execPath, [
      '--input-type=module',
      '--eval',
      here(text),
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout.trim()).not.toBe('');
  });
});

describe('docs/clients.md', () => {
  it.each(blocksOf(pages, 'python'))('$place runs with Python', async ({ text, place }) => {
    const [, name] = /^(?:from|import) (openai)\b/m.exec(text) ?? [];
    if (!hasPython(name)) {
      const wanted = name === undefined ? 'python3' : `python3 with ${name}`;
      process.stderr.write(`${place} was not run: this machine has no ${wanted}\n`);
      return;
    }
    const { code, stdout, stderr } = await run('python3', ['-c', here(text)]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(ANSWER);
  });
});

/** The same program for the gateway of this test. */
function here(text: string): string {
  return text.replaceAll('http://127.0.0.1:8080', gateway.url);
}

function hasPython(module = 'json'): boolean {
  return spawnSync('python3', ['-c', `import ${module}`]).status === 0;
}
