/** Replaces a secret. */
export const MASK = '[masked]';
/** The rest of a longer text is dropped unread. */
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
 * Makes one line of at most 300 characters from a provider's message, which may be logged. It masks the secrets, words
 * after `Bearer` and the like or after a label such as `key=`, and words that look random, as keys and signatures do.
 * @param text of any length. Only its first 2,000 characters are read.
 * @param secrets the keys that the provider knows. Quotes of their beginning or end are masked too.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const longSecrets = secrets.filter(({ length }) => length >= MIN_SECRET_CHARACTERS);
  let line = beginningOf(text).trim();
  for (const secret of longSecrets) line = withoutSecret(line, secret);
  line = line
    .replace(AFTER_SCHEME, `$1 ${MASK}`)
    .replace(AFTER_LABEL, `$1$2${MASK}`)
    .replace(RUN, (run) => (isPartOf(longSecrets, run) || looksRandom(run) ? MASK : run));
  return line.length <= MAX_MASKED_CHARACTERS
    ? line
    : `${line.slice(0, MAX_MASKED_CHARACTERS - 1).toWellFormed()}…`;
}

/** Masks a secret, also in another case and with spaces in it. It takes linear time. */
function withoutSecret(line: string, secret: string): string {
  const places: number[] = [];
  for (let at = 0; at < line.length; at += 1) if (line[at] !== ' ') places.push(at);
  const dense = lowerCase(line.replaceAll(' ', ''));
  const denseSecret = lowerCase(secret.replaceAll(NOT_PRINTED, ''));
  if (denseSecret === '') return line;
  let masked = '';
  let from = 0;
  const { length } = denseSecret;
  for (let at = dense.indexOf(denseSecret); at !== -1; at = dense.indexOf(denseSecret, at + length)) {
    masked += `${line.slice(from, places[at])}${MASK}`;
    from = (places[at + length - 1] ?? line.length) + 1;
  }
  return masked + line.slice(from);
}

/** Lower-cases only letters of ASCII, because others may change their length. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The beginning on one line, without the word at the cut, which may be an unrecognisable part of a secret. */
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

/** True for keys, also partly masked ones and those with a known prefix; false for names of models, fields and addresses. */
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

/** A digit, a capital or a small letter after one of another kind. */
const CHANGE_OF_KIND = /(?<=[a-z])[A-Z\d]|(?<=[A-Z])[a-z\d]|(?<=\d)[A-Za-z]/g;

/** Whether at least three in ten characters differ in kind from the one before. */
function isMixed(text: string): boolean {
  return (text.match(CHANGE_OF_KIND) ?? []).length * 10 >= text.length * 3;
}
