interface CurlRequest {
  readonly url: string;
  /** The header's value as a word for the shell, such as `'Bearer k'` or `"Bearer $ASSAY_KEY"`. */
  readonly authorization: string;
  readonly body: object;
}

/** Of one word to a program; Linux takes 131,072 bytes (MAX_ARG_STRLEN). */
const MAX_WORD_CHARACTERS = 30_000;

/**
 * A command for any POSIX shell that sends the request and prints the answer, to be copied as it stands. Files are
 * read from the folder it is run in, by their names.
 */
export function curlLine({ url, authorization, body }: CurlRequest): string {
  const json = seenJson(body);
  const files = attachmentsOf(body);
  const isPlain = files.length === 0 && json.length <= MAX_WORD_CHARACTERS;
  const command = [
    `curl -sS ${quoteForShell(url)}`,
    `-H ${authorization}`,
    `-H 'Content-Type: application/json'`,
    isPlain ? `-d ${quoteForShell(json)}` : '--data-binary @-',
  ].join(' \\\n  ');
  return isPlain ? command : `{ ${bodyCommands(body, files)} } |\n  ${command}`;
}

/** What a screen or a terminal takes as a command, or does not show. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** JSON in which nothing is unseen: such characters are escaped, which is the same value. */
function seenJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_none, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** A file's name as a word to a POSIX shell, in which nothing is unseen. */
function fileWord(name: string): string {
  const isSeen = name.search(UNSEEN) === -1;
  if (isSeen) return quoteForShell(name);
  const escaped = name
    .replaceAll('\\', '\\\\')
    .replace(UNSEEN, (character) =>
      [...new TextEncoder().encode(character)]
        .map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`)
        .join(''),
    );
  return `"$(printf %b ${quoteForShell(escaped)})"`;
}

/** One word to a POSIX shell, whatever it holds: nothing is special inside single quotes but their end. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", () => String.raw`'\''`)}'`;
}

/** Commands that print the body piece by piece: `printf` is part of the shell, so no piece is too long for it. */
function bodyCommands(body: object, files: readonly AttachedFile[]): string {
  const rest = Object.entries(body).filter(([name]) => name !== 'attachments');
  const print = (text: string) => `printf %s ${quoteForShell(text)};`;
  if (files.length === 0) return print(seenJson(body));
  const commands = files.flatMap(({ name, type }, index) => [
    print(`${index === 0 ? '' : ','}${seenJson({ name, type }).slice(0, -1)},"base64":"`),
    `base64 < ${fileWord(name)} | tr -d '\\n';`,
    print('"}'),
  ]);
  const head = seenJson(Object.fromEntries(rest)).slice(0, -1);
  return [print(`${head}${rest.length === 0 ? '' : ','}"attachments":[`), ...commands, print(']}')].join(
    '\n  ',
  );
}

type AttachedFile = { readonly name: string; readonly type: string };

function attachmentsOf(body: object): readonly AttachedFile[] {
  return 'attachments' in body && Array.isArray(body.attachments) ? body.attachments : [];
}
