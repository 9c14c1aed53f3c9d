import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { stepCountIs, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AgentStep, scriptedAgent } from '../../sandbox/agent.ts';
import { CLIENT_PACKAGES, loadClient } from '../../clients/client-packages.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { describeWhereFound } from '../../support/describe-where-found.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const SCRIPT: readonly AgentStep[] = [
  [
    { name: 'get_weather', arguments: '{"city":"Paris"}' },
    { name: 'get_weather', arguments: '{"city":"Zürich 🏔"}' },
  ],
  [{ name: 'get_weather', arguments: '{"city":"Rome"}' }],
  'It is warm everywhere.',
];
const CITIES = ['Paris', 'Zürich 🏔', 'Rome'];
const QUESTION = 'How is the weather?';
const MAX_STEPS = 5;
/** One that wants its thinking back, and one that wants a signature. */
const MODELS = ['claude-opus-4-7', 'gemini-3.5-flash'];

const gateway = gatewayOfFile({ sandbox: { reply: scriptedAgent(SCRIPT, { reasoning: 'I look.' }) } });
const account = accountOfFile(gateway, 1_000);
let requestedCities: string[];
beforeEach(() => {
  requestedCities = [];
  gateway.upstream.clear();
});

const baseURL = (): string => `${gateway.url}/v1`;
const CITY = z.object({ city: z.string() });
function weatherOf({ city }: z.infer<typeof CITY>): string {
  requestedCities.push(city);
  return `22 degrees in ${city}`;
}

/** The loop has run to its end, and the provider was sent every result. */
function expectWhole(text: string): void {
  expect({ text, asked: requestedCities }).toEqual({ text: 'It is warm everywhere.', asked: CITIES });
  const lastBody = JSON.stringify(gateway.upstream.requests().at(-1)?.body);
  for (const city of CITIES) expect(lastBody).toContain(`22 degrees in ${city}`);
}

describe.each(MODELS)('a loop of calls with %s runs to its end', (model) => {
  it('with the AI SDK as a compatible provider, streamed', async () => {
    const assay = createOpenAICompatible({ name: 'assay', apiKey: account.key, baseURL: baseURL() });
    const { text } = streamText({
      model: assay(model),
      prompt: QUESTION,
      tools: {
        get_weather: tool({ inputSchema: CITY, execute: async (input) => weatherOf(input) }),
      },
      stopWhen: stepCountIs(MAX_STEPS),
    });
    expectWhole(await text);
  });

  it('with a host that takes its functions from an MCP server', async () => {
    const server = new McpServer({ name: 'weather', version: '1' });
    server.registerTool('get_weather', { inputSchema: CITY.shape }, (input) => ({
      content: [{ type: 'text', text: weatherOf(input) }],
    }));
    const host = new Client({ name: 'host', version: '1' });
    const [ofHost, ofServer] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(ofServer), host.connect(ofHost)]);
    const { tools } = await host.listTools();
    const client = new OpenAI({ apiKey: account.key, baseURL: baseURL(), maxRetries: 0 });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: QUESTION }];
    let text: string | null = null;
    for (let step = 0; step < MAX_STEPS && text === null; step += 1) {
      const { choices } = await client.chat.completions.create({
        model,
        messages,
        tools: tools.map(({ name, inputSchema }) => ({
          type: 'function',
          function: { name, parameters: inputSchema },
        })),
      });
      const [message] = choices.map((choice) => choice.message);
      if (message === undefined) throw new Error('no message');
      messages.push(message);
      text = message.content;
      for (const call of message.tool_calls ?? []) {
        if (call.type !== 'function') continue;
        const { name, arguments: json } = call.function;
        const { content } = await host.callTool({
          name,
          arguments: z.record(z.string(), z.unknown()).parse(JSON.parse(json)),
        });
        messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(content) });
      }
    }
    await host.close();
    expectWhole(text ?? '');
  });
});

