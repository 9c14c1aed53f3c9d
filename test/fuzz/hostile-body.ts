import * as fc from 'fast-check';
import { CANARY, MODEL_IDS } from './valid-request.ts';

/** Bodies made to hurt rather than to pass: each is a text or bytes, whole. */

const REQUEST = { prompt: `${CANARY} in a text`, models: ['gpt-4o'] };
const requestWith = (fields: object): Buffer => Buffer.from(JSON.stringify({ ...REQUEST, ...fields }));

/** Brackets by the thousand, closed or not, alone or in a field. */
export const deepNest: fc.Arbitrary<Buffer> = fc
  .record({
    depth: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 60, max: 70 }) },
      { weight: 1, arbitrary: fc.constantFrom(5_000, 50_000) },
    ),
    open: fc.constantFrom('[', '{"a":', '[{"a":', '[[],'),
    close: fc.boolean(),
    field: fc.constantFrom('', 'response_schema', 'model_tuning', 'prompt'),
  })
  .map(({ depth, open, close, field }) => {
    const closing = { '[': ']', '{"a":': '}', '[{"a":': '}]', '[[],': ']' }[open] ?? '';
    const nest = `${open.repeat(depth)}1${close ? closing.repeat(depth) : ''}`;
    return Buffer.from(field === '' ? nest : `{"prompt":"x","models":["gpt-4o"],"${field}":${nest}}`);
  });

/** A key that stands twice, plainly or in other letters. */
export const twiceNamed: fc.Arbitrary<Buffer> = fc
  .record({
    key: fc.constantFrom(
      'prompt',
      'models',
      '\\u0070rompt',
      'pr\\u006fmpt',
      'a',
      '__proto__',
      '\\u005f_proto__',
    ),
    value: fc.constantFrom('"x"', '["gpt-4o"]', '["o3","o3"]', 'null', '{}'),
    isFirst: fc.boolean(),
  })
  .map(({ key, value, isFirst }) => {
    const fields = [`"${key}":${value}`, '"prompt":"x"', '"models":["gpt-4o"]'];
    return Buffer.from(`{${(isFirst ? fields : fields.toReversed()).join(',')}}`);
  });

export const anyJson: fc.Arbitrary<Buffer> = fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text));

export const anyBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => Buffer.from(JSON.stringify(text))),
  fc.string({ unit: fc.constantFrom(...'{}[]",:0-.eE\\un'), maxLength: 40 }).map((text) => Buffer.from(text)),
);

const PATTERNS = [
  '^(a|a)*$',
  '(a+)+$',
  '(?=a)b',
  '(a)\\1',
  '[',
  'a{1001}',
  '\\p{L}{2,}',
  '(?<!x)',
  '\\u{110000}',
];
const node: fc.Arbitrary<object> = fc.constantFrom(
  { $ref: '#' },
  { $ref: '#/$defs/missing' },
  { $ref: 'http://127.0.0.1:1/schema' },
  { $ref: 'file:///etc/passwd' },
  { $id: 'http://a/b', $ref: 'b' },
  { type: 'nonsense' },
  { type: ['string', 'null'], format: 'date-time' },
  { enum: [] },
  { enum: [1, 1] },
  { const: { $data: '1/a' } },
  { $data: '1/a' },
  { not: {} },
  { allOf: [] },
  { anyOf: [{ $ref: '#' }, { type: 'string' }] },
  { minLength: -1 },
  { multipleOf: 0 },
  { uniqueItems: true, type: 'array', items: { $ref: '#' } },
  { if: true, else: false },
  { patternProperties: { '(a+)+$': {} } },
  { additionalProperties: { $ref: '#' } },
  { properties: [] },
  { required: 'all' },
  { 'x-custom': 1 },
);

