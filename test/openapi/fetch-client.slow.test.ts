import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT_PACKAGES } from '../clients/client-packages.ts';
import { describeWhereFound } from '../support/describe-where-found.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../support/gateways/test-gateway.ts';
import { exampleReply } from './example-upstream.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ROOT_PACKAGES = join(ROOT, 'node_modules');
const COMPILER = join(ROOT_PACKAGES, 'typescript/bin/tsc');

const TSCONFIG = {
  compilerOptions: {
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.asynciterable'],
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    outDir: 'out',
  },
  files: ['program.ts'],
};

/** What follows the documented program. `Same` is true for one type alone, not for a union that holds it. */
const MORE = `
type Schemas = components['schemas'];
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
export const json: Same<typeof data, Schemas['PromptResponse'] | Schemas['PromptStatus']> = true;
type Answers = paths['/api/v1/prompt']['post']['responses'][200]['content'];
export const answer: Same<Answers['application/json'], Schemas['PromptResponse']> = true;
export const stream: Same<Answers['text/event-stream'], string> = true;

import { EventSourceParserStream } from 'eventsource-parser/stream';

const events = await gateway.POST('/api/v1/prompt', {
  body,
  headers: { Accept: 'text/event-stream' },
  parseAs: 'stream',
});
if (!events.data) throw new Error(events.error?.detail);
const words = events.data.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
for await (const { id, event, data } of words) {
  const told = { id, event, data: JSON.parse(data) } as Schemas['PromptEvent'];
  if (told.event === 'started') console.log(told.data.creditsHeld > 0);
  if (told.event === 'done') console.log(told.data.results[0]?.output);
}
`;

describeWhereFound('a client of openapi-typescript and openapi-fetch', CLIENT_PACKAGES, (packages) => {
  let gateway: TestGateway;
  let account: TestAccount;
  let folder: string;
  let page: string;
  beforeAll(async () => {
    page = await readFile(join(ROOT, 'docs/api.md'), 'utf8');
    gateway = await startTestGateway({ sandbox: { reply: exampleReply } });
    account = await gateway.account(1_000);
    folder = await mkdtemp(join(tmpdir(), 'assay-fetch-client-'));
    await mkdir(join(folder, 'node_modules'));
    const own = { '@types': ROOT_PACKAGES, 'eventsource-parser': ROOT_PACKAGES, 'openapi-fetch': packages };
    for (const [name, from] of Object.entries(own))
      await symlink(join(from, name), join(folder, 'node_modules', name));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    const [, words = ''] = /^npx openapi-typescript (.*)$/m.exec(page) ?? [];
    await run(join(packages, 'openapi-typescript/bin/cli.js'), ...here(words).split(' '));
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const here = (text: string): string => text.replace('http://127.0.0.1:8080', gateway.url);

  async function run(...words: readonly string[]): Promise<string> {
    const env = { ...process.env, ASSAY_KEY: account.key };
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder, env });
    return stdout;
  }

  it('has one type for JSON answers, and streams beside it', async () => {
    const [, documented = ''] = /```ts\n(import createClient.*?)```/s.exec(page) ?? [];
    await writeFile(join(folder, 'program.ts'), here(documented) + MORE);
    expect(await run(COMPILER, '-p', folder).catch((error: { stdout: string }) => error.stdout)).toBe('');
    expect(await run(join(folder, 'out', 'program.js'))).toBe('Canberra\ntrue\nCanberra\n');
  });
});
