import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../core/dialects/translated-prompt.ts';
import { GatewayError } from '../../core/errors.ts';
import { compatErrorOf, type CompatError } from '../../core/http/compat/compat-error.ts';
import { parseStrictJson } from '../../core/workers/strict-json.ts';
import { translateBody } from './read-translated.ts';
import { isHarmless, refusedFields } from './refused-fields.ts';
import { cases } from '../support/whole-run.ts';

const PDF = 'data:application/pdf;base64,JVBERi0xLjQK';
/** Bodies with every kind of place that a field may stand in. */
const BODIES = {
  'chat-completions': {
    model: 'gpt-4o',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Go.' },
          { type: 'file', file: { file_data: PDF } },
        ],
      },
    ],
  },
  responses: {
    model: 'gpt-4o',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Go.' },
          { type: 'input_file', file_data: PDF },
        ],
      },
    ],
  },
  messages: {
    model: 'gpt-4o',
    max_tokens: 100,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Go.' },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK' },
          },
        ],
      },
    ],
  },
} as const satisfies Record<Dialect, object>;
const DIALECTS = Object.keys(BODIES) as readonly Dialect[];

/** Of a JSON text that is taken: numbers out of range and some names are refused before anyone looks at fields. */
function anyValue(maxDepth: number): fc.Arbitrary<unknown> {
  const isTaken = (value: unknown): boolean => 'value' in parseStrictJson(Buffer.from(JSON.stringify(value)));
  return fc.jsonValue({ maxDepth }).filter(isTaken);
}

/** Returns the refusal of a body. @throws if the body is accepted. */
async function refusalOf(dialect: Dialect, body: Readonly<Record<string, unknown>>): Promise<CompatError> {
  const outcome = await translateBody(body, dialect).catch((error: unknown) => compatErrorOf(error));
  if (!('status' in outcome)) throw new Error('the body was taken');
  return outcome;
}

/** A copy of a body with a value at a path, and the name of that place in `error.param`. */
function placed(
  dialect: Dialect,
  path: readonly string[],
  value: unknown,
): { readonly body: Readonly<Record<string, unknown>>; readonly param: string } {
  const body: Record<string, unknown> = structuredClone(BODIES[dialect]);
  let at: Record<string, unknown> = body;
  let param = '';
  for (const [index, step] of path.entries()) {
    // The file is the last of its message, and the message is the only one.
    const key = step === '*' ? String(Object.keys(at).length - 1) : step;
    param += step === '*' ? `[${key}]` : index === 0 ? key : `.${key}`;
    if (index === path.length - 1) at[key] = value;
    else
      at = (at[key] ??= path[index + 1] === '*' ? [{ type: 'input_text', text: 'Go.' }] : {}) as Record<
        string,
        unknown
      >;
  }
  return { body, param };
}

describe('a field that is not supported', () => {
  const fields = refusedFields();

  it.each(fields.map((field) => [`${field.dialect}: ${field.path.join('/')}`, field] as const))(
    'is a 400 that names it, whatever is in it: %s',
    async (_name, { dialect, path, schema }) => {
      const value = anyValue(2).filter((one) => !isHarmless(schema, one));
      await fc.assert(
        fc.asyncProperty(value, async (refused) => {
          const { body, param } = placed(dialect, path, refused);
          const { status, body: error, headers } = await refusalOf(dialect, body);
          expect({ status, type: error.type }).toEqual({ status: 400, type: 'invalid_request_error' });
          // In a list, the entry may be the wrong field.
          expect(error.param).toMatch(new RegExp(`^${RegExp.escape(param)}(?:\\[\\d+\\])?$`));
          expect(error.message).toContain(error.param);
          expect(headers).toEqual({});
        }),
        { numRuns: cases(25) },
      );
    },
  );

  it('is one of at least those that clients know', () => {
    const fieldNames = fields.map(({ dialect, path }) => `${dialect}: ${path.join('/')}`);
    for (const field of ['n', 'logprobs', 'audio', 'stop', 'logit_bias', 'functions'])
      expect(fieldNames).toContain(`chat-completions: ${field}`);
    for (const field of ['previous_response_id', 'conversation', 'background', 'prompt'])
      expect(fieldNames).toContain(`responses: ${field}`);
    for (const field of ['stop_sequences', 'top_k', 'mcp_servers'])
      expect(fieldNames).toContain(`messages: ${field}`);
  });
});

