import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { GENERATOR_SOURCES } from '../core/generation/generator-sources.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Far out: people judge sizes, this only notices what nobody would defend. */
const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 100;
const MAX_FOLDER_FILES = 20;

/** Contracts, errors and constants that every room may import. */
const GROUND = [
  'core/contract',
  'core/model-facts',
  'core/generated',
  'core/errors',
  'core/faults',
  'core/refused-address',
  'core/thread-environment',
  'core/version',
  'core/schema/json-pointer',
  'core/schema/json-values',
  'core/schema/subschemas',
  'core/tracing/span',
  'core/text/nearest-name',
];
/** What a client of the API needs, in a browser and at a terminal. */
const CLIENT = 'core/client';
/** Ratings and figures of a run, in a browser and at a terminal. */
const BOARD = 'core/board';
/** How a board is drawn, on a page and in a file. */
const REPORT = 'core/report';
const SERVICES = [
  'core/billing',
  'core/calibration',
  'core/generation',
  'core/ledger',
  'core/panels',
  'core/registry',
  'core/schema',
  'core/statistics',
  'core/stores',
  'core/text',
  'core/tools',
  'core/workers',
];
const MODEL_FILES = ['core/manifests/load', 'core/manifests/check', 'core/manifests/link'];
/** Which rooms a file may import from. The first row whose room holds the file counts. */
const LAYERS: readonly { readonly room: string; readonly may: readonly string[] }[] = [
  // Entries and composition.
  {
    room: 'core/main',
    may: [
      'core/config/cache-fallback',
      'core/entry/keep-compiled',
      'core/require-node',
      'core/entry/run-main',
    ],
  },
  {
    room: 'core/cli',
    may: ['core/entry/keep-compiled', 'core/require-node', 'core/entry/run-cli', 'core/entry/run-serve'],
  },
  { room: 'core/require-node', may: [] },
  {
    room: 'core/entry/run-main',
    may: [
      'core/entry/collect-when-needed',
      'core/entry/keep-wasm-code',
      'core/entry/refuse-debugger',
      'core/start',
      'core/entry/start-arguments',
      'core/entry/working-directory',
      'core/argument-error',
    ],
  },
  { room: 'core/entry/build', may: ['core/entry/generate', 'core/generation'] },
  { room: 'core/entry/generate', may: ['core/generation', 'core/registry'] },
  { room: 'core/entry/collect-when-needed', may: [] },
  { room: 'core/entry/keep-compiled', may: [] },
  { room: 'core/entry/keep-wasm-code', may: [] },
  { room: 'core/entry/refuse-debugger', may: [] },
  { room: 'core/entry/working-directory', may: [] },
  { room: 'core/entry/start-arguments', may: ['core/config'] },
  { room: 'core/entry/ready-text', may: ['core/config'] },
  { room: 'core/argument-error', may: [] },
  { room: 'core/start', may: ['core'] },
  { room: 'core/app', may: ['core'] },
  { room: 'core/entry/end-on-signals', may: ['core/log'] },
  { room: 'core/log-output', may: [] },
  { room: 'core/when-idle', may: [] },
  { room: 'core/thread-environment', may: [] },
  { room: 'core/log', may: ['core/log-output', 'core/terminal/readable-log'] },
  { room: 'core/config', may: ['core/config', ...GROUND] },
  // The command line.
  { room: 'core/entry/run-serve', may: ['core/commands/gateway/serve'] },
  {
    room: 'core/entry/run-cli',
    may: [
      'core/commands/run-command',
      'core/entry/keep-wasm-code',
      'core/entry/refuse-debugger',
      'core/entry/working-directory',
    ],
  },
  {
    room: 'core/commands/tables',
    // Help and completion load all of them; what a command runs is loaded by a call.
    may: ['core/commands/tables', 'core/commands/command-table', 'core/config/variables'],
  },
  { room: 'core/commands/gateway/serve', may: ['core/config', 'core/main'] },
  {
    room: 'core/commands',
    may: [
      'core/commands',
      'core/administration',
      'core/pipeline/judge/judge-prompt',
      'core/manifests',
      'core/plugin-check',
      'core/terminal',
      'core/eval',
      CLIENT,
      BOARD,
      REPORT,
      'core/config',
      'core/argument-error',
      'codegen',
      'core/sandbox/demo/demo',
      'core/sandbox/run/sandbox',
      ...SERVICES,
      ...GROUND,
    ],
  },
  // What operators do, whether by a command or by a request.
  { room: 'core/administration', may: ['core/administration', 'core/config', ...SERVICES, ...GROUND] },
  {
    room: 'core/terminal',
    may: [
      'core/terminal',
      'core/calibration/measure',
      'core/manifests/load/manifest-problem',
      CLIENT,
      BOARD,
      REPORT,
      ...GROUND,
    ],
  },
  // Suites and their runs, as a client of the API.
  {
    room: 'core/eval',
    may: [
      'core/eval',
      'core/calibration',
      CLIENT,
      BOARD,
      'core/manifests/check/explain-schema-error',
      'core/manifests/load',
      'core/terminal/quote-source',
      'core/schema/field-errors',
      'core/text/write-whole',
      ...GROUND,
    ],
  },
  {
    room: 'core/plugin-check',
    may: ['core/plugin-check', 'core/pipeline', 'core/upstream', 'core/registry', ...GROUND],
  },
  // Plain modules, for the page and for commands.
  { room: CLIENT, may: [CLIENT, 'core/generated'] },
  { room: BOARD, may: [BOARD, 'core/generated', 'core/model-facts'] },
  {
    room: REPORT,
    may: [REPORT, BOARD, CLIENT, 'core/generated'],
  },
  { room: 'core/console', may: ['core/console', CLIENT, BOARD, REPORT, 'core/generated'] },
  { room: 'core/docs', may: [] },
  // The tables of the APIs: what is described, checked and routed.
  { room: 'core/api', may: ['core/api', 'core/ledger/requests/request-page', ...GROUND] },
  // A gateway, from its front door down.
  { room: 'core/http/server', may: ['core/http/server', ...GROUND] },
  {
    room: 'core/http/operators',
    may: ['core/http/operators', 'core/http/server', 'core/metrics', ...GROUND],
  },
  {
    room: 'core/http',
    may: [
      'core/http',
      'core/api',
      'core/administration',
      'core/dialects',
      'core/pipeline',
      'core/upstream',
      'core/metrics',
      'core/log',
      'core/config',
      ...SERVICES,
      ...GROUND,
    ],
  },
  {
    room: 'core/pipeline/plan',
    may: [
      'core/pipeline/plan',
      'core/pipeline/request-context',
      'core/upstream',
      'core/metrics',
      'core/log',
      ...SERVICES,
      ...GROUND,
    ],
  },
  {
    room: 'core/pipeline/call',
    may: [
      'core/pipeline/call',
      'core/pipeline/plan',
      'core/pipeline/request-context',
      'core/upstream',
      'core/metrics',
      'core/log',
      ...SERVICES,
      ...GROUND,
    ],
  },
  {
    room: 'core/pipeline/fuse',
    may: [
      'core/pipeline/fuse',
      'core/pipeline/judge',
      'core/pipeline/plan',
      'core/pipeline/request-context',
      'core/upstream',
      'core/metrics',
      ...SERVICES,
      ...GROUND,
    ],
  },
  {
    room: 'core/pipeline/judge',
    may: [
      'core/pipeline/judge',
      'core/pipeline/call',
      'core/pipeline/plan',
      'core/pipeline/request-context',
      'core/upstream',
      'core/metrics',
      ...SERVICES,
      ...GROUND,
    ],
  },
  {
    room: 'core/pipeline',
    may: [
      'core/pipeline',
      'core/upstream',
      'core/metrics',
      'core/log',
      'core/config',
      ...SERVICES,
      ...GROUND,
    ],
  },
  {
    room: 'core/upstream',
    may: [
      'core/upstream',
      'core/registry',
      'core/stores/account-shares',
      'core/metrics',
      'core/config',
      'core/text',
      'core/workers',
      ...GROUND,
    ],
  },
  { room: 'core/webhooks/sign-webhook', may: [] },
  {
    room: 'core/webhooks',
    may: [
      'core/webhooks',
      'core/upstream/connect',
      'core/ledger',
      'core/workers/pool',
      'core/billing/amounts',
      'core/metrics',
      'core/log',
      ...GROUND,
    ],
  },
  {
    room: 'core/reload',
    may: [
      'core/reload',
      'core/administration/reload-answer',
      'core/calibration',
      'core/panels',
      'core/registry',
      'core/pipeline/plan/model-plan',
      'core/upstream',
      'core/metrics',
      'core/log',
      'core/config',
      ...MODEL_FILES,
      ...GROUND,
    ],
  },
  {
    room: 'core/registry',
    may: [
      'core/registry',
      'core/calibration',
      'core/panels',
      'core/generation',
      'core/schema/check-by',
      ...MODEL_FILES,
      ...GROUND,
    ],
  },
  // What a gateway runs on is generated in a thread.
  { room: 'core/generation', may: ['core/generation', 'codegen', ...MODEL_FILES, ...GROUND] },
  {
    room: 'core/panels',
    may: [
      'core/panels',
      'core/generation/load-validators',
      'core/calibration/panel-weights',
      'core/calibration/judging-conflicts',
      'core/schema/field-errors',
      ...MODEL_FILES,
      ...GROUND,
    ],
  },
  {
    room: 'core/calibration',
    may: [
      'core/calibration',
      'core/generation/load-validators',
      'core/statistics',
      'core/schema/field-errors',
      ...MODEL_FILES,
      ...GROUND,
    ],
  },
  // Pure figures, from counts to counts.
  { room: 'core/statistics', may: ['core/statistics', 'core/board/random'] },
  { room: 'core/tracing', may: ['core/tracing', 'core/config', ...GROUND] },
  // The ledgers. Accounts take turns at whatever works for all of them.
  {
    room: 'core/ledger/open-ledger',
    may: ['core/ledger', 'core/config', ...GROUND],
  },
  {
    room: 'core/ledger',
    may: [
      'core/ledger',
      'core/billing',
      'core/stores/account-shares',
      'core/stores/api-key',
      'core/text/plain-json',
      'core/workers/fair-queue',
      ...GROUND,
    ],
  },
  // Services.
  { room: 'core/billing', may: ['core/billing', ...GROUND] },
  { room: 'core/schema', may: ['core/schema', 'core/generation/load-validators', ...GROUND] },
  { room: 'core/stores', may: ['core/stores', 'core/text', ...GROUND] },
  { room: 'core/text', may: ['core/text', ...GROUND] },
  { room: 'core/tools', may: ['core/tools', 'core/text', ...GROUND] },
  // Bodies of other dialects: pure, so that a thread can work through them.
  {
    room: 'core/dialects',
    may: [
      'core/dialects',
      'core/generation/load-validators',
      'core/schema/check-by',
      'core/text',
      'core/tools',
      ...GROUND,
    ],
  },
  {
    room: 'core/workers',
    may: [
      'core/workers',
      'core/dialects',
      'core/webhooks/sign-webhook',
      'core/schema',
      'core/text',
      'core/tools',
      ...GROUND,
    ],
  },
  { room: 'core/metrics', may: ['core/metrics', 'core/billing/amounts'] },
  // Manifests: read, check, link; then what commands change in them.
  { room: 'core/manifests/load', may: ['core/manifests/load', ...GROUND] },
  {
    room: 'core/manifests/check',
    may: ['core/manifests/check', 'core/manifests/load', 'core/schema/field-errors', ...GROUND],
  },
  { room: 'core/manifests/link', may: [...MODEL_FILES, ...GROUND] },
  { room: 'core/manifests/edit', may: ['core/manifests/edit', ...MODEL_FILES, ...GROUND] },
  { room: 'core/manifests/prices', may: ['core/manifests/prices', ...MODEL_FILES, ...GROUND] },
  // The ground, and what stands beside the core.
  { room: 'core/generated', may: GROUND },
  { room: 'core/contract', may: ['core/model-facts'] },
  { room: 'core/model-facts', may: [] },
  { room: 'core/errors', may: ['core/contract'] },
  { room: 'core/faults', may: ['core/contract'] },
  { room: 'core/refused-address', may: [] },
  { room: 'core/version', may: ['package.json'] },
  // The demo is a whole gateway before the sandbox, which knows nothing of either.
  { room: 'core/sandbox/demo', may: ['core/sandbox', 'core'] },
  { room: 'core/sandbox', may: ['core/sandbox', 'core/config'] },
  { room: 'plugins', may: ['plugins/shared', 'core/contract', 'core/generated'] },
  // The tables of variables, metrics and commands are generated from the code that defines them.
  {
    room: 'codegen/docs',
    may: [
      'codegen',
      'core/commands/tables',
      'core/commands/command-table',
      'core/config/variables',
      'core/metrics',
      'core/registry/describe-model',
      'core/dialects/compat-problems',
      'core/schema/json-values',
      ...MODEL_FILES,
      'core/contract',
      'core/errors',
      'core/faults',
      'core/generated',
    ],
  },
  {
    room: 'codegen',
    may: [
      'codegen',
      'core/api',
      'core/dialects/compat-problems',
      'core/ledger/sql/schema',
      ...MODEL_FILES,
      ...GROUND,
    ],
  },
];

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.c?[jt]s$/.test(name) && !name.includes('node_modules'));
}

