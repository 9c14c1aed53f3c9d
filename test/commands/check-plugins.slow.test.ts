import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-check-'));
  for (const from of ['manifests', 'test/fixtures/ai-sdk'])
    cpSync(join(ROOT, from), join(folder, 'manifests'), { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

interface Report {
  readonly ok: boolean;
  readonly problems: readonly Readonly<Record<'file' | 'path' | 'message' | 'text', string>>[];
}

async function report(plugins?: string): Promise<Report> {
  const { code, stdout } = await runCommand(['check', '--json'], {
    ASSAY_MANIFESTS: join(folder, 'manifests'),
    ...(plugins !== undefined && { ASSAY_PLUGINS: plugins }),
  });
  const checkReport: Report = JSON.parse(stdout);
  expect(checkReport.ok).toBe(code === 0);
  return checkReport;
}

function replace(name: string, line: RegExp, by: string): void {
  const file = join(folder, 'manifests', name);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(line);
  writeFileSync(file, text.replace(line, by));
}

const BRIDGE = /^ {2}bridge: .*$/m;

it.each([
  [
    '  bridge: { package: "@ai-sdk/cohere", options: { facory: createCohere } }',
    '/provider/bridge/options/facory',
    /^the plugin ai-sdk has no option facory; correct bridge\.options/,
  ],
  [
    '  bridge: { package: "@ai-sdk/cohere", options: { settings: [1] } }',
    '/provider/bridge/options/settings',
    /must be a map of settings; correct it$/,
  ],
  [
    '  bridge: { package: "@ai-sdk/cohere", options: { factory: createAurora } }',
    '/provider/bridge/options/factory',
    /name one as bridge\.options\.factory/,
  ],
  [
    '  bridge: { package: "@ai-sdk/cohere", options: { method: speak } }',
    '/provider/bridge/options/method',
    /correct bridge\.options\.method/,
  ],
  ['  # no bridge', '/provider/plugin', /needs bridge: \{ package: "..." \} in cohere\.yaml/],
])('assay check shows the place of "%s"', async (line, path, message) => {
  replace('cohere.yaml', BRIDGE, line);
  const { problems } = await report();
  expect(problems).toHaveLength(1);
  const [problem] = problems;
  expect([problem?.file, problem?.path]).toEqual([join(folder, 'manifests', 'cohere.yaml'), path]);
  expect(problem?.message).toMatch(message);
  expect(problem?.text).toBe(path === '/provider/plugin' ? '  plugin: ai-sdk' : line);
});

it('assay check shows a bridge that the plugin does not take, and a plugin that cannot be used', async () => {
  const plugins = join(folder, 'plugins');
  mkdirSync(plugins);
  writeFileSync(join(plugins, 'aurora-old.js'), 'export default { contractVersion: 0 };');
  replace('cohere.yaml', /plugin: ai-sdk/, 'plugin: chat-completions');
  replace('perplexity.yaml', /plugin: ai-sdk/, 'plugin: aurora-old');
  const { problems } = await report(plugins);
  expect(problems.map(({ path, message }) => [path, message])).toEqual([
    ['/provider/bridge', expect.stringMatching(/^the plugin chat-completions takes no bridge; remove it/)],
    ['/provider/plugin', expect.stringMatching(/aurora-old\.js: contractVersion is 0/)],
  ]);
});

it.each(['/messages', '/messages/0', '/model', '/temperature', '/stream'])(
  'assay check shows a tuning parameter that overwrites %s, which the format writes',
  async (pointer) => {
    const parameter = `    nudge: { enum: [plain], description: Nothing., x-wire: ${pointer} }`;
    replace('groq.yaml', /^models:$/m, `tuning:\n  nudged:\n${parameter}\nmodels:`);
    replace('groq.yaml', /^ {2}- id: gpt-oss-20b$/m, '  - id: gpt-oss-20b\n    tuning: nudged');
    replace('groq.yaml', /^ {2}- id: qwen3.6-27b$/m, '  - id: qwen3.6-27b\n    tuning: nudged');
    const { problems } = await report();
    expect(problems).toEqual([
      expect.objectContaining({
        path: '/tuning/nudged/nudge/x-wire',
        message: `nudge sets ${pointer}, which the format writes itself; name another place`,
        text: parameter,
      }),
    ]);
  },
);

it('assay check passes bridges that are as their plugin takes them', async () => {
  expect(await report()).toMatchObject({ ok: true, problems: [] });
});

it('assay check shows a price for what no reply counts', async () => {
  replace('groq.yaml', /^ {4}cachedInput: .*\n/m, '');
  const { problems } = await report();
  expect(problems).not.toEqual([]);
  for (const { path, message } of problems) {
    expect(path).toMatch(/^\/models\/[0-9]+\/price\/cachedInput$/);
    expect(message).toBe(
      'can never be billed: provider.usage or the plugin must say, as cachedInput, where a reply counts it',
    );
  }
});
