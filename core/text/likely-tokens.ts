/** `likelyTokens` is an upper estimate; real texts have about this share of it. */
export const EXPECTED_TEXT_SHARE = 0.6;

/** Tokens are counted in hundredths, so that the sum over a long text is exact. */
const HUNDREDTHS = 100;

const WORD_START = 100;
/** For a word's third letter and each further one. */
const LETTER = 45;
/** Words in a dictionary are shorter. Longer ones are codes, whose parts tokenizers do not know. */
const LONG_WORD_LETTERS = 12;
const LETTER_OF_LONG_WORD = 80;
/** For the letters of a word, in order. The second letter is part of the first one's token. */
const LETTERS = [0, WORD_START, 0, ...Array.from({ length: LONG_WORD_LETTERS - 2 }, () => LETTER)];
/** A capital after a small letter begins a part of a name, or is part of a code such as base64. */
const INNER_START = 105;
const CAPITAL_AFTER_CAPITAL = 70;
/** A digit, a punctuation mark, a control character. */
const SINGLE = 100;
const WHITE_SPACE_RUN = 100;
const SPACES_PER_TOKEN = 8;

const SMALL = 0;
const CAPITAL = 1;
const WHITE_SPACE = 2;
const DIGIT_OR_MARK = 3;

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 0x61 && code <= 0x7a) return SMALL;
  if (code >= 0x41 && code <= 0x5a) return CAPITAL;
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) ? WHITE_SPACE : DIGIT_OR_MARK;
});

/**
 * Hundredths of a token for each UTF-16 unit of a script (`below` is exclusive): the count of the measured tokenizer that
 * knows the script least.
 */
const SCRIPTS: readonly (readonly [below: number, hundredths: number])[] = [
  [0x0370, 120], // Latin with marks
  [0x0400, 130], // Greek
  [0x0530, 100], // Cyrillic
  [0x0590, 220], // Armenian
  [0x0600, 140], // Hebrew
  [0x0780, 130], // Arabic
  [0x0900, 200], // Thaana to Mandaic, more Arabic
  [0x0980, 150], // Devanagari
  [0x0a00, 170], // Bengali
  [0x0e00, 230], // Gurmukhi to Sinhala
  [0x0e80, 140], // Thai
  [0x1000, 240], // Lao, Tibetan
  [0x10a0, 240], // Myanmar
  [0x1100, 240], // Georgian
  [0x1200, 200], // Hangul letters
  [0x1780, 320], // Ethiopic, Cherokee
  [0x1e00, 200], // Khmer, Mongolian
  [0x1f00, 200], // Vietnamese
  [0x2e80, 220], // Greek with marks, punctuation, symbols, lines
  [0x3100, 150], // Kana
  [0xac00, 200], // Han
  [0xd800, 180], // Hangul
  [0xe000, 185], // halves of pairs: emoji, rare Han
  [0x10000, 220], // private use, presentation forms, full and half width
];

const SCRIPT_HUNDREDTHS = Uint16Array.from({ length: 0x10000 / 16 }, (_, block) => {
  const script = SCRIPTS.find(([below]) => block * 16 < below);
  return script?.[1] ?? SINGLE;
});

/**
 * An upper estimate of a text's tokens by its words, digits, punctuation and scripts, without any model's tokenizer. Fewer
 * than one in a thousand texts has more. It takes linear time, so call it on a thread or for a text of bounded length.
 */
export function likelyTokens(text: string): number {
  let hundredths = 0;
  let letters = 0;
  let isAfterCapital = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = code < 128 ? ASCII_KINDS[code] : undefined;
    if (kind === SMALL) {
      letters += 1;
      hundredths += LETTERS[letters] ?? LETTER_OF_LONG_WORD;
      isAfterCapital = false;
    } else if (kind === CAPITAL) {
      letters += 1;
      hundredths += letters === 1 ? WORD_START : isAfterCapital ? CAPITAL_AFTER_CAPITAL : INNER_START;
      isAfterCapital = true;
    } else {
      letters = 0;
      if (kind === WHITE_SPACE) {
        let end = index + 1;
        while (end < text.length && ASCII_KINDS[text.charCodeAt(end)] === WHITE_SPACE) end += 1;
        const length = end - index;
        // A single space is part of the word after it. The end of a line and the indentation of the next are two tokens.
        if (length > 1)
          hundredths += WHITE_SPACE_RUN * (Math.ceil(length / SPACES_PER_TOKEN) + (code === 0x20 ? 0 : 1));
        else if (code !== 0x20) hundredths += WHITE_SPACE_RUN;
        index = end - 1;
      } else hundredths += code < 128 ? SINGLE : (SCRIPT_HUNDREDTHS[code >> 4] ?? SINGLE);
    }
  }
  return Math.ceil(hundredths / HUNDREDTHS);
}

/** The part of a long text that is counted. It takes a few milliseconds. */
export const COUNTED_CHARACTERS = 131_072;

/** As `likelyTokens`, but a very long text is estimated from its beginning. */
export function likelyTokensOfLong(text: string): number {
  const tokens = likelyTokens(text.slice(0, COUNTED_CHARACTERS));
  return Math.ceil(tokens * Math.max(1, text.length / COUNTED_CHARACTERS));
}
