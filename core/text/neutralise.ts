/**
 * Characters that are invisible or change the order of reading, by Unicode's properties, so that later versions are
 * covered too. Visible format characters are excluded.
 */
const INVISIBLE =
  '[[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Cc}\\p{Zl}\\p{Zp}\\u2800]--[\\t\\n\\u{600}-\\u{605}\\u{6DD}\\u{890}\\u{891}\\u{8E2}\\u{110BD}\\u{110CD}]]';
const INVISIBLE_RUN = new RegExp(`${INVISIBLE}+`, 'gv');
/** A variation selector after an emoji, which only chooses the picture. */
const EMOJI_STYLE = new RegExp(`(?<=\\p{Emoji})[\\uFE0E\\uFE0F](?!${INVISIBLE})`, 'gv');

/** Characters that look like one, two or three brackets of our markers. */
const OPENING = [
  '<\u02C2\u1438\u2039\u227A\u2329\u276C\u276E\u2770\u27E8\u2991\u29FC\u3008\uFE3F\uFE64\uFF1C\u{1D236}',
  '\u00AB\u226A\u27EA\u2AA1\u300A\uFE3D',
  '\u22D8\u2AF7',
] as const;
const CLOSING = [
  '>\u02C3\u1433\u203A\u227B\u232A\u276D\u276F\u2771\u27E9\u2992\u29FD\u3009\uFE40\uFE65\uFF1E\u{1D237}',
  '\u00BB\u226B\u27EB\u2AA2\u300B\uFE3E',
  '\u22D9\u2AF8',
] as const;
const BRACKETS = 3;
const WEIGHTS = new Map(
  [OPENING, CLOSING].flatMap((kinds) =>
    kinds.flatMap((alike, index) => Array.from(alike).map((bracket) => [bracket, index + 1] as const)),
  ),
);
/** Accents on brackets hide no marker. */
const MARKER_LIKE = new RegExp(
  [OPENING, CLOSING].map((kinds) => `(?:[${kinds.join('')}]\\p{M}*)+`).join('|'),
  'gu',
);

/** The number of runs of each kind that are named. */
const MAX_NAMED_RUNS = 32;
/** Longer than the name of any run, such as `[4000000 invisible characters]`. */
const MAX_NAME_BYTES = 32;
/** Upper bound of the UTF-8 bytes that `neutralise` adds; each is at most one token. */
export const MAX_ADDED_BYTES = 2 * MAX_NAMED_RUNS * MAX_NAME_BYTES;

/**
 * Copies an untrusted text so that nothing in it looks like a marker, a control token or invisible text. Runs of
 * invisible characters are named, as `[U+200B x 3]`, and so are runs that look like a marker. Control tokens of chat
 * templates lose their brackets. Each kind is named 32 times and further runs are removed, so the copy is at most
 * `MAX_ADDED_BYTES` longer than the text. It takes linear time.
 */
export function neutralise(text: string): string {
  const nameMarker = nameRuns(nameOfMarker, ([first = '']) =>
    OPENING.some((alike) => alike.includes(first)) ? '<' : '>',
  );
  const visible = text
    .replace(/\r\n?/g, () => '\n')
    .replace(EMOJI_STYLE, () => '')
    .replace(
      INVISIBLE_RUN,
      nameRuns(nameOfInvisible, () => ''),
    )
    .replace(MARKER_LIKE, (run) => (isMarkerLike(run) ? nameMarker(run) : run));
  // Control tokens get round brackets, so that no tokenizer recognizes them. The text does not get longer.
  return CANDIDATES.reduce((broken, candidates) => broken.replace(candidates, breakIfToken), visible);
}

function nameRuns(name: (run: string) => string, shorten: (run: string) => string): (run: string) => string {
  let runs = 0;
  return (run) => {
    runs += 1;
    return runs <= MAX_NAMED_RUNS ? name(run) : shorten(run);
  };
}

function isMarkerLike(run: string): boolean {
  let weight = 0;
  for (const character of run) {
    weight += WEIGHTS.get(character) ?? 0;
    if (weight >= BRACKETS) return true;
  }
  return false;
}

function nameOfInvisible(run: string): string {
  const [first = ''] = run;
  const count = run.length / first.length;
  if (first.repeat(count) !== run) return `[${Array.from(run).length} invisible characters]`;
  const name = `U+${first.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  return count === 1 ? `[${name}]` : `[${name} x ${count}]`;
}

function nameOfMarker(run: string): string {
  let brackets = 0;
  for (const character of run) if (WEIGHTS.has(character)) brackets += 1;
  const [first = ''] = run;
  return `[${first} x ${brackets}]`;
}

/** Longer than any token, even one written with combining characters. */
const MAX_INNER_CHARACTERS = 192;
/** Includes the brackets that NFKC normalization makes equal, because a tokenizer may normalize first. */
const CANDIDATES = [between('<\uFE64\uFF1C', '>\uFE65\uFF1E'), between('\\[\uFE47\uFF3B', '\\]\uFE48\uFF3D')];

function between(open: string, close: string): RegExp {
  return new RegExp(`[${open}][^${open}${close}\\s]{1,${MAX_INNER_CHARACTERS}}[${close}]`, 'gu');
}

/** The tokens by which chat templates separate turns, roles, tools and reasoning, after normalization. */
const TOKENS: readonly RegExp[] = [
  /^<\/?[|\u01C0\u2223\u2502\u2758][^\s<>]{1,64}[|\u01C0\u2223\u2502\u2758]>$/u,
  /^<\/?(?:start|begin|end)_of_[a-z_]{1,40}>$/iu,
  /^<\/?(?:s|bos|eos|eod|eot|pad|unk|sep|cls|mask|sop|eop|sys|think|im_start|im_end|tool_calls?|tool_response|tool_result|function_calls?|extra_id_\d{1,4}|unused_?\d{1,4})>$/iu,
  /^\[\/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS?|TOOL_RESULTS?|TOOL_CONTENT|MODEL_SETTINGS|CALL_ID|ARGS|THINK|IMG|IMG_BREAK|IMG_END|AUDIO|BEGIN_AUDIO|PREFIX|MIDDLE|SUFFIX|CLS|SEP|PAD|UNK|MASK|[gs]MASK|BOS|EOS|EOT)\]$/u,
];

function breakIfToken(candidate: string): string {
  const folded = candidate.normalize('NFKC');
  return TOKENS.some((token) => token.test(folded)) ? `(${candidate.slice(1, -1)})` : candidate;
}
