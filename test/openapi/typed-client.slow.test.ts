import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT_PACKAGES } from '../clients/client-packages.ts';
import { describeWhereFound } from '../support/describe-where-found.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../support/gateways/test-gateway.ts';
import { CLIENT_PROGRAM } from './client-program.ts';
import { exampleReply } from './example-upstream.ts';
import { MODEL_COUNT } from '../support/model-count.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');

const TSCONFIG = {
  compilerOptions: {
    target: 'esnext',
    lib: ['esnext', 'dom'],
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    types: ['node'],
    outDir: 'out',
  },
  files: ['program.ts'],
};

describeWhereFound('a client generated from the description', CLIENT_PACKAGES, (packages) => {
  let gateway: TestGateway;
  let account: TestAccount;
  let folder: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: { reply: exampleReply } });
    account = await gateway.account(1_000);
    folder = await mkdtemp(join(tmpdir(), 'assay-client-'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await generate();
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (
    ...words: readonly string[]
  ): Promise<{ readonly code: number; readonly stdout: string }> => {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder });
      return { code: 0, stdout };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, stdout: stdout + stderr };
    }
  };

  /** With the very words the documents give, but for the gateway's address. */
  async function generate(): Promise<void> {
    const page = (await readFile(join(ROOT, 'docs/api.md'), 'utf8')).replace(/ *\\\n */g, ' ');
    const [, words = ''] = /^npx swagger-typescript-api (generate .*?)(?: *#.*)?$/m.exec(page) ?? [];
    expect(words).toContain('http://127.0.0.1:8080/openapi.json');
    const said = await run(
      join(packages, 'swagger-typescript-api/dist/cli.mjs'),
      ...words.replace('http://127.0.0.1:8080', gateway.url).split(' '),
    );
    expect(said.code, said.stdout).toBe(0);
  }

  it('type-checks right calls, and no wrong one', async () => {
    await writeFile(join(folder, 'program.ts'), CLIENT_PROGRAM);
    const compiled = await run(COMPILER, '-p', folder);
    expect(compiled).toEqual({ code: 0, stdout: '' });
  });

  it('calls every operation of the gateway', async () => {
    const { code, stdout } = await run(join(folder, 'out', 'program.js'), gateway.url, account.key);
    expect(code, stdout).toBe(0);
    const said = JSON.parse(stdout);
    expect(said).toEqual({
      models: MODEL_COUNT,
      creditsRequired: expect.any(Number),
      outputs: ['gpt-5.4: Canberra', 'gemini-3.5-flash: Sydney'],
      winners: ['a'],
      creditsUsed: expect.any(Number),
      state: 'settled',
      listed: [true],
      creditsPosted: expect.any(Number),
      refused: '/prompt',
    });
    expect(said.creditsUsed).toBeGreaterThan(0);
    expect(said.creditsPosted).toBeCloseTo(1_000 - said.creditsUsed, 6);
  });

  it('is told of a call that is wrong', async () => {
    const wrong = `${CLIENT_PROGRAM}\nawait gateway.prompts.prompt({ prompt: 'x', models: ['nobody'] });\n`;
    await writeFile(join(folder, 'program.ts'), wrong);
    const { code, stdout } = await run(COMPILER, '-p', folder);
    expect(code).not.toBe(0);
    expect(stdout.trim().split('\n')[0]).toMatch(
      /^program\.ts.*error TS2322: Type '"nobody"' is not assignable/,
    );
  });
});