const files = ['core', 'plugins', 'codegen'].flatMap(filesIn);
const handWritten = files.filter((name) => !name.startsWith('core/generated/'));

/** What is found of a file, kept: half a dozen rules read each file. */
function oncePerFile<Found>(find: (file: string) => Found): (file: string) => Found {
  const known = new Map<string, Found>();
  return (file) => {
    const found = known.get(file) ?? find(file);
    known.set(file, found);
    return found;
  };
}

const source = oncePerFile((file) => readFileSync(join(ROOT, file), 'utf8'));
const parsed = oncePerFile((file) => parseSync(file, source(file)));

/** The files of threads and workers are named by address. */
const ADDRESS = /new URL\(\s*'(\.[^']*\.c?[jt]s)',\s*import\.meta\.url/g;

/** Relative imports and addresses of a file, as paths from the root. */
const importedFilesOf = oncePerFile((file): readonly string[] => {
  const { module } = parsed(file);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...[...source(file).matchAll(ADDRESS)].map(([, address]) => address),
  ];
  return specifiers
    .filter((specifier) => specifier?.startsWith('.') === true)
    .map((specifier) => relative(ROOT, resolve(ROOT, dirname(file), specifier ?? '')));
});

/** The same without their ending. */
function importsOf(file: string): readonly string[] {
  return importedFilesOf(file).map((path) => path.replace(/\.c?[jt]s$/, ''));
}

