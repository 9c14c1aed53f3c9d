import { expect, it } from 'vitest';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { answerTo, postBytes } from '../../support/clients/raw-connection.ts';
import { refusalOf, untiringAccount } from './refusals.ts';

const GOOD = '"prompt":"hi","models":["gpt-4o"]';

const gateway = gatewayOfFile();
const account = untiringAccount(gateway);

const refused = (body: string | Buffer): Promise<readonly string[]> => refusalOf(gateway, account, body);

it.each([
  ['nothing', ''],
  ['white space', ' \n'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number', '7'],
  ['a cut', `{${GOOD}`],
  ['a comma too many', `{${GOOD},}`],
  ['a byte order mark', `\uFEFF{${GOOD}}`],
  ['two documents', `{${GOOD}}{${GOOD}}`],
  ['NaN', `{${GOOD},"generation_settings":{"temperature":NaN}}`],
  ['a comment', `{${GOOD}/* */}`],
  ['single quotes', `{'prompt':'hi','models':['gpt-4o']}`],
])('22 %s for a body is a 400', async (_name, body) => {
  expect(await refused(body)).toHaveLength(1);
});

it.each([65, 5_000, 1_000_000])('23 %i levels are a 400 before they are parsed', async (levels) => {
  const deep = '['.repeat(levels - 1) + ']'.repeat(levels - 1);
  // In a schema, which may hold anything, and as the whole body.
  expect(await refused(`{${GOOD},"response_schema":${deep}}`)).toEqual([expect.stringMatching(/ depth$/)]);
  expect(await refused(`[${deep}]`)).toEqual([expect.stringMatching(/ depth$/)]);
});

it.each([
  ['models', `{${GOOD},"models":["o3-pro"]}`, '/models'],
  [
    'maxTokens',
    `{${GOOD},"generation_settings":{"maxTokens":1,"maxTokens":100000}}`,
    '/generation_settings/maxTokens',
  ],
  ['a key in another spelling', `{${GOOD},"mod\\u0065ls":["o3-pro"]}`, '/models'],
  [
    'zero_data_retention',
    `{${GOOD},"zero_data_retention":true,"zero_data_retention":false}`,
    '/zero_data_retention',
  ],
])('24 duplicate keys are a 400: %s', async (_name, body, pointer) => {
  expect(await refused(body)).toEqual([`${pointer} duplicate_key`]);
});

it.each(['__proto__', 'constructor', 'prototype'])('25 the key %s is a 400 at any depth', async (key) => {
  for (const member of [`"${key}":{"x":1}`, `"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}":1`])
    for (const body of [
      `{${GOOD},${member}}`,
      `{${GOOD},"model_tuning":{"gpt-4o":{${member}}}}`,
      `{${GOOD},"history":[{"role":"user","content":"x",${member}}]}`,
      `{${GOOD},"response_schema":{"properties":{${member}}}}`,
    ])
      expect(await refused(body)).toEqual([expect.stringMatching(/ forbidden_key$/)]);
});

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
  '26 %s is an unknown model, as a model, a judge and in model_tuning',
  async (name) => {
    expect(await refused(`{"prompt":"hi","models":["${name}"]}`)).toEqual(['/models/0 unknown_model']);
    expect(await refused(`{${GOOD},"judges":["${name}"]}`)).toEqual(['/judges/0 unknown_model']);
    expect(await refused(`{${GOOD},"model_tuning":{"${name}":{}}}`)).toEqual([
      expect.stringMatching(`^/model_tuning/${name} (?:unknown_model|forbidden_key)$`),
    ]);
  },
);

it('27 a million keys are a 400, counted before they become objects', async () => {
  const keys = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join(',');
  expect(await refused(`{${GOOD},"response_schema":{${keys}}}`)).toEqual([' too_many_values']);
});

it('27 one text of 50 MB is a 413 that does not wait for its end', async () => {
  const bytes = postBytes({
    key: account.key,
    body: '',
    declares: false,
    fields: ['Content-Length: 50000000'],
  });
  const reply = await answerTo(gateway.url, `${bytes}{"prompt":"xxxx`);
  expect([reply?.status, reply?.headers.get('connection')]).toEqual([413, 'close']);
});

it.each<[string, Buffer]>([
  ['a byte that is none', Buffer.from([0xff])],
  ['a surrogate as UTF-8', Buffer.from([0xed, 0xa0, 0x80])],
  ['an overlong slash', Buffer.from([0xc0, 0xaf])],
  ['a character cut short', Buffer.from([0xe2, 0x82])],
  ['half a surrogate pair', Buffer.from('\\ud83d')],
  ['the halves of a pair the wrong way round', Buffer.from('\\ude00\\ud83d')],
])('28 %s in a text is a 400', async (_name, bytes) => {
  const body = Buffer.concat([Buffer.from('{"models":["gpt-4o"],"prompt":"a'), bytes, Buffer.from('b"}')]);
  expect(await refused(body)).toEqual([expect.stringMatching(/ ill_formed_text$/)]);
});

it('28 NUL, right-to-left marks and other well-formed text pass unchanged in both directions', async () => {
  gateway.upstream.clear();
  const prompt = 'a\u0000b\u202Ec\u2066d\u{E0041}\u{1F600}\uFEFF\u2028e\u0301';
  const { status, body } = await gateway.post(account.key, { prompt, models: ['gpt-4o'] });
  expect([status, body.results[0].status]).toEqual([200, 'completed']);
  expect(JSON.stringify(gateway.upstream.requests()[0]?.body)).toContain(JSON.stringify(prompt).slice(1, -1));
  const path = `/api/v1/prompts/${body.promptLogId}`;
  expect((await gateway.get(account.key, path)).body.request.prompt).toBe(prompt);
});

it.each(['1e400', '-1e400', '9007199254740993', '18446744073686646785', '1e23'])(
  '29 the number %s is a 400, since it would be rounded',
  async (number) => {
    expect(await refused(`{${GOOD},"generation_settings":{"maxTokens":${number}}}`)).toEqual([
      '/generation_settings/maxTokens number_range',
    ]);
  },
);
