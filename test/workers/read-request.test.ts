import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBase64Spans } from '../../core/workers/find-base64.ts';
import { readRequest, type ReadRequest } from '../../core/workers/read-request.ts';
import { pictureHolding } from '../support/samples/sample-picture.ts';

const picture = (bytes: number, fill = 7): string =>
  pictureHolding(Buffer.alloc(bytes, fill)).toString('base64');
const LONG = picture(3_000);
const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/** The outcome in a form that can be compared: bytes as text. */
function contentOf(read: ReadRequest): unknown {
  if (!('parts' in read)) return read;
  const files = read.parts.files.map((file) => ({ ...file, base64: Buffer.from(file.base64).toString() }));
  return { ...read.parts, files };
}

async function expectSameBothWays(body: Uint8Array): Promise<unknown> {
  const content = contentOf(await readRequest(body));
  expect(content).toEqual(contentOf(await readRequest(body, undefined, [])));
  return content;
}

describe('a body with files', () => {
  it('gives the request without them, and each file as a part of the body’s own memory', async () => {
    const body = bytesOf(
      JSON.stringify({ prompt: 'x', attachments: [{ name: 'a', type: 'image/png', base64: LONG }] }),
    );
    const read = await readRequest(body);
    if (!('parts' in read)) throw new Error('refused');
    expect(read.parts.value).toEqual({
      prompt: 'x',
      attachments: [{ name: 'a', type: 'image/png', base64: '' }],
    });
    const [file] = read.parts.files;
    expect(Buffer.from(file?.base64 ?? []).toString()).toBe(LONG);
    expect(file).toMatchObject({ index: 0, sizeBytes: Buffer.from(LONG, 'base64').length });
    expect(file?.base64.buffer).toBe(body.buffer);
  });

  it('keeps two that are alike apart', async () => {
    const one = { name: 'a', type: 'image/png', base64: LONG };
    const read = await readRequest(bytesOf(JSON.stringify({ attachments: [one, one] })));
    if (!('parts' in read)) throw new Error('refused');
    expect(read.parts.files.map(({ index }) => index)).toEqual([0, 1]);
    expect(read.parts.files[0]?.base64.byteOffset).not.toBe(read.parts.files[1]?.base64.byteOffset);
  });

  it.each<[string, string]>([
    [
      'a file whose slashes are escaped, as PHP writes them',
      `{"attachments":[{"type":"image/png","base64":"${picture(3_000, 255).replaceAll('/', '\\/')}"}]}`,
    ],
    ['a key written with an escape', `{"attachments":[{"type":"image/png","b\\u0061se64":"${LONG}"}]}`],
    ['white space around the colon', `{"attachments":[{"type":"image/png","base64" \t:\r\n "${LONG}"}]}`],
    ['a key that only ends like it', `{"attachments":[{"type":"image/png","no\\"base64":"${LONG}"}]}`],
    ['a file in the history', `{"history":[{"base64":"${LONG}"}],"attachments":[]}`],
    ['a file beside the attachments', `{"base64":"${LONG}","attachments":[{"base64":"${LONG}"}]}`],
    ['a file deeper than its place', `{"attachments":[{"x":{"base64":"${LONG}"}}]}`],
    ['attachments inside an object', `{"response_schema":{"attachments":[{"base64":"${LONG}"}]}}`],
    ['the key in a text', JSON.stringify({ prompt: `{"base64":"${LONG}"}` })],
    ['the key in a text in a text', JSON.stringify({ prompt: JSON.stringify(`"base64":"${LONG}"`) })],
    ['the key after a backslash at the end of a text', `{"prompt":"\\\\","base64":"${LONG}"}`],
    ['a file twice', `{"attachments":[{"base64":"${LONG}","base64":"${LONG}"}]}`],
    ['attachments twice', `{"attachments":[{"base64":"${LONG}"}],"attachments":[{"base64":"${LONG}"}]}`],
    ['a file with noise in it', `{"attachments":[{"base64":"${LONG.slice(0, -4)}!!!!"}]}`],
    ['a file without padding', `{"attachments":[{"base64":"${LONG.replace(/=*$/, 'A')}"}]}`],
    [
      'letters that look like ASCII when cut to a byte',
      `{"attachments":[{"base64":"${'\u0141'.repeat(2_000)}"}]}`,
    ],
    ['a file that never ends', `{"attachments":[{"base64":"${LONG}`],
    ['a comma after it', `{"attachments":[{"base64":"${LONG}",}]}`],
    ['a colon missing', `{"attachments":[{"base64" "${LONG}"}]}`],
    ['a text that runs into the key', `{"attachments":[{"type":"x"base64":"${LONG}"}]}`],
    ['a text that runs into digits', `{"attachments":["a"base64":"${'1e99'.repeat(400)}"]}`],
    ['a number for a file', '{"attachments":[{"base64":1}]}'],
    ['entries that are no objects', `{"attachments":[null,7,"x",[],{"base64":"${LONG}"}]}`],
    ['attachments that are no list', `{"attachments":{"0":{"base64":"${LONG}"}}}`],
    ['ill-formed text beside it', `{"prompt":"\\ud800","attachments":[{"base64":"${LONG}"}]}`],
    ['depth beside it', `{"attachments":[{"base64":"${LONG}"}],"x":${'['.repeat(70)}${']'.repeat(70)}}`],
    ['a list of bodies', `[{"attachments":[{"base64":"${LONG}"}]}]`],
  ])('reads %s as if it were parsed whole', async (_name, text) => {
    await expectSameBothWays(bytesOf(text));
  });

  it('refuses bytes that are not UTF-8 beside a file', async () => {
    const text = bytesOf(`{"attachments":[{"type":"image/png","base64":"${LONG}"}],"prompt":"?"}`);
    text[text.length - 3] = 0xff;
    expect(await expectSameBothWays(text)).toMatchObject({ problems: [{ code: 'ill_formed_text' }] });
  });

  it('takes out no more files than any configuration takes, and names ten that are wrong', async () => {
    const entries = Array.from({ length: 102 }, () => ({ type: 'image/png', base64: 'AAAA' }));
    const read = await readRequest(bytesOf(JSON.stringify({ attachments: entries })));
    if (!('parts' in read)) throw new Error('refused');
    expect(read.parts.problems).toHaveLength(10);
    expect(read.parts.value).toMatchObject({ attachments: { 99: { base64: '' }, 100: { base64: 'AAAA' } } });
  });
});

