import { code, markdownTable, sentence } from './markdown-table.ts';
import type { CommandHelp } from './read-commands.ts';

/** A command with more options lists them only in its `--help`. */
const MOST_OPTIONS = 5;
/** A line that is indented at least this far continues the line before. */
const WORDS_COLUMN = 12;

interface Explained {
  readonly name: string;
  readonly words: string;
}

interface Usage extends Explained {
  readonly options: readonly Explained[];
}

/** One row per form of a command: what to type, and what it does. */
export function commandTable(commands: readonly CommandHelp[]): string {
  return markdownTable(['command', 'what it does'], commands.flatMap(rowsOf));
}

function rowsOf({ summary, help }: CommandHelp): readonly (readonly [string, string])[] {
  const usages = usagesIn(help);
  return usages.map(({ name, words, options }) => {
    const told = [...(usages.length === 1 ? [summary] : []), words, ...optionsText(options)];
    return [
      code(name),
      told
        .filter((text) => text !== '')
        .map(sentence)
        .join(' '),
    ];
  });
}

function optionsText(options: readonly Explained[]): readonly string[] {
  if (options.length > MOST_OPTIONS) return [];
  return options.map(({ name, words }) => `${code(name)}: ${words}`);
}

/** The lines that begin with `assay`, each with the options listed below it. */
function usagesIn(help: string): readonly Usage[] {
  const usages: { name: string; words: string; options: { name: string; words: string }[] }[] = [];
  for (const line of help.split('\n').slice(2)) {
    if (line === '') break;
    const indent = line.length - line.trimStart().length;
    const [name = '', ...words] = line.trim().split(/ {2,}/);
    const usage = usages.at(-1);
    const last = usage?.options.at(-1) ?? usage;
    if (name.startsWith('assay ')) usages.push({ name, words: words.join(' '), options: [] });
    else if (last !== undefined && indent >= WORDS_COLUMN) last.words += ` ${line.trim()}`;
    else usage?.options.push({ name, words: words.join(' ') });
  }
  return usages;
}