function isInside(path: string, room: string): boolean {
  return path === room || path.startsWith(`${room}/`);
}

function layerOf(file: string): (typeof LAYERS)[number] {
  const layer = LAYERS.find(({ room }) => isInside(file.replace(/\.c?[jt]s$/, ''), room));
  if (layer === undefined) throw new Error(`${file} is in no room: put it into one, or add a row to LAYERS`);
  return layer;
}

interface Measured {
  readonly name: string;
  readonly lines: number;
}

function functionsOf(file: string): readonly Measured[] {
  const text = source(file);
  const found: Measured[] = [];
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const measure = (node: { start: number; end: number; id?: { name: string } | null }): void => {
    const line = lineOf(node.start);
    found.push({
      name: `${node.id?.name ?? 'function'} at line ${line}`,
      lines: lineOf(node.end) - line + 1,
    });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parsed(file).program);
  return found;
}

/** Ids of providers and models, and what makes an upstream name a vendor's. */
function vendorNames(): readonly RegExp[] {
  const manifests = readdirSync(join(ROOT, 'manifests')).filter((name) => name.endsWith('.yaml'));
  const providers = manifests.map((name) => name.slice(0, -'.yaml'.length));
  const models = manifests.flatMap((name) =>
    [...source(join('manifests', name)).matchAll(/^ {2}- id: (\S+)/gm)].map((match) => match[1] ?? ''),
  );
  const brands = [
    'claude',
    'gpt',
    'gemini',
    'grok',
    'llama',
    'nova',
    'codestral',
    'ministral',
    'qwen',
    'amazon',
    'aws',
    'azure',
    'vercel',
    'ai-sdk',
    'aiSdk',
  ];
  return [...new Set([...providers, ...models, ...brands])].map(
    (name) => new RegExp(`(?<![a-z])${RegExp.escape(name)}(?![a-z])`, 'i'),
  );
}

