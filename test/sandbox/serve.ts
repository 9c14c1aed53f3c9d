import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChatCompletionRequest, FixtureResponse } from '@copilotkit/aimock';
import { defaultAnswer, plausibleLatencyMs, usageOf } from './answer.ts';
import { callOf, headersOf, modelOf, readBody } from './call.ts';
import type {
  SandboxAnswer,
  SandboxCall,
  SandboxOptions,
  SandboxProvider,
  SandboxReply,
  SandboxRequest,
} from './contract.ts';
import { wireError } from './errors.ts';
import { parseJson, setAt, valueAt, withoutLongFiles } from './json.ts';
import { breakConnection, sendJson, sendRaw } from './send.ts';
import { SANDBOX_WIRES } from './wire.ts';

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

  const forwarded: ForwardedRequest = { request: entry, attempt };
  const mocked = await throughMock(
    sandbox,
    forwarded,
    JSON.stringify(withoutLongFiles(body, MAX_FORWARDED_FILE_CHARACTERS)),
  );
  if (forwarded.reply !== undefined && forwarded.call !== undefined) {
    const { call, reply } = forwarded;
    return deliver(sandbox.options, { response, call, reply, built: mocked.body });
  }
  const message = valueAt(mocked.body, '/error/message');
  refuse(mocked.status, typeof message === 'string' ? message : 'aimock cannot read this request.');
}

async function throughMock(
  sandbox: Sandbox,
  forwarded: ForwardedRequest,
  body: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const context = randomUUID();
  sandbox.forwardedRequests.set(context, forwarded);
  try {
    const path = SANDBOX_WIRES[forwarded.request.provider].mockPath ?? forwarded.request.path;
    const mocked = await sandbox.forward(path, context, body);
    return { status: mocked.status, body: parseJson(await mocked.text()) };
  } finally {
    sandbox.forwardedRequests.delete(context);
  }
}

interface Delivery {
  readonly response: ServerResponse;
  readonly call: SandboxCall;
  readonly reply: SandboxReply;
  /** aimock's reply. */
  readonly built: unknown;
}

async function deliver(options: SandboxOptions, { response, call, reply, built }: Delivery): Promise<void> {
  const delayMs = reply.delayMs ?? (options.latency === 'plausible' ? plausibleLatencyMs(call.model) : 0);
  if (delayMs > 0) await wait(delayMs);
  if (response.destroyed) return;
  if ('status' in reply) {
    const { body, headers } = wireError(call.provider, reply.status, reply.message ?? 'A scripted fault.');
    return sendJson(response, { status: reply.status, headers: { ...headers, ...reply.headers }, body });
  }
  if ('raw' in reply) return sendRaw(response, reply);
  if ('connection' in reply) {
    return breakConnection(response, reply.connection, completed(call, defaultAnswer(call), built));
  }
  sendJson(response, { status: 200, headers: {}, body: completed(call, reply, built) });
}

/** aimock's reply with what this provider would say beyond it. */
function completed(call: SandboxCall, answer: SandboxAnswer, built: unknown): unknown {
  const fields = SANDBOX_WIRES[call.provider].complete({
    model: call.model,
    usage: usageOf(call, answer),
    content: answer.content,
    reasoning: answer.reasoning,
    finishReason: answer.finishReason ?? 'stop',
  });
  for (const [pointer, value] of Object.entries(fields)) setAt(built, pointer, value);
  return built;
}

/** What aimock asks once it has read a request: the script decides, or the default. */
export async function answerMock(sandbox: Sandbox, read: ChatCompletionRequest): Promise<FixtureResponse> {
  const forwarded = sandbox.forwardedRequests.get(String(read['_context']));
  if (forwarded === undefined) throw new Error('Call a provider of the sandbox, not aimock beneath it.');
  const call = callOf(forwarded.request, forwarded.attempt, read);
  const reply = (await sandbox.options.reply?.(call)) ?? defaultAnswer(call);
  forwarded.call = call;
  forwarded.reply = reply;
  const answer = 'content' in reply ? reply : defaultAnswer(call);

  const wire = SANDBOX_WIRES[call.provider];
  const tool = valueAt(call.body, wire.forcedTool);
  if (typeof tool === 'string') return { toolCalls: [{ name: tool, arguments: answer.content }] };
  const finishReason = answer.finishReason === 'refused' ? 'content_filter' : (answer.finishReason ?? 'stop');
  const shown =
    wire.mockShowsReasoning && answer.reasoning !== undefined ? { reasoning: answer.reasoning } : {};
  return { content: answer.content, finishReason, ...shown };
}
