import { code, markdownTable, sentence } from './markdown-table.ts';
import type { CommandHelp } from './read-commands.ts';

/** A command with more options lists them only in its `--help`. */
const MAX_OPTIONS = 5;
/** A line that is indented at least this far continues the line before. */
const WORDS_COLUMN = 12;

interface Explained {
  readonly name: string;
  readonly words: string;
}

interface CommandForm extends Explained {
  readonly options: readonly Explained[];
}

/** One row per form of a command: what to type, and what it does. */
export function commandTable(commands: readonly CommandHelp[]): string {
  return markdownTable(['command', 'what it does'], commands.flatMap(rowsOf));
}

function rowsOf({ summary, help }: CommandHelp): readonly (readonly [string, string])[] {
  const forms = formsIn(help);
  return forms.map(({ name, words, options }) => {
    const told = [...(forms.length === 1 ? [summary] : []), words, ...optionsText(options)];
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
  if (options.length > MAX_OPTIONS) return [];
  return options.map(({ name, words }) => `${code(name)}: ${words}`);
}

/** The lines that begin with `assay`, each with the options listed below it. */
function formsIn(help: string): readonly CommandForm[] {
  const forms: { name: string; words: string; options: { name: string; words: string }[] }[] = [];
  const lines = help.split('\n');
  // What the command is for stands above, in one line or more.
  for (const line of lines.slice(lines.indexOf('') + 1)) {
    if (line === '') break;
    const indent = line.length - line.trimStart().length;
    const [name = '', ...words] = line.trim().split(/ {2,}/);
    const form = forms.at(-1);
    const last = form?.options.at(-1) ?? form;
    if (name.startsWith('assay ')) forms.push({ name, words: words.join(' '), options: [] });
    else if (last !== undefined && indent >= WORDS_COLUMN) last.words += ` ${line.trim()}`;
    else form?.options.push({ name, words: words.join(' ') });
  }
  return forms;
}
