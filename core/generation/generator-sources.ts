import { hash as digest } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Has the files that `npm ci` or the packed package generated: folders by their key, as in a cache. */
export const BUILD = join(ROOT, 'build');

/** The page at /console. The name of each of its files has a digest of its content. */
export const CONSOLE_BUILD = join(BUILD, 'console');

/** The renderer of the page at /docs. */
export const RENDERER_BUILD = join(BUILD, 'renderer');

/** `.ts` in a checkout, `.js` in the packed package. */
const CODE = extname(import.meta.filename);

/** The sources of generated files: the generator, its imports, and the versions of libraries. */
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
  `core/schema/json-values${CODE}`,
  `core/schema/subschemas${CODE}`,
  `core/text/nearest-name${CODE}`,
  'package.json',
];

/**
 * A digest of the generator on disk. It reads some hundred small files synchronously, which takes tens of milliseconds;
 * with promises it would take several times the processor time.
 */
export function readGenerator(): string {
  const texts = GENERATOR_SOURCES.flatMap(filesOf).map((file) => [
    file,
    readFileSync(join(ROOT, file), 'utf8'),
  ]);
  return digest('sha256', JSON.stringify(texts));
}

let digestAtStart: string | undefined;

/** The digest at the start of this process. A reload reads the disk again, as its thread does. */
export function generatorAtStart(): string {
  return (digestAtStart ??= readGenerator());
}

/**
 * The key of a generated folder in `BUILD`.
 * @param input as JSON. @param generator the digest of `readGenerator`.
 */
export function generationKey(input: readonly unknown[], generator: string): string {
  return digest('sha256', JSON.stringify([input, process.version, generator]));
}

/** The key outside `BUILD`, where validators import libraries by absolute URLs and so belong to one checkout. */
export function checkoutKey(key: string): string {
  return digest('sha256', JSON.stringify([key, ROOT]));
}

/** Whether validators in this folder can import libraries by name. */
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