describeWhereFound('LangChain', CLIENT_PACKAGES, () => {
  describe.each(MODELS)('a loop of calls with %s runs to its end', (model) => {
    it.each([
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ])('with bindTools; over Responses: %s, streamed: %s', async (useResponsesApi, isStreamed) => {
      const { ChatOpenAI } = await loadClient('@langchain/openai');
      const { HumanMessage } = await loadClient('@langchain/core/messages');
      const { tool: langChainTool } = await loadClient('@langchain/core/tools');
      const llm = new ChatOpenAI({
        model,
        apiKey: account.key,
        useResponsesApi,
        configuration: { baseURL: baseURL() },
        maxRetries: 0,
      });
      const weather = langChainTool(async (input: z.infer<typeof CITY>) => weatherOf(input), {
        name: 'get_weather',
        description: 'Weather of a city.',
        schema: CITY,
      });
      const bound = llm.bindTools([weather]);
      const messages = [new HumanMessage(QUESTION)];
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const chunks = isStreamed
          ? await Array.fromAsync(await bound.stream(messages))
          : [await bound.invoke(messages)];
        // oxlint-disable-next-line typescript/no-explicit-any -- as the package has them
        const answer = chunks.reduce((whole: any, chunk) => whole.concat(chunk));
        messages.push(answer);
        const calls = answer.tool_calls ?? [];
        if (calls.length === 0) break;
        for (const call of calls) messages.push(await weather.invoke({ ...call, type: 'tool_call' }));
      }
      expectWhole(messages.at(-1)?.text ?? '');
    });
  });
});

describe('what agents send is taken', () => {
  it('an answer that comes back with all its fields in its parts, as of OpenAI’s Agents SDK', async () => {
    const answerPart = { type: 'text', text: 'Hello.', role: 'assistant', refusal: null, annotations: [] };
    const { status } = await knock(gateway, account.key, '/chat/completions', {
      model: MODELS[0],
      messages: [
        { role: 'user', content: 'Hi.' },
        { role: 'assistant', content: [answerPart] },
        { role: 'user', content: QUESTION },
      ],
    });
    expect(status).toBe(200);
  });

  it('marks of what to cache, as of opencode', async () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'get_weather', arguments: '{}' },
      ...mark,
    };
    const { status } = await knock(gateway, account.key, '/chat/completions', {
      model: MODELS[0],
      messages: [
        { role: 'user', content: [{ type: 'text', text: QUESTION, ...mark }], ...mark },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: '22', ...mark },
      ],
      tools: [{ type: 'function', function: { name: 'get_weather' }, ...mark }],
    });
    expect(status).toBe(200);
  });

  it('instructions amid a conversation, as of Claude Code, which are put before it', async () => {
    const { status, body } = await knock(gateway, account.key, '/messages', {
      model: MODELS[1],
      max_tokens: 1_000,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: QUESTION },
        { role: 'system', content: [{ type: 'text', text: 'Use the tools.' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '22' }] },
      ],
      tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
    });
    expect([status, body.assay?.warnings?.map(({ code }: { code: string }) => code)]).toEqual([
      200,
      ['instruction_moved'],
    ]);
    expect(gateway.upstream.requests().at(-1)?.body).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }, { text: 'Use the tools.' }] },
    });
  });

  it('what Codex says of itself, and its tools that run elsewhere are a 400 that says what to do', async () => {
    const body = { model: MODELS[0], input: QUESTION, client_metadata: { session: { id: '1' } } };
    expect((await knock(gateway, account.key, '/responses', body)).status).toBe(200);
    const tools = [
      { type: 'function', name: 'get_weather' },
      { type: 'namespace', name: 'a', tools: [] },
    ];
    const { status, body: refused } = await knock(gateway, account.key, '/responses', { ...body, tools });
    expect([status, refused.error.param]).toEqual([400, 'tools[1].type']);
    expect(refused.error.message).toContain(
      'switch other tools, such as web_search, namespace or custom, off',
    );
  });
});