/** The objects of a body: their paths, and one member of each. */
const PLACES: Readonly<Record<Dialect, readonly (readonly string[])[]>> = {
  'chat-completions': [
    [],
    ['messages', '*'],
    ['messages', '*', 'content', '*'],
    ['messages', '*', 'content', '*', 'file'],
    ['stream_options'],
  ],
  responses: [
    [],
    ['input', '*'],
    ['input', '*', 'content', '*'],
    ['reasoning'],
    ['text'],
    ['stream_options'],
  ],
  messages: [
    [],
    ['messages', '*'],
    ['messages', '*', 'content', '*'],
    ['messages', '*', 'content', '*', 'source'],
    ['output_config'],
  ],
};
/** What JSON is refused for before anyone looks at its fields. */
const NO_NAMES = ['__proto__', 'constructor', 'prototype'];

describe('a field that nobody knows', () => {
  it('is a 400 that names it, wherever it stands', async () => {
    const bodiesJson = JSON.stringify(BODIES);
    const name = fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' })
      .filter(
        (one) => !NO_NAMES.includes(one) && !bodiesJson.includes(JSON.stringify(one)) && !/^\d+$/.test(one),
      );
    const place = fc
      .constantFrom(...DIALECTS)
      .chain((dialect) =>
        fc.record({ dialect: fc.constant(dialect), path: fc.constantFrom(...PLACES[dialect]) }),
      );
    await fc.assert(
      fc.asyncProperty(place, name, anyValue(1), async ({ dialect, path }, unknown, value) => {
        fc.pre(!(await isTaken(dialect, [...path, unknown])));
        const { body, param } = placed(dialect, [...path, unknown], value);
        const { status, body: error } = await refusalOf(dialect, body);
        expect(status).toBe(400);
        expect(error).toMatchObject({ type: 'invalid_request_error', param, code: 'unknown_parameter' });
        expect(error.message).not.toContain('[object');
      }),
      { numRuns: cases(300) },
    );
  });
});

/** Null is taken by every field there is. */
async function isTaken(dialect: Dialect, path: readonly string[]): Promise<boolean> {
  const { body } = placed(dialect, path, null);
  return await translateBody(body, dialect).then(
    () => true,
    (error: unknown) =>
      !(error instanceof GatewayError && error.details.errors?.some(({ code }) => code === 'unknown_field')),
  );
}

describe('a picture that is none', () => {
  it('is named at its place in the conversation', async () => {
    const wrong = fc.constantFrom(
      'https://example.com/a.png',
      'file:///etc/passwd',
      'data:image/png,raw',
      'data:image/png;base64,',
      'data:image/png;base64,AA',
      'data:image/png;base64,AAAA',
      '',
    );
    const turns = fc.array(fc.constantFrom('user', 'assistant', 'system'), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(wrong, turns, fc.nat(3), async (url, roles, before) => {
        const texts = Array.from({ length: before }, () => ({ type: 'text', text: 'x' }));
        const content = [...texts, { type: 'image_url', image_url: { url } }];
        const messages = [
          ...roles.map((role) => ({ role, content: 'x' })),
          { role: 'user', content },
          { role: 'user', content: 'Go.' },
        ];
        const { status, body } = await refusalOf('chat-completions', { model: 'gpt-4o', messages });
        expect(status).toBe(400);
        expect(body.param).toBe(`messages[${roles.length}].content[${before}].image_url.url`);
      }),
    );
  });
});
