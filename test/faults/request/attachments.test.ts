import { beforeAll, expect, it } from 'vitest';
import { gif, pdf, png } from '../../support/samples/sample-files.ts';
import type { SandboxReply } from '../../../core/sandbox/upstream.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { refusalOf, untiringAccount } from './refusals.ts';

let reply: SandboxReply | undefined;
const SIZE = { width: 640, height: 480 };

const gateway = gatewayOfFile({ sandbox: { reply: () => reply } });
const account = untiringAccount(gateway);
beforeAll(async () => {
  await gateway.admin((ledger) => ledger.adjustCredits(account.name, 100_000_000_000));
});

const base64 = png(SIZE).toString('base64');

/** Sends one file to models of four wires that read it. */
async function send(type: string, file: Buffer, name = 'a file') {
  gateway.upstream.clear();
  const models = ['gpt-4o', 'claude-haiku-4-5', 'gemini-2.5-flash', 'nova-lite'];
  const attachments = [{ name, type, base64: file.toString('base64') }];
  return gateway.post(account.key, { prompt: 'What is this?', models, attachments });
}

it.each([
  ['signs that base64 has not', `!!!!${base64}@@`],
  ['the URL alphabet', base64.replaceAll('+', '-').replaceAll('/', '_').replace(/.$/, '_')],
  ['padding in the middle', `aGk=${base64}`],
  ['padding too many', `${base64}==`],
  ['bits behind the last byte', 'aGl='],
  ['nothing but padding', '===='],
])('42 base64 with %s is a 400', async (_name, text) => {
  const attachments = [{ name: 'a', type: 'image/png', base64: text }];
  expect(await refusalOf(gateway, account, { prompt: 'hi', models: ['gpt-4o'], attachments })).toEqual([
    '/attachments/0/base64 base64',
  ]);
});

it('43 a file’s size is counted from its bytes, and no field can declare another', async () => {
  const attachments = [{ name: 'a', type: 'image/png', base64, size: 1 }];
  expect(await refusalOf(gateway, account, { prompt: 'hi', models: ['gpt-4o'], attachments })).toEqual([
    '/attachments/0/size unknown_field',
  ]);
});

it('45 a GIF of 10,000 frames is read no further than its header', async () => {
  reply = undefined;
  const { status, body } = await send('image/gif', gif(SIZE, 10_000));
  expect(status).toBe(200);
  expect(body.results[0]).toMatchObject({ status: 'completed' });
});

it('46 a PDF with scripts is passed on unopened, and a provider’s refusal is a failed result', async () => {
  const nested =
    '<< /Filter [/FlateDecode /FlateDecode /FlateDecode] /Length 9 >> stream\nxxxxxxxxx\nendstream';
  const acts =
    '<< /S /JavaScript /JS (app.alert(1)) >> << /S /Launch /F (cmd.exe) >> << /OpenAction 9 0 R >>';
  const file = pdf({ pages: 1, filler: Buffer.from(`${nested}\n${acts}\n`) });
  reply = undefined;
  const passed = await send('application/pdf', file);
  expect(passed.body.results.map(({ status }: { status: string }) => status)).toEqual(
    Array(4).fill('completed'),
  );
  reply = { status: 400, message: 'This document cannot be read.' };
  const failed = await send('application/pdf', file);
  expect(failed.status).toBe(200);
  for (const { status, error, credits } of failed.body.results)
    expect([status, error.code, credits]).toEqual(['failed', 'rejected', 0]);
});

it('46 counting the pages of a PDF with a million objects stops at a bound, and other requests are served meanwhile', async () => {
  reply = undefined;
  const file = pdf({ pages: 1, filler: Buffer.from('<</Type/Page>>\n'.repeat(1_000_000)) });
  const attachments = [{ name: 'a', type: 'application/pdf', base64: file.toString('base64') }];
  const body = { prompt: 'hi', models: ['gpt-4o'], attachments };
  const [million, ...others] = await Promise.all([
    gateway.send(account.key, '/api/v1/prompt/quote', { body }),
    ...Array.from({ length: 20 }, () => gateway.post(account.key, { prompt: 'hi', models: ['gpt-4o'] })),
  ]);
  expect(million.status).toBe(200);
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
});

it('47 a file’s name is only data in a body: no path, no header, no log line', async () => {
  reply = undefined;
  const names = [
    '\u202Egnp.exe',
    'a;filename=b"\'%0d%0aX-Y: z',
    '..',
    'CON',
    '\u{1F600}.png',
    'canary-name-4471',
  ];
  for (const name of names) {
    const { status, body } = await send('image/png', png(SIZE), name);
    expect([status, body.results.length]).toEqual([200, 4]);
    for (const { path, headers } of gateway.upstream.requests()) {
      expect(decodeURIComponent(path)).not.toContain(name);
      expect(Object.keys(headers)).not.toContain('x-y');
      expect(Object.values(headers).join('\n')).not.toContain(name);
    }
  }
  expect(gateway.logs()).not.toContain('canary-name-4471');
});
