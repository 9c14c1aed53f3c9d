/** Stands in the place of a secret. */
export const MASK = '[masked]';
/** More of a text is not looked at. */
const MAX_READ_CHARACTERS = 2_000;
const MAX_MASKED_CHARACTERS = 300;
/** A shorter secret would mask ordinary words. */
const MIN_SECRET_CHARACTERS = 4;
/** The shortest part of a key that is masked. */
const MIN_PART_CHARACTERS = 8;

const INVISIBLE = /\p{Cf}/gu;
const NOT_PRINTED = /[\p{C}\p{Z}]+/gu;
const AFTER_SCHEME = /\b(bearer|basic|digest|negotiate)[ :=]+[^ ]+/gi;
/** A count, as in `max_tokens: 4096`, is no secret. */
const AFTER_LABEL =
  /(key|token|secret|password|passwd|signature|credential|authorization|cookie)(s?["']?(?: (?:provided|given|supplied|sent|used|value|is|was)){0,2} ?[:=] ?["']?)(?!\d{1,9}(?![\w-]))[^ "',;&}]+/gi;
const RUN = /[\w+/=.~*%:@-]{8,}/g;

/**
 * A provider's message as one line of at most 300 characters that may be logged. Masked are the given secrets, what
 * follows `Bearer` and the like or a label such as `key=`, and whatever looks random, as keys and signatures do.
 * @param text of any length; only its first 2,000 characters are read.
 * @param secrets the keys that the provider knows, masked also where it quotes the beginning or the end of one.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter(({ length }) => length >= MIN_SECRET_CHARACTERS);
  let line = beginningOf(text).trim();
  for (const secret of known) line = withoutSecret(line, secret);
  line = line
    .replace(AFTER_SCHEME, `$1 ${MASK}`)
    .replace(AFTER_LABEL, `$1$2${MASK}`)
    .replace(RUN, (run) => (isPartOf(known, run) || looksRandom(run) ? MASK : run));
  return line.length <= MAX_MASKED_CHARACTERS
    ? line
    : `${line.slice(0, MAX_MASKED_CHARACTERS - 1).toWellFormed()}…`;
}

/** Masks a secret also in another case and with spaces in it, in time linear in the line. */
function withoutSecret(line: string, secret: string): string {
  const places: number[] = [];
  for (let at = 0; at < line.length; at += 1) if (line[at] !== ' ') places.push(at);
  const dense = lowerCase(line.replaceAll(' ', ''));
  const wanted = lowerCase(secret.replaceAll(NOT_PRINTED, ''));
  if (wanted === '') return line;
  let masked = '';
  let from = 0;
  for (let at = dense.indexOf(wanted); at !== -1; at = dense.indexOf(wanted, at + wanted.length)) {
    masked += `${line.slice(from, places[at])}${MASK}`;
    from = (places[at + wanted.length - 1] ?? line.length) + 1;
  }
  return masked + line.slice(from);
}

/** Lower-cases the letters of ASCII alone, since others may change their length. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** On one line, and without the word at the cut, which could be a part of a secret that nobody recognises. */
function beginningOf(text: string): string {
  const start = text.slice(0, MAX_READ_CHARACTERS).replace(INVISIBLE, '').replace(NOT_PRINTED, ' ');
  return text.length <= MAX_READ_CHARACTERS ? start : start.slice(0, Math.max(0, start.lastIndexOf(' ')));
}

function isPartOf(secrets: readonly string[], run: string): boolean {
  const lower = lowerCase(run);
  return secrets
    .map(lowerCase)
    .some(
      (secret) =>
        secret.length > MIN_PART_CHARACTERS &&
        (lower.includes(secret.slice(0, MIN_PART_CHARACTERS)) ||
          lower.includes(secret.slice(-MIN_PART_CHARACTERS))),
    );
}

/** Keys do, and those shown in part or with a prefix that says so; names of models, fields and addresses do not. */
function looksRandom(run: string): boolean {
  if (run.includes('**') || /^[sp]k[-_]./.test(run)) return true;
  if (run.length >= 16 && isMixed(run)) return true;
  return run.split(/[^A-Za-z0-9]+/).some((word) => {
    const hasDigit = /\d/.test(word);
    const hasLetter = /[A-Za-z]/.test(word);
    if (hasDigit && hasLetter) return word.length >= 12;
    if (hasDigit) return word.length >= 16;
    return word.length >= 20 && (isMixed(word) || word === word.toLowerCase() || word === word.toUpperCase());
  });
}

/** Whether three neighbours in ten differ in kind: a digit, an upper-case or a lower-case letter. */
function isMixed(text: string): boolean {
  let changes = 0;
  let last = '';
  for (const character of text) {
    const kind = kindOf(character);
    if (last !== '' && kind !== '' && kind !== last) changes += 1;
    last = kind;
  }
  return changes * 10 >= text.length * 3;
}

function kindOf(character: string): string {
  if (character >= '0' && character <= '9') return 'digit';
  if (character >= 'a' && character <= 'z') return 'lower';
  return character >= 'A' && character <= 'Z' ? 'upper' : '';
}
