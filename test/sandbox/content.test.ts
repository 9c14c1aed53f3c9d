import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { valueAt } from '../../core/sandbox/json.ts';
import { sampleOf, sendSample, type SampleQuestion } from './samples.ts';
import type { SandboxCall, SandboxProvider, SandboxUpstream } from '../../core/sandbox/upstream.ts';
import { startUpstream } from '../support/servers/sandbox-of-test.ts';

async function ask(
  upstream: SandboxUpstream,
  provider: SandboxProvider,
  question: SampleQuestion,
): Promise<unknown> {
  const response = await sendSample(upstream, sampleOf(provider), question);
  expect(response.status, provider).toBe(200);
  const body: unknown = await response.json();
  return body;
}

describe('schemas and files', () => {
  const schema = {
    type: 'object',
    properties: { verdict: { enum: ['first', 'second', 'tie'] }, notes: { type: 'string' } },
    required: ['verdict', 'notes'],
    additionalProperties: false,
  };
  const toolConfig = {
    tools: [{ toolSpec: { name: 'structured_output', inputSchema: { json: schema } } }],
    toolChoice: { tool: { name: 'structured_output' } },
  };

  test('converse: a forced tool is called, with the script’s JSON or an example of its schema', async () => {
    const seen: SandboxCall[] = [];
    const upstream = await startUpstream({
      reply: (call) => {
        seen.push(call);
        return call.attempt === 1 ? { content: '{"verdict":"tie","notes":"equal"}' } : undefined;
      },
    });
    const scripted = await ask(upstream, 'bedrock', { extra: { toolConfig } });
    const byDefault = await ask(upstream, 'bedrock', { extra: { toolConfig } });
    const tool = '/output/message/content/0/toolUse';
    expect(valueAt(scripted, tool)).toMatchObject({
      name: 'structured_output',
      input: { verdict: 'tie', notes: 'equal' },
    });
    expect(valueAt(scripted, '/stopReason')).toBe('tool_use');
    expect(valueAt(byDefault, `${tool}/input/verdict`)).toMatch(/^(first|second|tie)$/);
    expect(seen[0]).toMatchObject({ hasForcedTool: true, schema });
  });

  test.each<{ provider: SandboxProvider; extra: Readonly<Record<string, unknown>> }>([
    {
      provider: 'openai',
      extra: { text: { format: { type: 'json_schema', name: 'x', schema, strict: true } } },
    },
    {
      provider: 'groq',
      extra: { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } },
    },
    {
      provider: 'google',
      extra: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
    },
    { provider: 'mistral', extra: {} },
  ])(
    '$provider: the answer fits a schema on the wire, or one in the instruction',
    async ({ provider, extra }) => {
      const upstream = await startUpstream();
      const system = `Answer with one JSON value of this schema: ${JSON.stringify(schema)} Nothing else.`;
      const prompt = provider === 'mistral' ? { system } : {};
      const reply = await ask(upstream, provider, { prompt, extra });
      const value: unknown = JSON.parse(String(valueAt(reply, sampleOf(provider).text)));
      expect(valueAt(value, '/verdict')).toMatch(/^(first|second|tie)$/);
      expect(valueAt(value, '/notes')).toBeTypeOf('string');
    },
  );

  test('a file larger than aimock reads arrives, and is kept as its length and hash', async () => {
    const upstream = await startUpstream();
    const base64 = 'QUJD'.repeat(4_000_000);
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } };
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'See.' }, image] }];
    const reply = await ask(upstream, 'xai', { extra: { messages } });
    expect(valueAt(reply, '/usage/prompt_tokens')).toBeGreaterThan(300);
    const [request] = upstream.requests();
    const sha256 = createHash('sha256').update(image.image_url.url).digest('hex');
    expect(request?.bodyBytes).toBeGreaterThan(16_000_000);
    expect(valueAt(request?.body, '/messages/0/content/1/image_url/url')).toBe(
      `16000022 characters, sha256 ${sha256}`,
    );
  });
});
