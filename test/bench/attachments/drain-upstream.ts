import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A provider that reads a body, throws it away and gives a short answer in the dialect the path asks for. It shares
 * no process with what is measured. A first argument slows it down: bytes a second that each connection reads.
 */
const bytesPerSecond = Number(process.argv[2] ?? Infinity);

const TEXT = 'A picture.';
const REPLIES: readonly (readonly [RegExp, unknown])[] = [
  [
    /\/responses$/,
    {
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: TEXT }] }],
      usage: { input_tokens: 9, output_tokens: 3 },
    },
  ],
  [
    /\/messages$/,
    {
      content: [{ type: 'text', text: TEXT }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 9, output_tokens: 3 },
    },
  ],
  [
    /:generateContent$/,
    {
      candidates: [{ content: { parts: [{ text: TEXT }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 },
    },
  ],
  [
    /\/converse$/,
    {
      output: { message: { content: [{ text: TEXT }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 9, outputTokens: 3 },
    },
  ],
  [
    /\/chat\/completions$/,
    {
      choices: [{ message: { content: TEXT }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    },
  ],
];

const server = createServer((request, response) => {
  void drain(request).then(() => {
    const reply = REPLIES.find(([path]) => path.test(request.url ?? ''))?.[1];
    const body = JSON.stringify(reply ?? {});
    response.writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(body);
  });
});

async function drain(request: IncomingMessage): Promise<void> {
  for await (const chunk of request) {
    const { length } = chunk as Buffer;
    if (Number.isFinite(bytesPerSecond)) await wait((length / bytesPerSecond) * 1_000);
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
});
