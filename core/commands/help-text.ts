import { spellOption, usageOf, type CommandOptions, type CommandTable } from './command-table.ts';

const MAX_COLUMNS = 128;
/** What is longer does not push the words of the other rows to the right. */
const MAX_ALIGNED = 46;

/** Something to type, and what it does. */
type HelpRow = readonly [typed: string, says: string];

/** What `--help` prints. */
export function helpText(table: CommandTable): string {
  const { command, purpose, forms, notes, options = {}, json = 'print JSON', closing, examples } = table;
  const formRows = forms.flatMap((form): readonly HelpRow[] => [
    [`  ${usageOf(table, form)}`, form.says ?? ''],
    ...optionRows(form.options, '      '),
  ]);
  const parts = [
    `${command}: ${purpose}`,
    alignRows(formRows),
    notes,
    json === null ? undefined : alignRows(optionRows({ ...options, json: { says: json } }, '  ')),
    closing,
    examples.map((example) => `Example: ${example}`).join('\n'),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function optionRows(options: CommandOptions = {}, indent: string): readonly HelpRow[] {
  return Object.entries(options).flatMap(([name, option]) =>
    option.says === undefined ? [] : [[`${indent}${spellOption(name, option)}`, option.says]],
  );
}

/** The words of all rows in one column, broken where a line would be too long. */
function alignRows(rows: readonly HelpRow[]): string {
  const widths = rows.map(([typed]) => typed.length).filter((width) => width <= MAX_ALIGNED);
  const column = Math.max(0, ...widths) + 2;
  return rows.flatMap(([typed, says]) => breakRow(`${typed}  `.padEnd(column), says, column)).join('\n');
}

function breakRow(start: string, says: string, column: number): readonly string[] {
  const lines: string[] = [];
  let line = start;
  let isBegun = false;
  for (const word of says.split(' ')) {
    if (isBegun && line.length + 1 + word.length > MAX_COLUMNS) {
      lines.push(line);
      line = ' '.repeat(column);
      isBegun = false;
    }
    line += isBegun ? ` ${word}` : word;
    isBegun = true;
  }
  return [...lines, line.trimEnd()];
}
