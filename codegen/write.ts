import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { staleDocuments } from './docs/documents.ts';
import { generate } from './generate.ts';
import { inspectManifests } from './link-input.ts';
import { type CodegenInput, readCodegenInput } from '../core/manifests/load/read-input.ts';
import { GENERATED_BANNER } from './emit-types.ts';
import { formatProblem, ManifestError } from '../core/manifests/load/manifest-problem.ts';
import { manifestWarnings } from '../core/manifests/check/manifest-warnings.ts';

const ROOT = join(import.meta.dirname, '..');

const HELP = `Usage: node codegen/write.ts [--check] [--manifests FOLDER] [--out FOLDER]

Reads manifests/*.yaml, codegen/schemas and the ledger's schema, and writes core/generated:
types, tables and openapi.json. Then fills the generated tables of README.md and docs/*.md.

  --check             write nothing; exit 1 and name the files that are not up to date
  --manifests FOLDER  read these manifests instead; the documents are left alone
  --out FOLDER        write here instead; the documents are left alone
  --help              this text

Exit codes: 0 up to date or written, 1 a mistake in a manifest or a stale file, 2 a wrong option.`;

interface Options {
  readonly check: boolean;
  readonly manifests: string;
  readonly out: string;
  /** Whether to write the documents' tables too, which describe the project's own manifests. */
  readonly documents: boolean;
}

function readOptions(): Options | 'help' {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      manifests: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const { check, manifests = join(ROOT, 'manifests'), out = join(ROOT, 'core', 'generated') } = values;
  const documents = values.manifests === undefined && values.out === undefined;
  return { check, manifests: shortPath(manifests), out, documents };
}

/** The path relative to the working directory, if the folder is inside it. */
function shortPath(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path.startsWith('..') ? folder : path || '.';
}

async function run({ check, manifests, out, documents }: Options): Promise<number> {
  const input = await readCodegenInput(manifests);
  const texts = await generate(input);
  const stale = await staleFiles(out, texts);
  const files = stale.map((name) => join(shortPath(out), name));
  // The tables are generated with core/generated, so report stale code before stale documents.
  if (check && files.length > 0) return reportStale(files);
  if (!check) await writeFiles(out, texts, stale);
  const pages = documents ? await staleDocuments(ROOT, input) : new Map<string, string>();
  files.push(...[...pages.keys()].map((name) => shortPath(join(ROOT, name))));
  if (check) return reportStale(files);
  for (const [name, text] of pages) await writeFile(join(ROOT, name), text);
  console.log(
    files.length === 0 ? `${shortPath(out)} is up to date` : files.map((file) => `wrote ${file}`).join('\n'),
  );
  warn(input);
  return 0;
}

/** The files that are missing, differ, or are no longer generated. */
async function staleFiles(out: string, texts: ReadonlyMap<string, string>): Promise<readonly string[]> {
  // If the folder is missing, all files are.
  const present = await readdir(out).catch((): string[] => []);
  const stale: string[] = [];
  for (const [name, text] of texts) {
    if (!present.includes(name) || (await readFile(join(out, name), 'utf8')) !== text) stale.push(name);
  }
  for (const name of present) {
    if (
      !texts.has(name) &&
      name.endsWith('.ts') &&
      (await readFile(join(out, name), 'utf8')).includes(GENERATED_BANNER)
    )
      stale.push(name);
  }
  return stale.toSorted();
}

async function writeFiles(
  out: string,
  texts: ReadonlyMap<string, string>,
  stale: readonly string[],
): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const name of stale) {
    const text = texts.get(name);
    if (text === undefined) await rm(join(out, name));
    else await writeFile(join(out, name), text);
  }
}

function reportStale(files: readonly string[]): number {
  if (files.length === 0) return 0;
  const list = files.map((file) => `  ${file}`).join('\n');
  console.error(`Not up to date:\n${list}\nRun \`npm run codegen\` and commit the result.`);
  return 1;
}

function warn(input: CodegenInput): void {
  const today = new Date().toISOString().slice(0, 10);
  for (const warning of manifestWarnings(inspectManifests(input).manifests, today))
    console.warn(`warning: ${formatProblem(warning)}`);
}

async function main(): Promise<number> {
  let options: Options | 'help';
  try {
    options = readOptions();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 2;
  }
  if (options === 'help') {
    console.log(HELP);
    return 0;
  }
  try {
    return await run(options);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main();
