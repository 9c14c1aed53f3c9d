/** What a reader cannot see, or what changes the order in which text is read (Unicode 16: Cc, Bidi_Control, tags, fillers). */
const INVISIBLE = new RegExp(
  [
    '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]',
    '[\\u00AD\\u061C\\u115F\\u1160\\u180E\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0]',
    '[\\u{E0000}-\\u{E0FFF}]',
  ].join('|'),
  'gu',
);
/** Runs that could be read as one of our markers, full-width and small forms included. */
const MARKER_LIKE = /[<\uFE64\uFF1C\u2039\u27E8\u3008]{3,}|[>\uFE65\uFF1E\u203A\u27E9\u3009]{3,}/gu;

/**
 * An untrusted text in a block of its own, closed by a marker with a code nobody outside this request has seen.
 * Only this copy is neutralised: invisible characters become their code point in brackets, and what looks like a
 * marker is spaced apart. Built by concatenation; the text never passes through a template or a replacement string.
 */
export function fenceText(label: string, text: string, code: string): string {
  return `${openingMarker(label, code)}\n${neutralise(text)}\n${closingMarker(label, code)}`;
}

export function openingMarker(label: string, code: string): string {
  return `<<<${label} ${code}>>>`;
}

export function closingMarker(label: string, code: string): string {
  return `<<<END ${label} ${code}>>>`;
}

function neutralise(text: string): string {
  return text
    .replace(/\r\n?/g, () => '\n')
    .replace(
      INVISIBLE,
      (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(MARKER_LIKE, (run) => Array.from(run).join(' '));
}