/** Each reference names the one before twice: nodes by the power of two. */
function doublingChain(levels: number): object {
  const $defs: Record<string, object> = { d0: { type: 'string' } };
  for (let level = 1; level <= levels; level += 1) {
    const $ref = `#/$defs/d${level - 1}`;
    $defs[`d${level}`] = { type: 'object', properties: { a: { $ref }, b: { $ref } } };
  }
  return { $defs, $ref: `#/$defs/d${levels}` };
}

function nested(levels: number): object {
  let schema: object = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { type: 'object', properties: { a: schema } };
  return schema;
}

const schema: fc.Arbitrary<object> = fc.oneof(
  node,
  fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom('a', 'b', '$ref', 'type', CANARY), node),
  }),
  fc.constantFrom(...PATTERNS).map((pattern) => ({ type: 'object', properties: { a: { pattern } } })),
  fc.integer({ min: 1, max: 8 }).map(doublingChain),
  fc.integer({ min: 1, max: 40 }).map(nested),
  fc
    .constantFrom(1_990, 2_010)
    .map((count) => ({ enum: Array.from({ length: count }, (_, index) => index) })),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 })),
);

export const hostileSchema: fc.Arbitrary<Buffer> = fc
  .record({
    response_schema: schema,
    models: fc.array(fc.constantFrom(...MODEL_IDS), { minLength: 1, maxLength: 2 }),
  })
  .map(requestWith);

const NAMES = [
  'a.png',
  '../../etc/passwd',
  'a\r\nb',
  '\u202egnp.a',
  `${CANARY}.png`,
  'x'.repeat(256),
  '',
  '\u0000',
];
const TYPES = [
  'image/png',
  'IMAGE/PNG',
  'image/jpg',
  'image/svg+xml',
  'application/pdf',
  'text/html',
  'image/png; x=1',
  '/',
  'a/b',
];

/** Base64 of real files and of none, spoilt in the ways decoders forgive. */
const spoiltBase64: fc.Arbitrary<string> = fc
  .record({
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .constantFrom(
          '89504e470d0a1a0a0000000d49484452',
          '47494638396100ff00ff',
          '255044462d312e37',
          '52494646ffffffff57454250',
          'ffd8ffe1ffff',
          'ffd8ffc0001108',
        )
        .map((hex) => Buffer.from(hex, 'hex')),
    ),
    spoil: fc.constantFrom('', '', '=', '==', '!', '\n', ' ', '-', '_', '====', 'é', '\u0000'),
    at: fc.nat({ max: 80 }),
    repeat: fc.constantFrom(1, 1, 1, 40),
  })
  .map(({ bytes, spoil, at, repeat }) => {
    const base64 = Buffer.from(bytes).toString('base64').repeat(repeat);
    return base64.slice(0, at) + spoil + base64.slice(at);
  });

export const hostileFile: fc.Arbitrary<Buffer> = fc
  .array(
    fc.record({ name: fc.constantFrom(...NAMES), type: fc.constantFrom(...TYPES), base64: spoiltBase64 }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((attachments) => requestWith({ attachments }));

/** Long enough for a worker thread, and now and then for a 413. */
export const longBody: fc.Arbitrary<Buffer> = fc
  .record({
    bytes: fc.constantFrom(66_000, 150_000, 300_000),
    field: fc.constantFrom('prompt', 'base64', 'key', 'list', 'space'),
    isBroken: fc.boolean(),
  })
  .map(({ bytes, field, isBroken }) => {
    const filler = 'AAAA'.repeat(bytes / 4);
    const fields = {
      prompt: { prompt: filler },
      base64: { attachments: [{ name: 'a', type: 'image/png', base64: filler }] },
      key: { [filler]: 1 },
      list: { history: Array.from({ length: bytes / 10 }, () => ({ a: 1 })) },
      space: {},
    }[field];
    const text = JSON.stringify({ ...REQUEST, ...fields });
    const spaced = field === 'space' ? `${' '.repeat(bytes)}${text}` : text;
    return Buffer.from(isBroken ? spaced.slice(0, -1) : spaced);
  });
