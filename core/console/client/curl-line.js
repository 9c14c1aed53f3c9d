/**
 * @typedef {object} CurlRequest
 * @property {string} url
 * @property {string} authorization The header's value as a word for the shell, such as `'Bearer k'` or `"Bearer $ASSAY_KEY"`.
 * @property {object} body
 */

/** Of one word to a program; Linux takes 131,072 bytes (MAX_ARG_STRLEN). */
const MAX_WORD_CHARACTERS = 30_000;

/**
 * A command for any POSIX shell that sends the request and prints the answer, to be copied as it stands. Files are
 * read from the folder it is run in, by their names.
 * @param {CurlRequest} request
 * @returns {string}
 */
export function curlLine({ url, authorization, body }) {
  const json = JSON.stringify(body);
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

/**
 * One word to a POSIX shell, whatever it holds: nothing is special inside single quotes but their end.
 * @param {string} text
 * @returns {string}
 */
export function quoteForShell(text) {
  return `'${text.replaceAll("'", () => String.raw`'\''`)}'`;
}

/**
 * Commands that print the body piece by piece: `printf` is part of the shell, so no piece is too long for it.
 * @param {object} body
 * @param {readonly AttachedFile[]} files
 * @returns {string}
 */
function bodyCommands(body, files) {
  const rest = Object.entries(body).filter(([name]) => name !== 'attachments');
  const print = (/** @type {string} */ text) => `printf %s ${quoteForShell(text)};`;
  if (files.length === 0) return print(JSON.stringify(body));
  const commands = files.flatMap(({ name, type }, index) => [
    print(`${index === 0 ? '' : ','}${JSON.stringify({ name, type }).slice(0, -1)},"base64":"`),
    `base64 < ${quoteForShell(name)} | tr -d '\\n';`,
    print('"}'),
  ]);
  const head = JSON.stringify(Object.fromEntries(rest)).slice(0, -1);
  return [print(`${head}${rest.length === 0 ? '' : ','}"attachments":[`), ...commands, print(']}')].join(
    '\n  ',
  );
}

/** @typedef {{ readonly name: string, readonly type: string }} AttachedFile */

/**
 * @param {object} body
 * @returns {readonly AttachedFile[]}
 */
function attachmentsOf(body) {
  return 'attachments' in body && Array.isArray(body.attachments) ? body.attachments : [];
}
