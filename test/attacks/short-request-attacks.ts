import { hostileModels, type Attack, type AttackScene } from './attack.ts';
import { bytesOf, post, PROMPT, type AttackPost } from './attack-client.ts';

const ROUNDS = 15;
const AT_ONCE = 20;

/** Each a few kilobytes, so that it is read where all requests are. */
async function flood(scene: AttackScene, requests: readonly AttackPost[]): Promise<void> {
  for (let round = 0; round < ROUNDS && !scene.signal.aborted; round += 1)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const request = requests[index % requests.length];
        if (request !== undefined) await post(scene, request);
      }),
    );
}

const ACCEPTS_EVENTS = { accept: 'application/json, text/event-stream' };

function toolCall(params: object): Uint8Array {
  const given = { prompt: 'x', answers: [{ text: '' }, { text: '' }], judges: hostileModels(1) };
  return bytesOf({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { ...params, name: 'compare_answers', arguments: given },
  });
}

export const mcpTasks: Attack = {
  name: 'mcp-tasks',
  summary: '300 tool calls without credits, 20 at once, that name a task which there is not',
  async run(scene) {
    const _meta = { progressToken: 1, 'io.modelcontextprotocol/related-task': { taskId: 'x' } };
    const bodies = [toolCall({ _meta }), toolCall({ _meta, task: { ttl: 1 } }), toolCall({ task: {} })];
    const account = 'penniless';
    await flood(
      scene,
      bodies.map((body) => ({ path: '/mcp', account, body, headers: ACCEPTS_EVENTS })),
    );
  },
};

export const compatErrors: Attack = {
  name: 'compat-errors',
  summary: '300 quotes of 4 and 15 KB in OpenAI’s dialects, 20 at once, with thousands of mistakes each',
  async run(scene) {
    const bodies = [
      { count: 300, parts: 18 },
      { count: 120, parts: 60 },
      { count: 200, parts: 2 },
    ].flatMap(({ count, parts }) => {
      const messages = Array.from({ length: count }, () => ({ content: Array(parts).fill(5) }));
      return [
        { path: '/v1/chat/completions/quote', body: bytesOf({ model: 'x', messages }) },
        { path: '/v1/responses/quote', body: bytesOf({ model: 'x', input: messages }) },
      ];
    });
    await flood(
      scene,
      bodies.map((each) => ({ ...each, account: 'penniless' })),
    );
  },
};

export const preferQuotes: Attack = {
  name: 'prefer-quotes',
  summary: '300 requests, 20 at once, with 15 KB of quotation marks in Prefer, Accept or Accept-Encoding',
  async run(scene) {
    const quotes = `"${String.raw`\"`.repeat(7_700)}`;
    const commas = `"${','.repeat(15_400)}`;
    const headers = [
      { prefer: quotes },
      { prefer: String.raw`${quotes}\ `.trimEnd() },
      { accept: commas },
      { 'accept-encoding': 'a,'.repeat(7_700) },
    ];
    const account = 'penniless';
    await flood(
      scene,
      headers.map((each) => ({ path: PROMPT, account, body: bytesOf({}), headers: each })),
    );
  },
};
