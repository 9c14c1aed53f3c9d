import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { gif, jpeg, pdf, png, webp } from '../../support/samples/sample-files.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

/** Replaced by each test that scripts the upstream. */
let reply: (call: SandboxCall) => SandboxReply | undefined = () => undefined;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
const account = accountOfFile(gateway, 10_000_000);

const SIZE = { width: 640, height: 480 };
/** Longer than bodies that the event loop parses, and than bodies that the sandbox keeps whole. */
const LARGE_BYTES = 150_000;

interface Sent {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

function attachment(type: string, file: Buffer, name = 'a file'): Sent {
  return { name, type, base64: file.toString('base64') };
}

const noisyPng = (bytes: number): Sent => attachment('image/png', png(SIZE, randomBytes(bytes)));
const noisyPdf = (bytes: number): Sent =>
  attachment('application/pdf', pdf({ pages: 2, filler: Buffer.from(randomBytes(bytes).toString('hex')) }));

/** Every text in a body as the sandbox keeps it: whole, or its length and digest. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** How a file may stand in a body: bare, or as a data URL; long ones as the sandbox reports them. */
function formsOf({ type, base64 }: Sent): readonly string[] {
  return [base64, `data:${type.toLowerCase()};base64,${base64}`].flatMap((text) => [
    text,
    `${text.length} characters, sha256 ${createHash('sha256').update(text).digest('hex')}`,
  ]);
}

/** Which of the files reached each upstream model, in the order they stand there. */
function arrived(files: readonly Sent[]): ReadonlyMap<string, readonly number[]> {
  const forms = files.map((file) => new Set(formsOf(file)));
  return new Map(
    gateway.upstream.requests().map(({ model = '', body }) => [
      model,
      textsIn(body).flatMap((text) => {
        const index = forms.findIndex((form) => form.has(text));
        return index === -1 ? [] : [index];
      }),
    ]),
  );
}

async function post(attachments: readonly unknown[], models: readonly string[], extra: object = {}) {
  gateway.upstream.clear();
  return gateway.post(account.key, { prompt: 'What is this?', models, attachments, ...extra });
}

/** One model of each wire format. */
const WIRES = ['gpt-4o', 'claude-haiku-4-5', 'gemini-2.5-flash', 'mistral-large-2512', 'nova-lite'];
const PDF_READERS = ['gpt-4o', 'claude-haiku-4-5', 'gemini-2.5-flash', 'nova-lite'];

describe('a file', () => {
  const noise = randomBytes(LARGE_BYTES);
  it.each<[string, Sent, readonly string[]]>([
    ['a PNG', attachment('image/png', png(SIZE, noise)), WIRES],
    ['a JPEG', attachment('image/jpeg', Buffer.concat([jpeg(SIZE), noise])), WIRES],
    ['a WebP', attachment('image/webp', Buffer.concat([webp('lossy', SIZE), noise])), WIRES],
    [
      'a GIF',
      attachment('image/gif', Buffer.concat([gif(SIZE), noise])),
      WIRES.filter((model) => !model.startsWith('gemini')),
    ],
    ['a PDF', noisyPdf(LARGE_BYTES), PDF_READERS],
    ['a small PNG', attachment('image/png', png(SIZE)), WIRES],
    ['a small PDF', attachment('application/pdf', pdf({ pages: 2 })), PDF_READERS],
    ['a type in upper case', attachment('IMAGE/PNG', png(SIZE, noise)), WIRES],
    [
      'a file whose length needs one padding character',
      attachment('image/png', png(SIZE, noise.subarray(0, -1))),
      WIRES,
    ],
    ['a file whose length needs two', attachment('image/png', png(SIZE, noise.subarray(0, -2))), WIRES],
  ])('%s reaches every model that reads it byte for byte', async (_name, file, models) => {
    const { status, body } = await post([file], models);
    expect(status).toBe(200);
    expect(body.results).toMatchObject(models.map(() => ({ status: 'completed', attempts: 1 })));
    const receivedFiles = arrived([file]);
    expect(receivedFiles.size).toBe(models.length);
    for (const files of receivedFiles.values()) expect(files).toEqual([0]);
  });

  it('keeps its place among others, and two that are alike both arrive', async () => {
    const files = [noisyPng(LARGE_BYTES), attachment('image/png', png(SIZE)), noisyPdf(40_000)];
    const sentFiles = [files[0], files[1], files[0], files[2]];
    const { status } = await post(sentFiles, PDF_READERS);
    expect(status).toBe(200);
    for (const indices of arrived(files as readonly Sent[]).values()) expect(indices).toEqual([0, 1, 0, 2]);
  });

  it('is sent again whole when a provider asks for another attempt', async () => {
    const file = noisyPng(2_000_000);
    reply = ({ attempt }) => (attempt < 3 ? { status: 503 } : undefined);
    const { body } = await post([file], ['gpt-4o']);
    reply = () => undefined;
    expect(body.results[0]).toMatchObject({ status: 'completed', attempts: 3 });
    const forms = new Set(formsOf(file));
    const bodies = gateway.upstream
      .requests()
      .map(({ body: sent }) => textsIn(sent).filter((text) => forms.has(text)));
    expect(bodies.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('of 20 MB reaches several models', async () => {
    const file = noisyPng(20_000_000);
    const { status, body } = await post([file], ['gpt-4o', 'gemini-2.5-flash', 'gpt-4.1']);
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { status: 'completed' },
      { status: 'completed' },
      { status: 'completed' },
    ]);
    for (const files of arrived([file]).values()) expect(files).toEqual([0]);
    expect(arrived([file]).size).toBe(3);
  });

  it('comes through from clients that escape slashes and do not say how long the body is', async () => {
    const file = noisyPng(LARGE_BYTES);
    const text = JSON.stringify({ prompt: 'x', models: ['gpt-4o'], attachments: [file] }).replaceAll(
      '/',
      '\\/',
    );
    expect((await gateway.post(account.key, text)).status).toBe(200);
    gateway.upstream.clear();
    const stream = new Blob([text]).stream();
    const answer = await fetch(`${gateway.url}/api/v1/prompt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${account.key}` },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(200);
    expect(arrived([file])).toEqual(new Map([['gpt-4o', [0]]]));
  });

  it('is not looked for in texts that speak of one', async () => {
    const long = 'QUJD'.repeat(20_000);
    const { status } = await post([attachment('image/png', png(SIZE))], ['gpt-4o'], {
      prompt: `{"base64":"${long}"}`,
      history: [{ role: 'user', content: `"base64":"${long}"` }],
      response_schema: {
        type: 'object',
        properties: { base64: { type: 'string' } },
        required: ['base64'],
        additionalProperties: false,
      },
    });
    expect(status).toBe(200);
    expect(textsIn(gateway.upstream.requests()[0]?.body)).toContain(`{"base64":"${long}"}`);
  });

  it('lets a PDF be held for by its pages, not its size', async () => {
    const estimate = async (file: Sent): Promise<number> => {
      const poor = await gateway.account(0);
      const { body } = await gateway.post(poor.key, {
        prompt: 'x',
        models: ['gemini-2.5-flash'],
        attachments: [file],
        generation_settings: { maxTokens: 10 },
      });
      return body.estimatedCreditsRequired;
    };
    const [one, forty] = [
      await estimate(attachment('application/pdf', pdf({ pages: 1, filler: Buffer.alloc(300_000, '%') }))),
      await estimate(attachment('application/pdf', pdf({ pages: 40 }))),
    ];
    const unknown = await estimate(
      attachment(
        'application/pdf',
        pdf({ pages: 1, hasCompressedObjects: true, filler: Buffer.alloc(300_000, '%') }),
      ),
    );
    expect(one).toBeLessThan(forty);
    expect(forty).toBeLessThan(unknown);
  });
});

describe('a file that is not what it should be', () => {
  const small = png(SIZE);
  const padded = (file: Buffer): Buffer => Buffer.concat([file, Buffer.alloc(LARGE_BYTES)]);
  const html = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>');
  const base64 = small.toString('base64');

  const cases: readonly (readonly [string, unknown, string, RegExp])[] = [
    ['HTML called a PNG', attachment('image/png', html), '/attachments/1/type', /text\/html/],
    [
      'a type with a parameter',
      attachment('IMAGE/PNG; x=1', small),
      '/attachments/1/type',
      /without parameters/,
    ],
    [
      'a PNG of 30,000 by 30,000',
      attachment('image/png', png({ width: 30_000, height: 30_000 })),
      '/attachments/1/base64',
      /30000 x 30000/,
    ],
    [
      'an encrypted PDF',
      attachment('application/pdf', pdf({ pages: 1, isEncrypted: true })),
      '/attachments/1/base64',
      /encrypted/,
    ],
    [
      'noise in the base64',
      { name: 'a', type: 'image/png', base64: `!!!!${base64}@@` },
      '/attachments/1/base64',
      /canonical base64/,
    ],
    [
      'a data URL',
      { name: 'a', type: 'image/png', base64: `data:image/png;base64,${base64}` },
      '/attachments/1/base64',
      /this is a data: URL: leave out everything up to and with its comma/,
    ],
    ['a number for a file', { name: 'a', type: 'image/png', base64: 7 }, '/attachments/1/base64', /string/],
    [
      'a name that climbs',
      attachment('image/png', small, '../../etc/passwd'),
      '/attachments/1/name',
      /file name/,
    ],
    [
      'a name with a line break',
      attachment('image/png', small, 'a\r\nX: y'),
      '/attachments/1/name',
      /file name/,
    ],
    [
      'a name of a megabyte',
      attachment('image/png', small, 'a'.repeat(1_000_000)),
      '/attachments/1/name',
      /255/,
    ],
    [
      'an unknown member',
      { ...attachment('image/png', small), url: 'http://127.0.0.1:1' },
      '/attachments/1/url',
      /./,
    ],
    ['text for a file', 'a', '/attachments/1', /object/],
  ];

  // Both roads: a small body is read in place, a large one in a worker.
  it.each(
    cases.flatMap(([name, file, pointer, said]) => [
      { name, file, pointer, said, first: attachment('image/png', small) },
      {
        name: `${name}, in a large body,`,
        file,
        pointer,
        said,
        first: attachment('image/png', padded(small)),
      },
    ]),
  )('$name is a 400 that names $pointer', async ({ file, pointer, said, first }) => {
    const before = await account.balance();
    const { status, body } = await post([first, file], ['gpt-4o']);
    expect(status).toBe(400);
    expect(body.type).toBe('urn:assay:problem:validation-failed');
    expect(body.errors).toEqual([
      { pointer, code: expect.any(String), message: expect.stringMatching(said) },
    ]);
    expect(gateway.upstream.requests()).toEqual([]);
    expect(await account.balance()).toEqual(before);
  });

  it('is named beside everything else that is wrong', async () => {
    const { body } = await post(
      [
        attachment('image/jpeg', padded(small)),
        attachment('image/png', small),
        { name: 'x', type: 'image/png', base64: 'AA' },
      ],
      ['no-such-model'],
      { extra: 1 },
    );
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/attachments/0/type',
      '/attachments/2/base64',
      '/extra',
      '/models/0',
    ]);
  });

  it('is refused past 10 files', async () => {
    const { status, body } = await post(
      Array.from({ length: 11 }, () => attachment('image/png', small)),
      ['gpt-4o'],
    );
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/attachments' }]);
  });

  it('may have 20 MiB and not a byte more', async () => {
    const limit = 20 * 1_024 * 1_024;
    const empty = png(SIZE).length;
    const largest = attachment('image/png', png(SIZE, Buffer.alloc(limit - empty)));
    expect((await post([largest], ['codestral-2508'])).status).toBe(200);
    const larger = attachment('image/png', png(SIZE, Buffer.alloc(limit - empty + 1)));
    const { status, body } = await post([larger], ['codestral-2508']);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/attachments/0/base64', code: 'limit' }]);
  });
});
