/** What a reader cannot see, or what changes the order in which text is read (Unicode 16: Cc, Bidi_Control, tags, fillers). */
const INVISIBLE = [
  '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]',
  '[\\u00AD\\u061C\\u115F\\u1160\\u180E\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0]',
  '[\\u{E0000}-\\u{E0FFF}]',
].join('|');
const INVISIBLE_RUN = new RegExp(`(?:${INVISIBLE})+`, 'gu');
/** Runs that could be read as one of our markers, full-width and small forms included. */
const MARKER_LIKE = /[<\uFE64\uFF1C\u2039\u27E8\u3008]{3,}|[>\uFE65\uFF1E\u203A\u27E9\u3009]{3,}/gu;

/** So many runs of each kind are spelled out; by then the reader knows what kind of text it is. */
const MAX_SPELLED_OUT = 32;
/** Longer than any run spelled out, such as `[4000000 invisible characters]`. */
const MAX_SPELLED_BYTES = 32;
/** UTF-8 bytes by which a neutralised text may be longer than the text; each is at most one token. */
export const MAX_ADDED_BYTES = 2 * MAX_SPELLED_OUT * MAX_SPELLED_BYTES;

/**
 * A copy of an untrusted text that cannot deceive the judge that reads it: a run of invisible characters is named, as
 * `[U+200B x 3]`, and what looks like a marker loses its third bracket. Each kind is named 32 times; further runs are
 * only taken out, so that the copy is at most `MAX_ADDED_BYTES` longer than the text. Linear in the text.
 */
export function neutralise(text: string): string {
  return text
    .replace(/\r\n?/g, () => '\n')
    .replace(
      INVISIBLE_RUN,
      spellOut(nameOfInvisible, () => ''),
    )
    .replace(
      MARKER_LIKE,
      spellOut(nameOfMarker, (run) => run.slice(0, 2)),
    );
}

function spellOut(name: (run: string) => string, shorten: (run: string) => string): (run: string) => string {
  let runs = 0;
  return (run) => {
    runs += 1;
    return runs <= MAX_SPELLED_OUT ? name(run) : shorten(run);
  };
}

function nameOfInvisible(run: string): string {
  const codePoint = run.codePointAt(0) ?? 0;
  const first = String.fromCodePoint(codePoint);
  const count = run.length / first.length;
  if (first.repeat(count) !== run) return `[${Array.from(run).length} invisible characters]`;
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  return count === 1 ? `[${name}]` : `[${name} x ${count}]`;
}

function nameOfMarker(run: string): string {
  return `[${run.slice(0, 1)} x ${run.length}]`;
}