/** Pieces of JSON that could confuse a search for a key. */
const trap = fc.constantFrom(
  '"base64"',
  '"base64":"',
  '\\"base64\\":\\"',
  '\\',
  '"',
  LONG,
  `"base64":"${LONG}"`,
  'attachments',
  '{"attachments":[{"base64":"',
  '}]}',
  'é\u{1F600}',
);
const text = fc
  .array(fc.oneof(trap, fc.string({ maxLength: 8 })), { maxLength: 4 })
  .map((parts) => parts.join(''));
const base64 = fc.oneof(
  fc
    .tuple(fc.integer({ min: 700, max: 4_000 }), fc.integer({ min: 0, max: 255 }))
    .map(([size, fill]) => picture(size, fill)),
  fc.constantFrom('', 'aGk=', 'aGk', 'A'.repeat(2_001), `${LONG}=`, LONG.replace('A', '\\')),
  text,
);
const type = fc.constantFrom('image/png', 'IMAGE/PNG', 'image/jpeg', 'application/pdf', 'image/png; x=1', 7);
const attachment = fc.oneof(
  fc.record({ name: text, type, base64 }),
  fc.record({ base64, type, extra: fc.record({ base64 }) }),
  fc.jsonValue({ maxDepth: 1 }),
);
const request = fc.record(
  {
    prompt: text,
    history: fc.array(fc.record({ role: fc.constant('user'), content: text, base64 }, { requiredKeys: [] }), {
      maxLength: 2,
    }),
    attachments: fc.oneof(fc.array(attachment, { maxLength: 3 }), fc.record({ base64 })),
    response_schema: fc.record({
      properties: fc.record({ base64: fc.oneof(base64, fc.record({ type: text })) }),
    }),
    base64,
  },
  { requiredKeys: [] },
);

/** Ways in which clients may write the same JSON. */
const style = fc.record({
  space: fc.constantFrom('', ' ', '\n\t ', '\r\n'),
  escapesSlashes: fc.boolean(),
  shuffle: fc.boolean(),
});

function written(
  value: unknown,
  { space, escapesSlashes, shuffle }: { space: string; escapesSlashes: boolean; shuffle: boolean },
): string {
  const write = (part: unknown): string => {
    if (Array.isArray(part)) return `[${space}${part.map(write).join(`,${space}`)}${space}]`;
    if (typeof part === 'object' && part !== null) {
      const members = Object.entries(part).map(
        ([key, member]) => `${write(key)}${space}:${space}${write(member)}`,
      );
      return `{${space}${(shuffle ? members.toReversed() : members).join(`${space},`)}${space}}`;
    }
    const plain = JSON.stringify(part) ?? 'null';
    return escapesSlashes ? plain.replaceAll('/', '\\/') : plain;
  };
  return write(value);
}

describe('finding files in the bytes', () => {
  it('gives the same as parsing the whole, for every document', async () => {
    let cut = 0;
    await fc.assert(
      fc.asyncProperty(request, style, async (value, how) => {
        const body = bytesOf(written(value, how));
        cut += findBase64Spans(body).length;
        await expectSameBothWays(body);
      }),
      { numRuns: 400 },
    );
    expect(cut).toBeGreaterThan(50);
  });

  it('gives the same as parsing the whole, for every document with a byte wrong', async () => {
    const byte = fc.constantFrom(
      0x22,
      0x5c,
      0x2c,
      0x3a,
      0x7b,
      0x7d,
      0x5b,
      0x5d,
      0x41,
      0x31,
      0x2d,
      0xff,
      0x00,
    );
    await fc.assert(
      fc.asyncProperty(request, style, fc.nat(), byte, async (value, how, at, wrong) => {
        const body = Buffer.from(written(value, how));
        const files = findBase64Spans(body);
        // Mostly around the files, where mistakes are more likely than inside them.
        const edges = files.flatMap(({ start, end }) => [start - 12, start - 1, start, end, end + 1]);
        const index = edges[at % (edges.length * 2 || 1)] ?? at % body.length;
        body[Math.max(0, Math.min(index, body.length - 1))] = wrong;
        await expectSameBothWays(body);
      }),
      { numRuns: 400 },
    );
  });
});
