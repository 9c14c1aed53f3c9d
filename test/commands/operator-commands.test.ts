import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { runCommand, type Finished } from './run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let manifests: string;
beforeEach(() => {
  manifests = mkdtempSync(join(tmpdir(), 'assay-operator-'));
  cpSync(join(ROOT, 'manifests'), manifests, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(manifests, { recursive: true, force: true });
});

/** @param line a command without quotes. @param words more arguments. */
async function assay(line: string, ...words: readonly string[]): Promise<Finished> {
  return await runCommand([...line.split(' '), ...words], { ASSAY_MANIFESTS: manifests });
}

function read(name: string): string {
  return readFileSync(join(manifests, name), 'utf8');
}

function edit(name: string, from: string, to: string): void {
  const text = read(name);
  expect(text).toContain(from);
  writeFileSync(
    join(manifests, name),
    text.replace(from, () => to),
  );
}

const MODEL = '--price-input 1 --price-output 2 --context 128000 --max-output 8192';

describe('a model and a provider added by command', () => {
  it('are only shown with --dry-run', async () => {
    const before = readdirSync(manifests).map((name) => [name, read(name)]);
    const model = await assay(
      `model add vega-5 --provider openai ${MODEL} --image-tokens 1500 --pdf no --dry-run`,
    );
    expect(model.stdout).toMatch(/^Would add vega-5 to /);
    // What every model of the file has, this one has too.
    expect(model.stdout.match(/^ {4}\w+: .*/gm)?.map((line) => line.trim().split(' #')[0])).toEqual([
      'group: fast',
      expect.stringMatching(/^price: \{ input: "1\.00", output: "2\.00", checked: /),
      'limits: { contextTokens: 128000, outputTokens: 8192, imageTokens: 1500 }',
      'accepts: { images: [image/png, image/jpeg, image/gif, image/webp], pdf: false }',
    ]);
    const server = 'workshop --base-url http://127.0.0.1:1/v1 --env WORKSHOP_API_KEY';
    const provider = await assay(`provider add ${server} --model vega-5 ${MODEL} --dry-run`);
    expect(provider.stdout).toMatch(/^Would write .*workshop\.yaml:\n/);
    expect(readdirSync(manifests).map((name) => [name, read(name)])).toEqual(before);
  });

  it('are like another model, but for the names, the prices and the days', async () => {
    const prices = '--price-input 1 --price-output 2 --price-cached-input 0.1';
    const { code, stderr } = await assay(
      `model add gpt-4o-next --like gpt-4o ${prices} --upstream gpt-4o-2027 --max-output 2048`,
    );
    expect([code, stderr]).toEqual([0, '']);
    const { models } = parse(read('openai.yaml'));
    const like = models.find(({ id }: { readonly id: string }) => id === 'gpt-4o');
    const {
      shutdown: _shutdown,
      successor: _successor,
      deprecated: _deprecated,
      judge: _judge,
      ...facts
    } = like;
    const today = new Date().toISOString().slice(0, 10);
    expect(models.at(-1)).toEqual({
      ...facts,
      id: 'gpt-4o-next',
      upstream: 'gpt-4o-2027',
      price: { input: '1.00', cachedInput: '0.10', output: '2.00', checked: today },
      limits: { ...like.limits, outputTokens: 2_048 },
    });
  });

  it('take over from another provider only what holds for both', async () => {
    const prices = '--price-input 1 --price-output 2 --price-cached-input none --caching none';
    const { stdout } = await assay(
      `model add x --like gpt-4o --provider mistral ${prices} --schema instruction --dry-run`,
    );
    expect(stdout).toMatch(/^Would add x to .*mistral\.yaml:\n/);
    expect(stdout).not.toContain('send:');
  });

  it.each<[string, RegExp]>([
    [
      'model add x --images png --pdf yes --caching explicit --group quick',
      /^assay model add: Missing: --provider, --price-input, --price-output, --context, --max-output, --image-tokens, --pdf-page-tokens, --cache-min-tokens\n--group must be one of: reasoning, fast, legacy\nUsage: assay model add ID \[options\]\n$/,
    ],
    [
      'model add x --like claude-opus-4-7',
      /^assay model add: Missing: --price-input, --price-output, --price-cached-input USD\|none, --price-cache-write USD\|none\nUsage: /,
    ],
    ['model add x --like gpt-4p', /There is no model "gpt-4p"\. Did you mean "gpt-4o"\?/],
    [
      'model add x --provider groq --price-input 1 --context 128000 --max-output 8192 --price-output 1e2 --send [] --top-p 1',
      /^assay model add: --send must be a JSON object, or none\n--price-output must be US dollars .*\n--top-p must be the least/,
    ],
    [
      'provider add workshop',
      /^assay provider add: Missing: --base-url, --env, --model, --price-input, --price-output, --context, --max-output\nUsage: /,
    ],
    [`model add x --provider opnai ${MODEL}`, /--provider names no provider .*did you mean "openai"\?/],
    [
      `provider add groq --model x ${MODEL}`,
      /"groq" is there already, in .*groq\.yaml\. "assay model add --provider groq"/,
    ],
    ['provider add workshop --base-url ftp://x --env none', /--base-url must be an http\(s\) address/],
    ['provider add workshop --plugin chat', /--plugin must be one of: ai-sdk, chat-completions/],
    ['provider add workshop --plugin ai-sdk', /--plugin cannot be ai-sdk, which works by a package/],
    ['provider add ../workshop', /begin with a small letter/],
    ['model remove', /^assay model remove: ID is missing\.\nUsage: assay model remove ID \[--dry-run\]\n$/],
  ])('are refused for %s, with what would be right', async (line, message) => {
    const { code, stdout, stderr } = await assay(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('are refused where the checks would refuse the manifest, with the place, and nothing is written', async () => {
    const before = read('mistral.yaml');
    const { code, stderr } = await assay(
      `model add next --provider mistral ${MODEL} --schema native --price-cached-input 1.5`,
    );
    expect(code).toBe(1);
    expect(stderr).toContain('Nothing was written, because these checks fail');
    expect(stderr).toMatch(/mistral\.yaml:\d+:\d+ \/models\/\d+\/price\/cachedInput: is dearer than input/);
    expect(stderr).toMatch(/\n +\| +\^{6}\n/);
    expect(stderr).toMatch(/schemaSubset does not say/);
    expect(read('mistral.yaml')).toBe(before);
  });

  it('are not added to manifests that are wrong already', async () => {
    edit('groq.yaml', 'group: fast', 'group: quick');
    const { code, stderr } = await assay(`model add next --provider mistral ${MODEL}`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/have 1 mistake already\. "assay check" shows them/),
    ]);
  });
});

it('assay model show says of each fact what says it, and where', async () => {
  const { stdout } = await assay('model show nova-micro');
  const lines = read('bedrock.yaml').split('\n');
  const sourceOf = (fact: string): unknown => {
    const [, from, line] =
      new RegExp(`^${RegExp.escape(fact)} +(\\w+)(?:, line (\\d+))?  `, 'm').exec(stdout) ?? [];
    return [from, lines[Number(line) - 1]?.trim().split(':')[0]];
  };
  expect(stdout).toMatch(/^nova-micro, in .*bedrock\.yaml\nfact +from +value\n/);
  expect(sourceOf('accepts.images')).toEqual(['model', 'accepts']);
  expect(sourceOf('caching.mode')).toEqual(['every', 'caching']);
  expect(sourceOf('provider.timeouts.idleMs')).toEqual(['provider', 'timeouts']);
  expect(sourceOf('provider.timeouts.totalMs')).toEqual(['schema', undefined]);
  expect(sourceOf('provider.usage.input')).toEqual(['plugin', undefined]);
  const { facts } = JSON.parse((await assay('model show nova-micro --json')).stdout);
  expect(facts).toContainEqual({ fact: 'provider.breaker.calls', value: 20, from: 'schema', line: null });
});

describe('assay check', () => {
  it('explains every mistake where it stands, as text and as JSON', async () => {
    edit('groq.yaml', 'group: fast', 'group: quick');
    edit('groq.yaml', 'baseUrl', 'baseUri');
    edit('mistral.yaml', 'input: "0.50"', 'input: 0.50');
    const { code, stdout } = await assay('check');
    expect(code).toBe(1);
    const line = read('mistral.yaml')
      .split('\n')
      .findIndex((text) => text.includes('input: 0.50'));
    const [, description = '', quotedLine = '', carets = ''] =
      /^(error .*mistral\.yaml.*)\n(.*)\n(.*)$/m.exec(stdout) ?? [];
    expect(description).toMatch(
      new RegExp(`mistral\\.yaml:${line + 1}:\\d+ /models/0/price/input: .*write "0\\.50"$`),
    );
    expect(quotedLine.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('0.50');
    expect(stdout).toMatch(/^8 manifests, \d+ models: 4 errors, \d+ warnings$/m);

    const json = await assay('check --json');
    expect(json.code).toBe(1);
    const report = JSON.parse(json.stdout);
    expect(Object.keys(report)).toEqual([
      'ok',
      'manifests',
      'models',
      'disabled',
      'calibrations',
      'panels',
      'problems',
      'warnings',
      'notes',
    ]);
    expect(report.ok).toBe(false);
    expect(report.problems.map(({ path }: { path: string }) => path)).toEqual([
      '/provider',
      '/provider/baseUri',
      '/models/1/group',
      '/models/0/price/input',
    ]);
    for (const problem of [...report.problems, ...report.warnings])
      expect(Object.keys(problem)).toEqual(['file', 'line', 'column', 'path', 'message', 'text']);
    expect(report.problems.at(-1)).toMatchObject({
      line: line + 1,
      text: read('mistral.yaml').split('\n')[line],
    });
  });

  it('prints the result before the notes, each on one line', async () => {
    expect((await assay('check')).stdout).toMatch(
      /errors, \d+ warnings?\n(?:note .*\n)+"assay model retiring" lists the models with an announced shutdown\.\n$/,
    );
  });

  it('lets warnings pass, and with --strict does not', async () => {
    for (const name of readdirSync(manifests)) {
      const today = new Date().toISOString().slice(0, 10);
      const quiet = read(name)
        .replace(/checked: [\d-]+/g, `checked: ${today}`)
        .replace(/^ {4}shutdown:.*\n/gm, '')
        .replace(/, discount: "[\d.]+"/g, ', discount: "0"');
      writeFileSync(
        join(manifests, name),
        quiet.replace(/checked: (\S+)/, name === 'groq.yaml' ? 'checked: 2026-01-01' : 'checked: $1'),
      );
    }
    const lax = await assay('check');
    expect([lax.code, lax.stdout]).toEqual([
      0,
      expect.stringMatching(/last compared \d+ days ago[^]*: 0 errors, 1 warning\n$/),
    ]);
    const strict = await assay('check --strict --json');
    expect([strict.code, JSON.parse(strict.stdout)]).toEqual([
      1,
      expect.objectContaining({ ok: false, problems: [] }),
    ]);
    edit('groq.yaml', 'checked: 2026-01-01', `checked: ${new Date().toISOString().slice(0, 10)}`);
    expect((await assay('check --strict')).code).toBe(0);
  });
});

describe('assay prices diff', () => {
  const LISTS = join(ROOT, 'test/fixtures/price-lists');

  beforeEach(() => {
    // Two invented providers, so that no news about a true one turns a test red.
    rmSync(manifests, { recursive: true });
    cpSync(join(ROOT, 'test/fixtures/manifests/valid'), manifests, { recursive: true });
    const names = 'priceLists: { modelsDev: northern-lights }';
    edit('borealis.yaml', '  maxReplyBytes', `  ${names}\n  maxReplyBytes`);
  });

  it('shows what differs; 3 says that something does', async () => {
    const before = readdirSync(manifests).map(read);
    const { code, stdout, stderr } = await assay('prices diff', join(LISTS, 'models-dev.json'));
    expect([code, stderr]).toEqual([3, '']);
    expect(stdout).toBe(`different
model          field                     manifest  list    change
aurora-vega-5  price.input               3.00      3.6     +20 %
aurora-vega-5  limits.outputTokens       128000    131072  +2.4 %
aurora-mini    price.input               0.00875   0.09    +928.6 %
aurora-mini    price.output              0.14      0       -100 %
aurora-mini    limits.contextTokens      32000     16000   -50 %
borealis-arc   price.longContext.output  15.00     18      +20 %

not in the list
model            why
borealis-glow.1  the provider has no model "glow-1" there; the nearest is glow-2

3 models compared, 0 agree; 6 differences; 1 not in the list
`);
    expect(readdirSync(manifests).map(read)).toEqual(before);
  });

  it('shows a difference of one token as what it is', async () => {
    const limits = '"limit": { "context": 400001, "output": 127999 }';
    const list = join(manifests, '..', 'one-token.json');
    writeFileSync(list, `{ "aurora": { "models": { "vega-5-2026-03-01": { ${limits} } } } }`);
    const { stdout } = await assay('prices diff', list);
    expect(stdout).toMatch(/limits\.contextTokens +400000 +400001 +\+<0\.1 %/);
    expect(stdout).toMatch(/limits\.outputTokens +128000 +127999 +-<0\.1 %/);
  });

  it('prints JSON', async () => {
    const list = join(manifests, 'list.json');
    writeFileSync(
      list,
      `{ "aurora": { "models": {
        "vega-5-2026-03-01": { "cost": { "input": 3, "cache_read": 0.25, "output": 15 } },
        "mini": { "cost": { "input": 0.00875001, "output": 0.14 } } } },
      "northern-lights": { "models": {
        "arc-2": { "cost": { "output": 11 } }, "glow-1": { "cost": { "output": 0.5 } } } } }`,
    );
    const { code, stdout } = await assay('prices diff --json', list);
    expect(code).toBe(3);
    const [aurora, borealis] = [join(manifests, 'aurora.yaml'), join(manifests, 'borealis.yaml')];
    const difference = (file: string, model: string, field: string, from: string, to: string): object => ({
      file,
      model,
      field,
      from,
      to,
    });
    expect(JSON.parse(stdout)).toEqual({
      differences: [
        difference(aurora, 'aurora-vega-5', 'price.cachedInput', '0.30', '0.25'),
        difference(aurora, 'aurora-mini', 'price.input', '0.00875', '0.00875001'),
        difference(borealis, 'borealis-arc', 'price.output', '10.00', '11'),
      ],
      unmatched: [],
      agreeing: 1,
    });
  });

  it('leaves 0 where nothing differs', async () => {
    const list = join(manifests, 'list.json');
    writeFileSync(list, '{"aurora":{"models":{"mini":{"cost":{"input":0.00875,"output":0.14}}}}}');
    const { code, stdout } = await assay('prices diff', list);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^1 model compared, 1 agree; 0 differences;/m)]);
  });

  it('compares no list while the manifests are wrong', async () => {
    edit('aurora.yaml', 'group: fast', 'group: quick');
    const { code, stderr } = await assay('prices diff', join(LISTS, 'models-dev.json'));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/have 1 mistake already\. "assay check" shows them/),
    ]);
  });

  it.each<[string, 1 | 2, RegExp]>([
    ['prices diff', 2, /FILE is missing\.\nUsage: assay prices diff FILE/],
    ['prices diff no-such-file.json', 1, /no-such-file\.json/],
    ['prices diff package.json', 1, /is not models\.dev's api\.json/],
  ])('refuses "%s" with exit code %i', async (line, exitCode, message) => {
    const { code, stdout, stderr } = await assay(line);
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toMatch(message);
  });
});
