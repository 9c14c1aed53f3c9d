import { describe, expect, it } from 'vitest';
import { Base64Slot } from '../../core/contract.ts';
import { JsonSlots } from '../../core/text/json-slots.ts';
import { encodeBody } from '../../core/upstream/encode-body.ts';

const file = (text: string) => ({
  name: 'a',
  mediaType: 'image/png',
  base64: new TextEncoder().encode(btoa(text)),
  sizeBytes: text.length,
});
const whole = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString('utf8');

describe('encodeBody', () => {
  it.each([true, false])('is JSON.stringify where there is no file, looked for: %s', (hasFiles) => {
    const body = { model: 'm', text: 'naïve "quoted" \u{1F600}', left: undefined };
    const pieces = encodeBody(body, new JsonSlots(), hasFiles);
    expect(whole(pieces)).toBe(JSON.stringify(body));
  });

  it('splices every file where its slot stands, without copying it', () => {
    const one = file('first file');
    const two = file('second');
    const pieces = encodeBody({
      parts: [
        { data: new Base64Slot(one) },
        { url: new Base64Slot(two, 'data:image/png;base64,') },
        { data: new Base64Slot(one) },
      ],
    });
    expect(JSON.parse(whole(pieces))).toEqual({
      parts: [
        { data: btoa('first file') },
        { url: `data:image/png;base64,${btoa('second')}` },
        { data: btoa('first file') },
      ],
    });
    expect(pieces.filter((piece) => piece === one.base64)).toHaveLength(2);
  });

  it('cannot be led astray by a prompt that looks like a mark', () => {
    const seen = whole(
      encodeBody({ data: new Base64Slot(file('x')), prompt: 'ffffffffffffffffffffffffffffffff' }),
    );
    expect(JSON.parse(seen)).toEqual({ data: btoa('x'), prompt: 'ffffffffffffffffffffffffffffffff' });
  });
});
