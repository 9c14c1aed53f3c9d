import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A provider in the five wire formats that answers at once, in a process of its own: for loads the sandbox would be the
 * slowest part of. It checks nothing. A word in double brackets anywhere in a request says how it goes: `[[status 500]]`,
 * `[[html]]`, `[[reset]]`, `[[cut]]`, `[[slow 200]]` (milliseconds), `[[schema]]`. Judges are given a verdict.
 */
interface Said {
  readonly text: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

const WIRES: readonly (readonly [RegExp, (said: Said) => unknown])[] = [
  [
    /\/responses$/,
    ({ text, tokensIn, tokensOut }) => ({
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text }] }],
      usage: { input_tokens: tokensIn, output_tokens: tokensOut },
    }),
  ],
  [
    /\/messages$/,
    ({ text, tokensIn, tokensOut }) => ({
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: tokensIn, output_tokens: tokensOut },
    }),
  ],
  [
    /:generateContent$/,
    ({ text, tokensIn, tokensOut }) => ({
      candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: tokensIn, candidatesTokenCount: tokensOut },
    }),
  ],
  [
    /\/converse$/,
    ({ text, tokensIn, tokensOut }) => ({
      output: { message: { content: [{ text }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: tokensIn, outputTokens: tokensOut },
    }),
  ],
  [
    /\/chat\/completions$/,
    ({ text, tokensIn, tokensOut }) => ({
      choices: [{ message: { content: text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut },
    }),
  ],
];

/** Stands in what every judge is told last. */
const JUDGING = 'Judge FIRST and SECOND by the rules';
const VERDICTS = ['first', 'second', 'tie'];
const SCRIPT = /\[\[(\w+)(?: (\d+))?\]\]/;
/** About four bytes a token. */
const BYTES_PER_TOKEN = 4;

function answerTo(body: string): string {
  if (body.includes(JUDGING)) {
    const verdict = VERDICTS[body.length % VERDICTS.length];
    return JSON.stringify({
      first_notes: '-',
      second_notes: '-',
      reasoning: 'It is so.',
      verdict,
      confidence: 1,
    });
  }
  const text = `An answer to ${body.length} bytes.`;
  return body.includes('[[schema]]') ? JSON.stringify({ answer: text }) : text;
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString('latin1');
  const [, word, number] = SCRIPT.exec(body) ?? [];
  if (word === 'slow') await wait(Number(number));
  if (word === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (word === 'status')
    return send(response, Number(number), { error: { message: 'It was asked to fail.' } });
  if (word === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Bad gateway</p>');
    return;
  }
  const wire = WIRES.find(([path]) => path.test(request.url ?? ''))?.[1];
  const text = answerTo(body);
  const tokensIn = Math.ceil(body.length / BYTES_PER_TOKEN);
  const reply = wire?.({ text, tokensIn, tokensOut: Math.ceil(text.length / BYTES_PER_TOKEN) });
  if (word === 'cut') return cut(response, reply);
  send(response, reply === undefined ? 404 : 200, reply ?? {});
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

function cut(response: ServerResponse, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.socket?.resetAndDestroy());
}

const server = createServer((request, response) => {
  // A gateway that hangs up in the middle is no fault of ours.
  serve(request, response).catch(() => response.destroy());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
process.once('disconnect', () => process.exit(0));
