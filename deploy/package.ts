// `npm pack` runs this first. Node strips no types below node_modules, so `dist/` has the product as JavaScript, with all
// generated files and the command that npm links.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { parseSync } from 'oxc-parser';
import packageJson from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

/** The modules from which imports are followed: the entries, and the modules that are found by their folder. */
const ENTRIES = [
  'core/cli.js',
  'core/main.js',
  'core/entry/generate.ts',
  ...globSync('plugins/*.ts', { cwd: ROOT }),
];
/** Files that are read, not imported. The contract is for the authors of plugins. */
const DATA_FILES = [
  'package.json',
  'manifests/*.yaml',
  'panels/*',
  'codegen/schemas/*.json',
  'core/**/*.sql',
  'core/docs/*',
  'core/report/*.css',
  'core/contract.ts',
  'core/model-facts.ts',
  'build/console/*',
  'build/renderer/*',
];
/** Packages of which only a small part is used. Each becomes one file instead of a dependency. */
const BUNDLED: Readonly<Record<string, string>> = { '@copilotkit/aimock': 'core/sandbox/aimock.js' };

interface Specifier {
  readonly value: string;
  /** The place of the text between the quotes. */
  readonly start: number;
  readonly end: number;
}

/** The address of a file that runs in a thread. */
const ADDRESS = /new URL\(\s*'(\.[^']*\.(?:ts|c?js))',\s*import\.meta\.url/g;

/** The specifiers that a module loads when it runs, which are not those of types. */
function specifiersOf(file: string, text: string): readonly Specifier[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const isLoaded = ({ start }: { readonly start: number }): boolean =>
    !/^(import|export)\s+type\b/.test(text.slice(start, start + 40));
  const requests = [
    ...staticImports.filter(isLoaded).map(({ moduleRequest }) => moduleRequest),
    ...staticExports.filter(isLoaded).flatMap(({ entries }) => entries[0]?.moduleRequest ?? []),
    ...dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  const literals = requests
    .filter(({ start, end }) => /^'[^']*'$/.test(text.slice(start, end)))
    .map(({ start, end }) => ({ value: text.slice(start + 1, end - 1), start: start + 1, end: end - 1 }));
  const addresses = [...text.matchAll(ADDRESS)].map((match) => {
    const [whole, value = ''] = match;
    const start = match.index + whole.indexOf(value);
    return { value, start, end: start + value.length };
  });
  return [...literals, ...addresses];
}

/** Writes a module as JavaScript. @returns the files of the project that it loads. @throws Error if the package would lack one. */
function writeModule(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const next: string[] = [];
  let script = text;
  for (const { value, start, end } of specifiersOf(file, text).toSorted((a, b) => b.start - a.start)) {
    if (value.startsWith('.')) next.push(relative(ROOT, resolve(ROOT, dirname(file), value)));
    script = script.slice(0, start) + packedName(file, value) + script.slice(end);
  }
  const target = join(DIST, asScript(file));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, file.endsWith('ts') ? stripTypeScriptTypes(script) : script);
  return next;
}

/** The specifier in the package. */
function packedName(file: string, value: string): string {
  if (value.startsWith('.')) return asScript(value);
  const bundle = BUNDLED[value];
  if (bundle !== undefined) return `./${relative(dirname(file), bundle)}`;
  const [, name = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(value) ?? [];
  if (!value.startsWith('node:') && !Object.hasOwn(packageJson.dependencies, name))
    throw new Error(`${file} loads ${name}, which an installed package would lack: make it a dependency`);
  return value;
}

function asScript(path: string): string {
  return path.replace(/\.ts$/, '.js');
}

async function bundle(name: string, file: string): Promise<void> {
  const licence = readFileSync(join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8');
  await build({
    absWorkingDir: ROOT,
    entryPoints: [name],
    outfile: join(DIST, file),
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: `/*! ${name}\n${licence}*/` },
    logLevel: 'error',
  });
}

rmSync(DIST, { recursive: true, force: true });
const writtenFiles = new Set<string>();
const waitingFiles = [...ENTRIES];
for (let file = waitingFiles.pop(); file !== undefined; file = waitingFiles.pop()) {
  if (writtenFiles.has(file)) continue;
  writtenFiles.add(file);
  if (file.endsWith('.json')) cpSync(join(ROOT, file), join(DIST, file));
  else waitingFiles.push(...writeModule(file));
}
for (const pattern of DATA_FILES) {
  const names = globSync(pattern, { cwd: ROOT });
  if (names.length === 0) throw new Error(`there is no ${pattern}: run "npm run prepare" first`);
  for (const name of names) cpSync(join(ROOT, name), join(DIST, name));
}
for (const [name, file] of Object.entries(BUNDLED)) await bundle(name, file);
cpSync(join(ROOT, 'deploy/assay.sh'), join(DIST, 'assay'));
const { status } = spawnSync(process.execPath, [join(DIST, 'core/entry/generate.js')], { stdio: 'inherit' });
process.exitCode = status ?? 1;