/** Made by the test that compiles it. */
const MADE = ['test/openapi/assay-client.js'];

describe('the house', () => {
  // TypeScript takes `random.js` for `random.ts`; Node, which runs the files as they stand, does not.
  it('names files as they are called, in tests and their programs too', () => {
    const missing = [...files, ...filesIn('test')].flatMap((file) =>
      importedFilesOf(file)
        .filter((path) => !MADE.includes(path) && !existsSync(join(ROOT, path)))
        .map((path) => `${file} imports ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('imports in each file only from rooms it may', () => {
    const strays = files.flatMap((file) => {
      const { room, may } = layerOf(file);
      return importsOf(file)
        .filter((path) => !may.some((allowed) => isInside(path, allowed)))
        .map((path) => `${file} imports ${path}; ${room} may import ${may.join(', ')}`);
    });
    expect(strays, 'move the code, or pass it in').toEqual([]);
  });

  it('has no circle of files', () => {
    const graph = new Map(files.map((file) => [file.replace(/\.c?[jt]s$/, ''), importsOf(file)]));
    const circles: string[] = [];
    const walk = (file: string, path: readonly string[], done: Set<string>): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (path.includes(file) || done.has(file)) return;
      for (const next of graph.get(file) ?? []) walk(next, [...path, file], done);
      done.add(file);
    };
    const done = new Set<string>();
    for (const file of graph.keys()) walk(file, [], done);
    expect(circles, 'what both files need belongs in a third').toEqual([]);
  });

  it('generates anew when anything changes that the generator imports', () => {
    const seen = new Set<string>();
    const walk = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { moduleRequest, entries } of parsed(file).module.staticImports) {
        const isCode = entries.length === 0 || entries.some(({ isType }) => !isType);
        if (isCode && moduleRequest.value.startsWith('.'))
          walk(relative(ROOT, resolve(ROOT, dirname(file), moduleRequest.value)));
      }
    };
    walk('codegen/generate-runnable.ts');
    const unwatched = [...seen].filter((file) => !GENERATOR_SOURCES.some((known) => isInside(file, known)));
    expect(unwatched, 'add them to GENERATOR_SOURCES').toEqual([]);
  });

  it('keeps the two ledgers apart', () => {
    const kinds = ['core/ledger/sqlite', 'core/ledger/postgres'];
    const strays = kinds.flatMap((kind) =>
      files
        .filter((file) => isInside(file, kind))
        .filter((file) =>
          importsOf(file).some((path) => kinds.some((other) => other !== kind && isInside(path, other))),
        ),
    );
    expect(strays, 'what both ledgers need belongs in core/ledger').toEqual([]);
  });

  it(`has at most ${MAX_FOLDER_FILES} files in a folder`, () => {
    const folders = Map.groupBy([...handWritten, ...filesIn('test')], (file) => dirname(file));
    const full = [...folders].filter(([, inside]) => inside.length > MAX_FOLDER_FILES);
    expect(full.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
  });

  it('lets nothing import the entries and the composition root', () => {
    const offenders = files.filter((file) =>
      importsOf(file).some(
        (path) =>
          (path === 'core/main' && file !== 'core/commands/gateway/serve.ts') ||
          (path === 'core/start' && file !== 'core/entry/run-main.ts') ||
          (path === 'core/app' && !['core/start.ts', 'core/sandbox/demo/demo-world.ts'].includes(file)),
      ),
    );
    expect(
      offenders,
      'core/main.ts, core/entry/run-main.ts, core/start.ts and core/app.ts are ends, not libraries',
    ).toEqual([]);
  });

  it(`has at most ${MAX_FILE_LINES} lines in a file`, () => {
    const long = handWritten.filter((file) => source(file).split('\n').length > MAX_FILE_LINES);
    expect(long, 'one file, one idea: split it by ideas').toEqual([]);
  });

  it(`has at most ${MAX_FUNCTION_LINES} lines in a function`, () => {
    const long = handWritten.flatMap((file) =>
      functionsOf(file)
        .filter(({ lines }) => lines > MAX_FUNCTION_LINES)
        .map(({ name }) => `${file}: ${name}`),
    );
    expect(long, 'name the parts of the function').toEqual([]);
  });

  it('names no vendor in a gateway', () => {
    const vendors = vendorNames();
    // The sandbox stands in for each provider by name.
    const ofGateway = handWritten.filter(
      (file) => file.startsWith('core/') && !file.startsWith('core/sandbox/'),
    );
    const found = ofGateway.flatMap((file) =>
      vendors.filter((name) => name.test(source(file))).map((name) => `${file}: ${String(name)}`),
    );
    expect(found, 'a fact about a vendor belongs in its manifest, a shape in its plugin').toEqual([]);
  });

  it('has no file whose name says nothing', () => {
    const vague = files.filter((file) =>
      /(^|\/)(utils?|helpers?|types|common|manager|misc)\.[jt]s$/.test(file),
    );
    expect(vague, 'name a file for its one idea').toEqual([]);
  });

  it('reads the environment in one place', () => {
    const readers = handWritten.filter((file) => source(file).includes('process.env'));
    expect(readers.toSorted(), 'take values from Config; only the entries hand the environment over').toEqual(
      [
        'core/entry/run-cli.ts',
        'core/entry/run-main.ts',
        'core/entry/run-serve.ts',
        'core/main.js',
        'core/main.ts',
      ],
    );
  });
});
