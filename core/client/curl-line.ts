interface CurlRequest {
  readonly url: string;
  /** The header's value as a word for the shell, such as `'Bearer k'` or `"Bearer $ASSAY_KEY"`. */
  readonly authorization: string;
  readonly body: object;
}

/** Of one argument of a program; Linux accepts 131,072 bytes (MAX_ARG_STRLEN). */
const MAX_WORD_CHARACTERS = 30_000;

/**
 * A command for any POSIX shell that sends the request and prints the answer, ready to copy. It reads
 * files by their names from the current folder.
 */
export function curlLine({ url, authorization, body }: CurlRequest): string {
  const json = visibleJson(body);
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

/** Control and format characters, which a terminal may execute and a screen does not show. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** JSON with invisible characters escaped, which does not change its value. */
function visibleJson(value: unknown): string {
  return JSON.stringify(value).replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_none, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** A file's name as one word for a POSIX shell, with invisible characters escaped. */
function fileWord(name: string): string {
  const isVisible = name.search(INVISIBLE) === -1;
  if (isVisible) return quoteForShell(name);
  const escaped = name
    .replaceAll('\\', '\\\\')
    .replace(INVISIBLE, (character) =>
      [...new TextEncoder().encode(character)]
        .map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`)
        .join(''),
    );
  return `"$(printf %b ${quoteForShell(escaped)})"`;
}

/** Any text as one word for a POSIX shell: inside single quotes only their end is special. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", () => String.raw`'\''`)}'`;
}

/** Commands that print the body piece by piece: `printf` is part of the shell, so no piece is too long for it. */
function bodyCommands(body: object, files: readonly AttachedFile[]): string {
  const rest = Object.entries(body).filter(([name]) => name !== 'attachments');
  const print = (text: string) => `printf %s ${quoteForShell(text)};`;
  if (files.length === 0) return print(visibleJson(body));
  const commands = files.flatMap(({ name, type }, index) => [
    print(`${index === 0 ? '' : ','}${visibleJson({ name, type }).slice(0, -1)},"base64":"`),
    `base64 < ${fileWord(name)} | tr -d '\\n';`,
    print('"}'),
  ]);
  const head = visibleJson(Object.fromEntries(rest)).slice(0, -1);
  return [print(`${head}${rest.length === 0 ? '' : ','}"attachments":[`), ...commands, print(']}')].join(
    '\n  ',
  );
}

type AttachedFile = { readonly name: string; readonly type: string };

function attachmentsOf(body: object): readonly AttachedFile[] {
  return 'attachments' in body && Array.isArray(body.attachments) ? body.attachments : [];
}
