import { wrapWords } from '../terminal/printable-text.ts';
import {
  explainOption,
  isGroup,
  optionsOf,
  spellOption,
  usageOf,
  type Command,
  type CommandGroup,
  type HelpRow,
} from './command-table.ts';
import { FIRST_STEPS, SECTIONS } from './tables/command-list.ts';

/** Longer lines are hard to read, however wide the terminal is. */
const MAX_COLUMNS = 100;
const MIN_COLUMNS = 40;
/** The explanation of a longer usage begins on the next line. */
const MAX_USAGE = 34;

/** The text of `assay --help`. @param columns of the terminal; undefined for a file or a pipe. */
export function overviewText(columns?: number): string {
  const width = widthFor(columns);
  return sections([
    'Assay sends one prompt to many models, judges the answers, and keeps the books.',
    `Usage: assay COMMAND [options]`,
    `First steps\n${rows(FIRST_STEPS, width)}`,
    ...SECTIONS.map(({ title, commands }) => `${title}\n${rows(commands.map(rowOf), width)}`),
    wrapWords(
      '"assay help COMMAND" and "assay COMMAND --help" explain a command. "assay --version" prints the version.',
      width,
    ),
  ]);
}

/** The help text of a command or a group. */
export function helpText(command: Command | CommandGroup, columns?: number): string {
  const width = widthFor(columns);
  const { summary, notes = '' } = command;
  const paragraphs = notes.split('\n\n').flatMap((text) => (text === '' ? [] : [wrapWords(text, width)]));
  if (isGroup(command))
    return sections([
      wrapWords(summary, width),
      `Usage: assay ${command.name} COMMAND [options]`,
      `Commands\n${rows(
        command.commands.map((each) => [usageOf(each).slice(`assay ${command.name} `.length), each.summary]),
        width,
      )}`,
      ...paragraphs,
      `"assay ${command.name} COMMAND --help" explains one of them.`,
    ]);
  const options = Object.entries(optionsOf(command)).map(([name, option]): HelpRow => [
    spellOption(name, option),
    explainOption(option),
  ]);
  return sections([
    wrapWords(summary, width),
    `Usage: ${usageOf(command)}`,
    ...paragraphs,
    `Options\n${rows(options, width)}`,
    ...(command.variables === undefined ? [] : [`Variables\n${rows(command.variables, width)}`]),
    `${command.examples.length === 1 ? 'Example' : 'Examples'}\n${command.examples.map((example) => `  ${example}`).join('\n')}`,
  ]);
}

function widthFor(columns = MAX_COLUMNS): number {
  return Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, columns));
}

function sections(texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}

function rowOf({ name, summary }: Command | CommandGroup): HelpRow {
  return [name, summary];
}

/** The explanations of all rows in one column. */
function rows(all: readonly HelpRow[], width: number): string {
  const most = Math.min(MAX_USAGE, Math.floor(width / 2));
  const usageWidth = Math.max(0, ...all.map(([usage]) => usage.length).filter((length) => length <= most));
  const column = usageWidth + 4;
  return all
    .map(([usage, explanation]) => {
      const lines = wrapWords(explanation, width - column)
        .split('\n')
        .join(`\n${' '.repeat(column)}`);
      const start = `  ${usage}`;
      return usage.length > usageWidth
        ? `${start}\n${' '.repeat(column)}${lines}`
        : `${start.padEnd(column)}${lines}`;
    })
    .join('\n');
}
