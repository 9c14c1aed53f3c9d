import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { type TestReply } from '../../support/gateways/test-gateway.ts';
import { chatAnswer } from '../../support/servers/hostile-provider.ts';

const MODEL = 'mistral-large-2512';
const long = 'A "quoted" \\ line\nand größer 🙂. '.repeat(4_000);

let reply: (call: SandboxCall) => SandboxReply | undefined;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
const account = accountOfFile(gateway, 100_000);

async function ask(body: object): Promise<TestReply['body']> {
  const answer = await gateway.post(account.key, { prompt: 'hi', ...body });
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200);
  return answer.body;
}

/** Of the model that sends `raw`; another answers beside it. */
async function resultOf(raw: string, body: object = {}): Promise<TestReply['body']> {
  reply = (call) => (call.model === MODEL ? { raw } : { content: 'fine' });
  const { results } = await ask({ models: [MODEL, 'gpt-4o'], ...body });
  expect(results[1].status).toBe('completed');
  return results[0];
}

/** Stands for a text in expectations, so that a failure does not print a megabyte. */
function brief(text: string): string {
  return `${text.length} characters, ${hash('sha256', text)}`;
}

it('60 a long answer is delivered unchanged, whatever parts it came in', async () => {
  const text = (part: string): object => ({ type: 'text', text: part });
  const content = [text('Begin. '), text(long), text(' And '), text(long.slice(0, 70_000)), text(' end.')];
  const result = await resultOf(
    chatAnswer('').replace('"content":""', `"content":${JSON.stringify(content)}`),
  );
  expect(brief(result.output)).toBe(brief(`Begin. ${long} And ${long.slice(0, 70_000)} end.`));
  expect([result.finishReason, result.tokensIn]).toEqual(['stop', 1_000]);
});

it('60 a long answer is checked against the schema, corrected and judged unchanged', async () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string' } },
    additionalProperties: false,
  };
  const valid = JSON.stringify({ a: long });
  const told = await resultOf(chatAnswer(`\`\`\`json\n${valid}\n\`\`\``), { response_schema: schema });
  expect([told.schemaValid, brief(told.output)]).toEqual([true, brief(valid)]);

  const unfit = `${'x'.repeat(100_000)} no JSON`;
  reply = (call) =>
    call.model === MODEL ? { raw: chatAnswer(call.attempt === 1 ? unfit : valid) } : undefined;
  gateway.upstream.clear();
  const corrected = (await ask({ models: [MODEL], response_schema: schema })).results[0];
  expect([corrected.schemaValid, brief(corrected.output), corrected.attempts]).toEqual([
    true,
    brief(valid),
    2,
  ]);
  const second: TestReply['body'] = gateway.upstream.requests().at(-1)?.body;
  expect(brief(second.messages.at(-2).content)).toBe(brief(unfit));
});

it('60 the long input of a forced tool keeps its JSON', async () => {
  const id = 'nova-lite';
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string' } },
    additionalProperties: false,
  };
  const toolUse = { toolUseId: 't', name: 'structured_output', input: { a: long } };
  const raw = JSON.stringify({
    output: { message: { role: 'assistant', content: [{ toolUse }] } },
    stopReason: 'tool_use',
    usage: { inputTokens: 10, outputTokens: 10 },
  });
  reply = () => ({ raw });
  const [result] = (await ask({ models: [id], response_schema: schema })).results;
  expect([result.schemaValid, brief(result.output)]).toEqual([true, brief(JSON.stringify({ a: long }))]);
});

it('60 a long verdict is shortened before it is sent back to its judge', async () => {
  const judge = 'mistral-small-2603';
  const asked: string[] = [];
  reply = (call) => {
    if (call.model !== judge) return { content: 'fine' };
    asked.push(JSON.stringify(call.body));
    return { raw: chatAnswer(`no verdict ${'x'.repeat(1_000_000)}`) };
  };
  const { evaluations } = await ask({ models: ['gpt-4o', 'gpt-4.1'], judges: [judge] });
  expect(evaluations[0].runs.map(({ status }: { status: string }) => status)).toEqual(['invalid', 'invalid']);
  expect(asked).toHaveLength(4);
  expect(Math.max(...asked.map((body) => body.length))).toBeLessThan(40_000);
});

it.each([
  ['levels', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['levels that are never closed', '{"a":['.repeat(100_000)],
  ['values', chatAnswer('fine').replace('{', `{"logprobs":[${'0,'.repeat(200_000)}0],`)],
])('60 a reply with too many %s fails at once and is not requested again', async (_what, raw) => {
  const result = await resultOf(raw);
  expect([result.error.code, result.error.retryable, result.attempts]).toEqual(['malformed_reply', false, 1]);
});

it('60 an error reply may have a large body', async () => {
  const error = { message: `maximum context length ${'x'.repeat(300_000)}`, code: 'bad' };
  reply = () => ({ raw: JSON.stringify({ error }), rawStatus: 400 });
  const [result] = (await ask({ models: [MODEL] })).results;
  expect(result.error.code).toBe('context_too_long');
  reply = () => ({ raw: '['.repeat(200_000), rawStatus: 401 });
  const [other] = (await ask({ models: [MODEL] })).results;
  expect(other.error.code).toBe('provider_auth');
});
