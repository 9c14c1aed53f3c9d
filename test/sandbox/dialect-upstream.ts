import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider was sent. */
export interface DialectRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of bodies whose shape is what they test
  readonly body: any;
}

export interface DialectAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** As one JSON, or as server-sent events. */
  readonly body: unknown;
  readonly events?: readonly { readonly data: unknown }[];
}

export interface DialectUpstream {
  readonly url: string;
  readonly requests: readonly DialectRequest[];
  /** The next request gets this instead, whatever it asks. */
  failNext(answer: DialectAnswer): void;
  stop(): Promise<void>;
}

/** A provider on loopback that speaks one dialect: whatever is not of it is a 404, 400 or 401 in the dialect's own words. */
export async function startDialectUpstream(
  answer: (request: DialectRequest) => DialectAnswer,
): Promise<DialectUpstream> {
  const requests: DialectRequest[] = [];
  const failures: DialectAnswer[] = [];
  // Else a connection that rests while the machine is busy is closed under the next request.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      const request = { path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text) };
      requests.push(request);
      send(outgoing, failures.shift() ?? answer(request));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failNext: (failure) => void failures.push(failure),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(outgoing: ServerResponse, { status, headers = {}, body, events }: DialectAnswer): void {
  if (events !== undefined) {
    outgoing.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
    for (const { data } of events) outgoing.write(`data: ${JSON.stringify(data)}\n\n`);
    outgoing.end('data: [DONE]\n\n');
    return;
  }
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(JSON.stringify(body));
}

/** Cohere, POST /v2/chat (docs.cohere.com/reference/chat): errors are `{ message }`. */
export function cohereChat({ path, headers, body }: DialectRequest): DialectAnswer {
  if (path !== '/v2/chat') return { status: 404, body: { message: `page ${path} not found` } };
  if (headers.authorization !== 'Bearer cohere-key')
    return { status: 401, body: { id: 'e1', message: 'invalid api token' } };
  const strange = Object.keys(body).find((name) => !COHERE_MEMBERS.has(name));
  if (strange !== undefined)
    return { status: 400, body: { id: 'e2', message: `invalid request: unknown field ${strange}` } };
  const asksJson = body.response_format?.type === 'json_object';
  const id = 'c14c80c3-18eb-4519-9460-6c92edd8cfb4';
  const text = asksJson ? '{"kilometres":384400}' : 'Cohere says so.';
  const finish_reason = body.max_tokens < 5 ? 'MAX_TOKENS' : 'COMPLETE';
  const usage = {
    billed_units: { input_tokens: 990, output_tokens: 480 },
    tokens: { input_tokens: 1000, output_tokens: 500 },
  };
  const message = { role: 'assistant', content: [{ type: 'text', text }] };
  return { status: 200, body: { id, finish_reason, message, usage } };
}

const COHERE_MEMBERS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'max_tokens',
  'temperature',
  'p',
  'k',
  'seed',
  'response_format',
  'thinking',
  'safety_mode',
]);

/** Perplexity, POST /chat/completions (docs.perplexity.ai): errors are `{ error: { message, type, code } }`. */
export function perplexityChat({ path, headers, body }: DialectRequest): DialectAnswer {
  const refused = (status: number, message: string): DialectAnswer => ({
    status,
    body: { error: { message, type: 'invalid_request', code: status } },
  });
  if (path !== '/chat/completions') return refused(404, 'not found');
  if (headers.authorization !== 'Bearer perplexity-key') return refused(401, 'invalid api key provided');
  if (body.messages.at(-1)?.role !== 'user') return refused(400, 'Last message must have role user');
  const asksJson = body.response_format?.type === 'json_schema';
  const content = asksJson ? '{"kilometres":384400}' : 'Perplexity says so.';
  const common = {
    id: '5f3c',
    created: 1_763_600_000,
    model: body.model,
    citations: ['https://example.com/moon'],
    usage: { prompt_tokens: 1000, completion_tokens: 400, reasoning_tokens: 100, total_tokens: 1500 },
  };
  const message = { role: 'assistant', content };
  const choices = [{ index: 0, finish_reason: 'stop', message }];
  const whole = { ...common, object: 'chat.completion', choices };
  if (body.stream !== true) return { status: 200, body: whole };
  const words = content.match(/\s*\S+/g) ?? [content];
  const chunks = words.map((word, index) => {
    const delta = { role: 'assistant', content: word };
    const soFar = { role: 'assistant', content: words.slice(0, index + 1).join('') };
    const finish_reason = index === words.length - 1 ? 'stop' : null;
    const choice = { index: 0, finish_reason, message: soFar, delta };
    // The service repeats the text so far beside each piece of it.
    return { data: { ...common, object: 'chat.completion.chunk', choices: [choice] } };
  });
  return { status: 200, body: whole, events: chunks };
}
