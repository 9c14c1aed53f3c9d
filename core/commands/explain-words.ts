/** One line of a help that says how a command is written, such as `assay key rotate PREFIX [--grace AGE]`. */
interface Form {
  /** Undefined where the command has none. */
  readonly verb: string | undefined;
  /** Names of the words it needs, in capitals. */
  readonly needed: readonly string[];
  /** How many more it takes. */
  readonly optional: number;
}

/**
 * Which word of a command is wrong, by the forms its help lists: one that is missing, unknown or one too many.
 * @param help begins with the command and a colon. @param words without options.
 * @returns undefined where the words fit a form, so that something else is wrong.
 */
export function explainWords(help: string, words: readonly string[]): string | undefined {
  const [command = ''] = help.split(':');
  const forms = formsIn(help, command);
  const verbs = [...new Set(forms.flatMap(({ verb }) => (verb === undefined ? [] : [verb])))];
  if (verbs.length === 0) return explainRest(forms, words);
  const [verb, ...rest] = words;
  if (verb === undefined)
    return verbs.length < forms.length && forms.some((form) => form.verb === undefined)
      ? undefined
      : `say what to do: ${verbs.join(', ')}`;
  if (!verbs.includes(verb)) return `there is no "${command} ${verb}", only: ${verbs.join(', ')}`;
  return explainRest(
    forms.filter((form) => form.verb === verb),
    rest,
  );
}

function explainRest(forms: readonly Form[], words: readonly string[]): string | undefined {
  const most = Math.max(...forms.map(({ needed, optional }) => needed.length + optional));
  const tooMany = words[most];
  if (tooMany !== undefined) return `"${tooMany}" is one word too many`;
  const missing = forms.map(({ needed }) => needed[words.length]);
  return missing.includes(undefined) ? undefined : `${missing[0]} is missing`;
}

function formsIn(help: string, command: string): readonly Form[] {
  return help
    .split('\n')
    .filter((line) => line.startsWith(`  ${command}`))
    .map((line) => formOf(line.trim().slice(command.length)));
}

/** @param form what stands behind the command; two spaces end it. */
function formOf(form: string): Form {
  const [written = ''] = form.trimStart().split(/ {2,}/);
  const optional = written.match(/\[[A-Z]+\]/g)?.length ?? 0;
  // Options are told of elsewhere: those in brackets, and each that stands outside with its value.
  const words = written
    .replaceAll(/\[[^\]]*\](?:\.\.\.)?/g, '')
    .replaceAll(/--?[a-z-]+(?: [A-Za-z|]+)?/g, '')
    .split(' ')
    .filter((word) => word !== '');
  const [first = ''] = words;
  const hasVerb = /^[a-z-]+$/.test(first);
  return {
    verb: hasVerb ? first : undefined,
    needed: hasVerb ? words.slice(1) : words,
    optional,
  };
}
