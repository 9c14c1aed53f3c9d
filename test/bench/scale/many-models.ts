import { appendFileSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFESTS = join(import.meta.dirname, '../../../manifests');
/** The first line of a model's entry, up to its id. */
const ENTRY = /^  - id: (\S+)/m;
const UPSTREAM = /^    upstream: /m;
/** A name is one model's only. */
const NAMES = /^    names: .*\n/m;

interface Entry {
  readonly file: string;
  readonly id: string;
  /** What follows the id, up to the next entry. */
  readonly rest: string;
}

/**
 * Writes the manifests into a folder, every model again and again under another id, each in its own provider's file,
 * until there are so many. What the providers have they keep: prices, inputs, tuning;
 * not their other names.
 * @returns how many models there were before.
 */
export function writeManyModels(folder: string, count: number): number {
  cpSync(MANIFESTS, folder, { recursive: true });
  const entries = readdirSync(folder).flatMap((name) => entriesOf(join(folder, name)));
  for (let index = 0; index < count - entries.length; index += 1) {
    const entry = entries[index % entries.length];
    if (entry === undefined) throw new Error('the manifests have changed their form: see what is read here');
    const copy = Math.floor(index / entries.length) + 2;
    appendFileSync(entry.file, `\n  - id: ${entry.id}-copy-${copy}${entry.rest}`);
  }
  return entries.length;
}

function entriesOf(file: string): readonly Entry[] {
  // Before the first entry stands the provider, and then an id and what follows it in turns.
  const [, ...parts] = readFileSync(file, 'utf8').split(new RegExp(ENTRY, 'gm'));
  return parts.flatMap((id, index) => {
    if (index % 2 === 1) return [];
    const rest = `${parts[index + 1]?.replace(NAMES, '').trimEnd()}\n`;
    return [{ file, id, rest: UPSTREAM.test(rest) ? rest : `${rest}    upstream: ${id}\n` }];
  });
}
