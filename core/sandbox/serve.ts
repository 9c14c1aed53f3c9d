import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChatCompletionRequest, FixtureResponse } from '@copilotkit/aimock';
import { defaultAnswer } from './answer.ts';
import { callOf, headersOf, modelOf, readBody } from './call.ts';
import type {
  SandboxAnswer,
  SandboxCall,
  SandboxOptions,
  SandboxProvider,
  SandboxReply,
  SandboxRequest,
} from './contract.ts';
import { deliver, type MockReply } from './deliver.ts';
import { wireError } from './errors.ts';
import { isObject, parseJson, valueAt, withoutLongFiles } from './json.ts';
import { sendJson } from './send.ts';
import { readMockEvents } from './stream/event.ts';
import { STREAM_WIRES } from './stream/stream-wires.ts';
import { SANDBOX_WIRES, type SandboxWire } from './wire.ts';

const MAX_KEPT_FILE_CHARACTERS = 65_536;
/** aimock reads at most 10 MiB, and a file changes nothing in its answer. */
const MAX_FORWARDED_FILE_CHARACTERS = 128;

/** A request on its way through aimock; the last two are there once aimock has understood it. */
export interface ForwardedRequest {
  readonly request: SandboxRequest;
  readonly attempt: number;
  call?: SandboxCall;
  reply?: SandboxReply;
}

export interface Sandbox {
  readonly options: SandboxOptions;
  readonly forwardedRequests: Map<string, ForwardedRequest>;
  /** Keeps a request. @returns which call of its model it is. */
  readonly record: (request: SandboxRequest, isCall: boolean) => number;
  readonly forward: (path: string, context: string, body: string) => Promise<Response>;
}

export interface Arrival {
  readonly provider: SandboxProvider;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Behind the mount, so as the provider would see it. */
  readonly path: string;
}

/** Answers one request as its provider would: refuses what the provider refuses, and has aimock read the rest. */
export async function serve(sandbox: Sandbox, arrival: Arrival): Promise<void> {
  const { provider, request, response, path } = arrival;
  const wire = SANDBOX_WIRES[provider];
  const text = await readBody(request);
  const body = text === undefined ? undefined : parseJson(text);
  const isCall = request.method === 'POST' && wire.callPath.test(path);
  const entry: SandboxRequest = {
    provider,
    model: modelOf(wire.callPath, path, body),
    method: request.method ?? '',
    path,
    headers: headersOf(request),
    body: withoutLongFiles(body, MAX_KEPT_FILE_CHARACTERS),
    bodyBytes: Buffer.byteLength(text ?? ''),
  };
  const attempt = sandbox.record(entry, isCall);
  const refuse = (status: number, message: string): void =>
    sendJson(response, { status, ...wireError(provider, status, message) });
  if (text === undefined) return refuse(413, 'The request is larger than the sandbox reads.');
  if (!isCall) return refuse(404, `There is no ${entry.method} ${path}.`);
  if ((entry.headers[wire.keyHeader] ?? '') === '') return refuse(401, `${wire.keyHeader} is missing.`);
  if (body === undefined) return refuse(400, 'The body is not JSON.');
  const refusal = STREAM_WIRES[provider].refusal?.(body);
  if (refusal !== undefined) return refuse(422, refusal);

  const forwarded: ForwardedRequest = { request: entry, attempt };
  const short = withoutLongFiles(body, MAX_FORWARDED_FILE_CHARACTERS);
  const isStream = STREAM_WIRES[provider].isStreamRequest(path, body);
  let mockReply = await throughMock(sandbox, forwarded, { path, body: short, isStream });
  if (isStream && ignoresStream(forwarded.reply)) {
    mockReply = await throughMock(sandbox, forwarded, wholeCall(provider, path, short));
  }
  const { call, reply } = forwarded;
  if (reply === undefined || call === undefined) {
    const message = valueAt(mockReply.whole, '/error/message');
    return refuse(
      mockReply.status,
      typeof message === 'string' ? message : 'aimock cannot read this request.',
    );
  }
  await deliver(sandbox.options, { request, response, call, reply, mockReply });
}

function ignoresStream(reply: SandboxReply | undefined): boolean {
  return reply !== undefined && 'content' in reply && reply.stream === 'ignored';
}

interface MockCall {
  readonly path: string;
  readonly body: unknown;
  readonly isStream: boolean;
}

/** The call as it would be if it did not ask for a stream. */
function wholeCall(provider: SandboxProvider, path: string, body: unknown): MockCall {
  const { wholePath } = STREAM_WIRES[provider];
  if (wholePath !== undefined) return { path: wholePath(path), body, isStream: false };
  return { path, body: isObject(body) ? { ...body, stream: false } : body, isStream: false };
}

async function throughMock(
  sandbox: Sandbox,
  forwarded: ForwardedRequest,
  { path, body, isStream }: MockCall,
): Promise<MockReply & { readonly status: number }> {
  const { provider } = forwarded.request;
  const context = randomUUID();
  sandbox.forwardedRequests.set(context, forwarded);
  try {
    const mockPath = SANDBOX_WIRES[provider].mockPath ?? path;
    const reply = await sandbox.forward(mockPath, context, JSON.stringify(body));
    return isStream && reply.ok
      ? { status: reply.status, events: await readMockEvents(STREAM_WIRES[provider].framing, reply) }
      : { status: reply.status, whole: parseJson(await reply.text()) };
  } finally {
    sandbox.forwardedRequests.delete(context);
  }
}

/** What aimock asks once it has read a request: the script decides, or the default. */
export async function answerMock(sandbox: Sandbox, read: ChatCompletionRequest): Promise<FixtureResponse> {
  const forwarded = sandbox.forwardedRequests.get(String(read['_context']));
  if (forwarded === undefined) throw new Error('Call a provider of the sandbox, not aimock beneath it.');
  const call = callOf(forwarded.request, forwarded.attempt, read);
  // One request may come here twice, and a script is asked once.
  const reply = forwarded.reply ?? (await sandbox.options.reply?.(call)) ?? defaultAnswer(call);
  forwarded.call = call;
  forwarded.reply = reply;
  const answer = 'content' in reply ? reply : defaultAnswer(call);

  const wire = SANDBOX_WIRES[call.provider];
  const [forced] = call.hasForcedTool ? call.functions : [];
  if (answer.calls !== undefined) {
    const toolCalls = answer.calls.map((one) => ({ ...one }));
    const content = answer.content === '' ? {} : { content: answer.content };
    return { ...content, toolCalls, ...shownReasoning(wire, answer) };
  }
  if (forced !== undefined) return { toolCalls: [{ name: forced.name, arguments: answer.content }] };
  const finishReason = answer.finishReason === 'refused' ? 'content_filter' : (answer.finishReason ?? 'stop');
  return { content: answer.content, finishReason, ...shownReasoning(wire, answer) };
}

function shownReasoning(
  { mockShowsReasoning }: SandboxWire,
  { reasoning }: SandboxAnswer,
): { readonly reasoning?: string } {
  return mockShowsReasoning && reasoning !== undefined ? { reasoning } : {};
}
