import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trickle } from '../../support/servers/hostile-replies.ts';
import { chatAnswer } from '../../support/servers/hostile-provider.ts';
import { MAX_REPLY_BYTES, startHostileScene, type HostileScene } from './hostile-scene.ts';

let scene: HostileScene;

beforeAll(async () => {
  scene = await startHostileScene();
});
afterAll(() => scene.stop());

const NO_USAGE = '{}';
it.each<[string, string, boolean]>([
  ['zero', '{"prompt_tokens":0,"completion_tokens":0}', false],
  ['zero, written -0', '{"prompt_tokens":-0,"completion_tokens":-0}', false],
  ['negative', '{"prompt_tokens":-1000000,"completion_tokens":5}', true],
  ['1e18', '{"prompt_tokens":1e18,"completion_tokens":1}', true],
  ['1e400', '{"prompt_tokens":1e400,"completion_tokens":1}', true],
  ['a fraction', '{"prompt_tokens":0.5,"completion_tokens":1}', true],
  ['text', '{"prompt_tokens":"1000","completion_tokens":"1"}', true],
  ['a list', '[1000,1]', true],
  ['null', 'null', true],
  ['missing', NO_USAGE, true],
])(
  '60 usage that is %s charges nothing, and is reported as missing unless it is zero',
  async (_name, usage, isMissing) => {
    scene.provider.answer((_request, response) =>
      response.end(chatAnswer('fine', NO_USAGE).replace(`"${NO_USAGE}"`, usage)),
    );
    const result = await scene.askMistral();
    expect([result.status, result.output, result.credits]).toEqual(['completed', 'fine', 0]);
    expect(Object.is(result.tokensIn, 0)).toBe(true);
    const codes = (result.warnings ?? []).map(({ code }: { code: string }) => code);
    expect(codes).toEqual(isMissing ? ['usage_missing'] : []);
  },
);

it.each<[string, string, number?]>([
  ['HTML', '<html><body>502</body></html>'],
  ['a cut', '{"choices":[{"message":{"content":"x"'],
  ['NaN', chatAnswer('x').replace('1000', 'NaN')],
  ['null', 'null'],
  ['wrong types all over', '{"choices":{"0":{"message":[]}},"usage":"lots"}'],
  ['events', 'data: {"choices":[{"delta":{"content":"x"}}]}\n\n'.repeat(1_000)],
  ['a hundred thousand levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 0.000_05],
])('60 a 200 with %s is a failed result', async (_name, body, credits = 0) => {
  scene.provider.answer((_request, response) => response.end(body));
  const result = await scene.askMistral();
  // One that is larger than is read has cost its input.
  expect([result.status, result.error?.code, result.credits]).toEqual(['failed', 'malformed_reply', credits]);
});

it.each([
  ['some', 100_000, ['completed', undefined, 1]],
  ['over a million', 1_100_000, ['failed', 'malformed_reply', 1]],
])('60 a reply in %s chunks of one byte is read whole, or refused at once', async (_name, bytes, outcome) => {
  scene.provider.answer((_request, response) => {
    void trickle(response, { reply: JSON.parse(chatAnswer('middle')), text: 'middle', bytes });
  });
  const [result] = (await scene.ask('grok-4.3')).body.results;
  expect([result.status, result.error?.code, result.attempts]).toEqual(outcome);
  if (result.status === 'completed') expect(result.output).toMatch(new RegExp(`^x{${bytes}}$`));
});

it('61 an endless reply is cut off at its limit, and a compressed one is not inflated', async () => {
  let sent = 0;
  scene.provider.answer((_request, response) => {
    const chunk = Buffer.alloc(65_536, 0x20);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      sent += chunk.length;
    };
    response.on('drain', more);
    response.on('error', () => {});
    more();
  });
  expect((await scene.askMistral()).error.code).toBe('malformed_reply');
  // What the sockets between them hold may have been written too.
  expect(sent).toBeLessThan(MAX_REPLY_BYTES + 16_000_000);
  const bomb = gzipSync(Buffer.from(chatAnswer('x'.repeat(20 * MAX_REPLY_BYTES))));
  for (const encoding of ['gzip', Array(10).fill('gzip').join(', ')]) {
    scene.provider.answer((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    expect((await scene.askMistral()).error.code).toBe('malformed_reply');
  }
});
