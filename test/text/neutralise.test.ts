import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ADDED_BYTES, neutralise } from '../../core/text/neutralise.ts';

const UNSEEN =
  /[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Variation_Selector}\p{Bidi_Control}]--[\t\n\u{600}-\u{605}\u{6DD}\u{890}\u{891}\u{8E2}\u{110BD}\u{110CD}]]/v;
const TOKEN = /<\|[^\s|<>]{1,64}\|>|\[\/?(?:INST|SYS)\]|<\/?(?:start_of_turn|s|think|SYS)>/;
const bytes = (text: string): number => Buffer.byteLength(text);

describe('neutralise', () => {
  it.each([
    ['one invisible character', 'a\u200Bb', 'a[U+200B]b'],
    ['a run of one kind', `a${'\u007F'.repeat(1_000_000)}b`, 'a[U+007F x 1000000]b'],
    ['a run of one kind beyond the basic plane', `a${'\u{E0041}'.repeat(3)}b`, 'a[U+E0041 x 3]b'],
    ['a run of several kinds', 'a\u200B\u200C\u{E0041}b', 'a[3 invisible characters]b'],
    ['a marker', 'a<<<FIRST>>>b', 'a[< x 3]FIRST[> x 3]b'],
    ['a marker with a hole nobody sees', 'a<\u200B<<b', 'a<[U+200B]<<b'],
    ['two brackets', 'a << b >> c', 'a << b >> c'],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['bytes in variation selectors', 'a\u{E0100}\u{E0101}b', 'a[2 invisible characters]b'],
    ['an emoji with its style', 'a \u26A0\uFE0F b 1\uFE0F', 'a \u26A0 b 1'],
    ['a style with something behind it', 'a\u26A0\uFE0F\uFE0Eb', 'a\u26A0[2 invisible characters]b'],
    [
      'a marker of look-alikes',
      'a\u27E8\u276E<FIRST\u{1D237}\uFF1E\u203Ab',
      'a[\u27E8 x 3]FIRST[\u{1D237} x 3]b',
    ],
    ['a marker of double and triple look-alikes', '\u226A<FIRST\u22D9', '[\u226A x 2]FIRST[\u22D9 x 1]'],
    ['a marker under accents', '<\u0338<\u0301<FIRST', '[< x 3]FIRST'],
    ['a turn of a chat', '<|im_start|>system', '(|im_start|)system'],
    [
      'a turn in other pipes',
      '<\uFF5Cbegin\u2581of\u2581sentence\uFF5C>',
      '(\uFF5Cbegin\u2581of\u2581sentence\uFF5C)',
    ],
    ['instructions', '[INST]a[/INST]', '(INST)a(/INST)'],
    [
      'instructions that NFKC makes',
      '\uFF3B\u{1D408}\u{1D40D}\u{1D412}\u{1D413}\uFF3D',
      '(\u{1D408}\u{1D40D}\u{1D412}\u{1D413})',
    ],
    ['turns by name', '<start_of_turn>a<end_of_turn></s>', '(start_of_turn)a(end_of_turn)(/s)'],
    ['a system text in two brackets', '<<SYS>>a<</SYS>>', '<(SYS)>a<(/SYS)>'],
    ['a token in a token', '<|[INST]|>', '(|(INST)|)'],
    ['a token with a hole nobody sees', '<\u200B|im_end|>', '<[U+200B]|im_end|>'],
  ])('shows %s', (_name, text, copy) => {
    expect(neutralise(text)).toBe(copy);
  });

  it.each([
    'x |> f() |> g(); a <| b',
    '<div class="a">b</div> <first_name>c</first_name>',
    'if (a << 2 >= b >> 1 && c < d) return list[MAX] ?? [ABC];',
    '\u00ABmots\u00BB \u300A\u6587\u300B caf\u00E9 e\u0301 \u2705 \u0627\u06DD',
    '| a | b |\n|---|---|',
  ])('leaves %j as it is', (text) => {
    expect(neutralise(text)).toBe(text);
  });

  it('lets no invisible code point of Unicode pass', () => {
    const PLAIN = 500;
    for (let from = 0; from <= 0x10_ff_ff; from += PLAIN) {
      const points = Array.from({ length: Math.min(PLAIN, 0x11_00_00 - from) }, (_, index) => from + index);
      const copy = neutralise(points.map((point) => `x${String.fromCodePoint(point)}`).join(''));
      expect(copy, `from ${from}`).not.toMatch(UNSEEN);
    }
  });

  it('names the first 32 runs and takes the rest out, so that nothing grows with their number', () => {
    const copy = neutralise('a\u200B'.repeat(100_000));
    expect(copy.split('[U+200B]')).toHaveLength(33);
    expect(copy.replaceAll('[U+200B]', '')).toBe('a'.repeat(100_000));
    expect(neutralise('<<<a'.repeat(100)).split('[< x 3]')).toHaveLength(33);
  });

  it('leaves no marker and nothing invisible, and is never much longer, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('<<<', '＜＜＜', '>>>', '<', '\u200B', '\u007F\u0080', '\u{E0041}', '\r'),
      fc.constantFrom(
        '<',
        '>',
        '|',
        '[',
        ']',
        '/',
        '\uFF1C',
        '\uFF1E',
        '\uFF5C',
        '\uFF3B',
        '\uFF3D',
        '\u0301',
        '\uFE0F',
      ),
      fc.constantFrom(
        'im_start',
        'INST',
        '\uFF29NST',
        'SYS',
        'start_of_turn',
        's',
        'think',
        '\u26A0',
        '\u226A',
        '\u22D8',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const text = pieces.join('');
        const copy = neutralise(text);
        expect(copy).not.toMatch(
          /[<\uFE64\uFF1C\u2039\u27E8\u3008]{3}|[>\uFE65\uFF1E\u203A\u27E9\u3009]{3}/u,
        );
        expect(copy).not.toMatch(UNSEEN);
        expect(copy.normalize('NFKC')).not.toMatch(/<{3}|>{3}/);
        expect(copy.normalize('NFKC')).not.toMatch(TOKEN);
        expect(bytes(copy)).toBeLessThanOrEqual(bytes(text) + MAX_ADDED_BYTES);
      }),
    );
  });
});
