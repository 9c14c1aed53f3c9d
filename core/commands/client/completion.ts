import { ArgumentError } from '../../argument-error.ts';
import {
  isGroup,
  optionsOf,
  type Command,
  type CommandArguments,
  type CommandOptions,
} from '../command-table.ts';
import { COMMANDS } from '../tables/command-list.ts';

/** The words that may follow a command such as `key rotate`; the first words of all for the empty text. */
interface Completion {
  readonly after: string;
  readonly words: readonly (readonly [word: string, help: string])[];
}

/** Prints a script that knows every command and option by heart: completing starts nothing. */
export async function printCompletion({ positionals }: CommandArguments): Promise<void> {
  const [shell = ''] = positionals;
  const write = SHELLS[shell];
  if (!Object.hasOwn(SHELLS, shell) || write === undefined)
    throw new ArgumentError(`There is no completion for "${shell}". SHELL is bash, zsh or fish.`);
  process.stdout.write(write(completions()));
}

const SHELLS: Readonly<Record<string, (all: readonly Completion[]) => string>> = { bash, zsh, fish };

function completions(): readonly Completion[] {
  const groups = COMMANDS.filter(isGroup);
  const leaves = COMMANDS.flatMap((listed) => (isGroup(listed) ? listed.commands : [listed]));
  return [
    {
      after: '',
      words: [
        ...COMMANDS.map(({ name, summary }) => [name, summary] as const),
        ['help', 'Explain a command.'],
        ['--help', 'List the commands.'],
        ['--version', 'Print the version.'],
      ],
    },
    ...groups.map(({ name, commands }) => ({
      after: name,
      words: commands.map((each) => [each.name.slice(name.length + 1), each.summary] as const),
    })),
    ...leaves.map((command) => ({ after: command.name, words: optionWords(command) })),
  ];
}

function optionWords(command: Command): Completion['words'] {
  const options: CommandOptions = optionsOf(command);
  return Object.entries(options).flatMap(([name, { help, oneOf = [] }]) => [
    [`--${name}`, help] as const,
    // Written as one word, so that nothing has to be known of what comes before it.
    ...oneOf.map((word) => [`--${name}=${word}`, help] as const),
  ]);
}

function bash(all: readonly Completion[]): string {
  const cases = all.map(
    ({ after, words }) => `    '${after}') words='${words.map(([word]) => word).join(' ')}' ;;`,
  );
  return `# Completion of assay for bash.
_assay() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" after='' words=''
  (( COMP_CWORD > 1 )) && after="$first"
  case " ${groupNames().join(' ')} " in *" $first "*) (( COMP_CWORD > 2 )) && after="$first $second" ;; esac
  case "$after" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -eq 0 && "$current" != -* ]] && COMPREPLY=($(compgen -f -- "$current"))
}
COMP_WORDBREAKS="\${COMP_WORDBREAKS//=/}"
complete -F _assay assay
`;
}

function zsh(all: readonly Completion[]): string {
  const cases = all.map(({ after, words }) => {
    const lines = words.map(([word, help]) => `      '${word}:${help.replaceAll("'", "'\\''")}'`);
    return `    '${after}') words=(\n${lines.join('\n')}\n    ) ;;`;
  });
  return `#compdef assay
# Completion of assay for zsh.
_assay() {
  local after='' first="\${words[2]}" second="\${words[3]}"
  local -a groups=(${groupNames().join(' ')})
  (( CURRENT > 2 )) && after="$first"
  (( CURRENT > 3 )) && (( \${groups[(Ie)$first]} )) && after="$first $second"
  local -a words
  case "$after" in
${cases.join('\n')}
  esac
  _describe 'assay' words || _files
}
if [ "$funcstack[1]" = "_assay" ]; then _assay "$@"; else compdef _assay assay; fi
`;
}

function fish(all: readonly Completion[]): string {
  const lines = all.flatMap(({ after, words }) =>
    words.map(([word, help]) => {
      const option = word.startsWith('--') ? `-l '${word.slice(2)}'` : `-a '${word}'`;
      const files = word.startsWith('--') ? '' : '-f ';
      return `complete -c assay ${files}-n "__assay_after '${after}'" ${option} -d '${help.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
    }),
  );
  return `# Completion of assay for fish.
function __assay_after
  set -l words (commandline -opc)
  set -e words[1]
  set -l after $words[1]
  contains -- "$words[1]" ${groupNames().join(' ')}; and set after (string join ' ' $words[1..2])
  test "$after" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function groupNames(): readonly string[] {
  return COMMANDS.filter(isGroup).map(({ name }) => name);
}
