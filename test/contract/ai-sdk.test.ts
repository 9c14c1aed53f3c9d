import { describe, expect, test } from 'vitest';
import { Base64Slot, type JsonObject, type ModelCall, type WirePlugin } from '../../core/contract.ts';
import plugin from '../../plugins/ai-sdk.ts';
import { block, file, sampleProvider } from '../../core/plugin-check/sample-entry.ts';
import { sampleCall } from './sample-call.ts';

interface Settings {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

type Generate = (settings: Settings, options: unknown) => Promise<unknown>;

/** A package like those of the SDK: it POSTs to its base URL with its key. */
function packageThat(generate: Generate, version = 'v2'): Readonly<Record<string, unknown>> {
  return {
    createAurora: (settings: Settings) => ({
      languageModel: (modelId: string) => ({
        specificationVersion: version,
        modelId,
        doGenerate: (options: unknown) => generate(settings, options),
      }),
    }),
  };
}

const posting: Generate = async ({ baseURL, apiKey, fetch }, options) => {
  const headers = {
    'x-key': apiKey,
    authorization: `Bearer ${apiKey}`,
    'x-version': '7',
    'user-agent': 'sdk',
  };
  const reply = await fetch(`${baseURL}/say?v=1`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ options }),
  });
  return reply.json();
};

function made(module: Readonly<Record<string, unknown>>, options: JsonObject = {}): Promise<WirePlugin> {
  const provider = sampleProvider({ plugin: 'ai-sdk', bridge: { package: '@acme/aurora', options } });
  return plugin.forProvider(provider, () => Promise.resolve(module));
}

const call = (changes: Partial<ModelCall> = {}): ModelCall =>
  sampleCall({ system: [block('Be brief.')], ...changes });

describe('request', () => {
  test('is the request of the package, without its key', async () => {
    const { buildRequest } = await made(packageThat(posting));
    const request = await buildRequest(call({ fields: new Map([['/style/tone', 'plain']]) }));
    expect(request).toMatchObject({ path: '/say?v=1', headers: { 'x-version': '7' } });
    expect(Object.keys(request.headers ?? {})).toEqual(['x-version']);
    expect(request.body['style']).toEqual({ tone: 'plain' });
    expect(request.body['options']).toMatchObject({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'How far is the moon?' }] },
      ],
      maxOutputTokens: 256,
    });
  });

  test.each([
    ['v2', (data: unknown) => data],
    ['v3', (data: unknown) => data],
    ['v4', (data: unknown) => ({ type: 'data', data })],
  ])('a file is a slot in the form of %s', async (version, form) => {
    const { buildRequest } = await made(packageThat(posting, version));
    const attachments = [file('a.png', 'image/png'), file('b.pdf', 'application/pdf')];
    const { body } = await buildRequest(call({ attachments }));
    const parts = attachments.map((one) => ({
      type: 'file',
      filename: one.name,
      mediaType: one.mediaType,
      data: form(new Base64Slot(one)),
    }));
    expect(body['options']).toMatchObject({
      prompt: [{}, { content: [...parts, { type: 'text', text: 'How far is the moon?' }] }],
    });
  });

  test.each<[string, Generate, RegExp]>([
    ['sends nothing', () => Promise.reject(new Error('no such feature')), /sends nothing for this call/],
    [
      'asks elsewhere',
      ({ fetch }) => fetch('https://elsewhere.example/', { method: 'POST' }),
      /cannot be used/,
    ],
    ['asks by GET', ({ fetch, baseURL }) => fetch(baseURL), /does not POST/],
    [
      'has its key in the address',
      ({ fetch, baseURL, apiKey }) => fetch(`${baseURL}/?key=${apiKey}`, { method: 'POST', body: '{}' }),
      /sends its key outside a header/,
    ],
    [
      'sends a list',
      ({ fetch, baseURL }) => fetch(baseURL, { method: 'POST', body: '[]' }),
      /no JSON object/,
    ],
  ])('is refused if the package %s', async (_name, generate, message) => {
    const { buildRequest } = await made(packageThat(generate));
    await expect(Promise.resolve(buildRequest(call()))).rejects.toThrow(message);
  });
});

describe('reply', () => {
  test.each([
    [{ finishReason: 'stop' }, { text: 'ab', finishReason: 'stop', thought: true }],
    [{ finishReason: { unified: 'length' } }, { text: 'ab', finishReason: 'length', thought: true }],
    [{ finishReason: { unified: 'content-filter' } }, { text: 'ab', finishReason: 'refused', thought: true }],
    [{ finishReason: 'error' }, { fault: { code: 'unavailable' } }],
    [{ error: { code: 'rate_limit_exceeded' } }, { fault: { code: 'rate_limited' } }],
  ])('that ends with %j', async (end, expected) => {
    const { readReply } = await made(packageThat(posting));
    const content = [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
      { type: 'source', url: 'https://example.com' },
      { type: 'text', text: 'b' },
    ];
    expect(await readReply({ content, ...end }, call())).toEqual(expected);
  });

  test('the package cannot read is malformed', async () => {
    const { readReply } = await made(packageThat(() => Promise.reject(new Error('schema'))));
    for (const reply of [{}, null, 'text'])
      expect(await readReply(reply, call())).toEqual({ fault: { code: 'malformed_reply' } });
  });
});

describe('a package', () => {
  const good = packageThat(posting);
  test('takes options for the functions that make the provider and its model', async () => {
    const chat = {
      createOther: () => ({ chat: () => ({ specificationVersion: 'v3', doGenerate: posting }) }),
    };
    await expect(made({ ...good, ...chat })).rejects.toThrow(
      /has createAurora, createOther; name one as bridge\.options\.factory/,
    );
    await expect(made({ ...good, ...chat }, { factory: 'createOther' })).rejects.toThrow(
      /correct bridge\.options\.method/,
    );
    await expect(
      made({ ...good, ...chat }, { factory: 'createOther', method: 'chat' }),
    ).resolves.toBeDefined();
  });

  test('that fits not is refused, saying why', async () => {
    await expect(made({ VERSION: '1' })).rejects.toThrow(/has no function that makes a provider/);
    await expect(made(packageThat(posting, 'v1'))).rejects.toThrow(/of version v2, v3 or v4/);
    await expect(plugin.forProvider(sampleProvider(), () => Promise.resolve(good))).rejects.toThrow(
      /needs bridge: \{ package/,
    );
  });

  test.each([
    [{ facory: 'createAurora' }, /no option facory; correct bridge\.options in .*\.yaml to factory, method/],
    [{ factory: 'create aurora' }, /bridge\.options\.factory in .* must be the name of a function/],
    [{ settings: ['a'] }, /bridge\.options\.settings in .* must be a map/],
    [{ providerOptions: { aurora: 'low' } }, /bridge\.options\.providerOptions in .* must be a map of maps/],
  ])('is not set up by %j', async (options, message) => {
    await expect(made(good, options)).rejects.toThrow(message);
  });
});
