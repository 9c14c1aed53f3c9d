import { hash as digest } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm ci` and the packed package have generated ahead: folders by their key, as in a cache. */
export const BUILD = join(ROOT, 'build');

/** The page at /console as it is served: each of its files is named by a digest of what it holds. */
export const CONSOLE_BUILD = join(BUILD, 'console');

/** What draws the page at /docs. */
export const RENDERER_BUILD = join(BUILD, 'renderer');

/** `.ts` in a checkout, `.js` in the packed package. */
const CODE = extname(import.meta.filename);

/** Folders and files that decide what is generated: the generator, what it imports, the versions of libraries. */
export const GENERATOR_SOURCES: readonly string[] = [
  'codegen',
  'core/api',
  'core/manifests/check',
  'core/manifests/link',
  'core/manifests/load',
  `core/dialects/compat-problems${CODE}`,
  `core/errors${CODE}`,
  `core/ledger/requests/request-page${CODE}`,
  `core/refused-address${CODE}`,
  `core/schema/field-errors${CODE}`,
  `core/schema/json-pointer${CODE}`,
  `core/schema/schema-shape${CODE}`,
  `core/text/nearest-name${CODE}`,
  'package.json',
];

/**
 * A digest of the generator as it is on disk. Reads some hundred small files at once, which takes tens of milliseconds:
 * one by one, by promises, they would take a multiple of the processor time.
 */
export function readGenerator(): string {
  const texts = GENERATOR_SOURCES.flatMap(filesOf).map((file) => [
    file,
    readFileSync(join(ROOT, file), 'utf8'),
  ]);
  return digest('sha256', JSON.stringify(texts));
}

let started: string | undefined;

/** The same, read once: for what this process starts on. A reload reads the disk again, as the thread does that generates. */
export function generatorAtStart(): string {
  return (started ??= readGenerator());
}

/**
 * Names what a generator makes of an input in `BUILD`, wherever that is.
 * @param input as JSON. @param generator by `readGenerator`.
 */
export function generationKey(input: readonly unknown[], generator: string): string {
  return digest('sha256', JSON.stringify([input, process.version, generator]));
}

/** The same in another folder, where validators name libraries by whole address: it belongs to one checkout. */
export function placedKey(key: string): string {
  return digest('sha256', JSON.stringify([key, ROOT]));
}

/** Whether validators in this folder find libraries by their names. */
export function isInBuild(folder: string): boolean {
  return !relative(BUILD, folder).startsWith('..');
}

function filesOf(source: string): readonly string[] {
  if (/\.\w+$/.test(source)) return [source];
  return readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.([jt]s|json)$/.test(name))
    .toSorted()
    .map((name) => join(source, name));
}
