import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultAnswer, plausibleLatencyMs, plausiblePaceMs, usageOf } from './answer.ts';
import type {
  SandboxAnswer,
  SandboxBreak,
  SandboxCall,
  SandboxOptions,
  SandboxReply,
  SandboxStream,
} from './contract.ts';
import { wireError } from './errors.ts';
import { setAt, valueAt } from './json.ts';
import { breakConnection, sendJson, sendRaw } from './send.ts';
import type { WireEvent } from './stream/event.ts';
import { sendStream } from './stream/send-stream.ts';
import { splitText } from './stream/split-text.ts';
import { STREAM_WIRES } from './stream/stream-wires.ts';
import { SANDBOX_WIRES, type Completion } from './wire.ts';

/** The reply of aimock: whole, or as the events of a stream. */
export interface MockReply {
  readonly whole?: unknown;
  readonly events?: readonly WireEvent[];
}

export interface Delivery {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly call: SandboxCall;
  readonly reply: SandboxReply;
  readonly mockReply: MockReply;
}

/** Sends what the script decided on, in the provider's form. */
export async function deliver(options: SandboxOptions, delivery: Delivery): Promise<void> {
  const { response, call, reply, mockReply } = delivery;
  const isPlausible = options.latency === 'plausible';
  const delayMs = reply.delayMs ?? (isPlausible ? plausibleLatencyMs(call.model) : 0);
  if (delayMs > 0) await wait(delayMs);
  if (response.destroyed) return;
  if ('status' in reply) {
    const { body, headers } = wireError(call.provider, reply.status, reply.message ?? 'A scripted fault.');
    return sendJson(response, { status: reply.status, headers: { ...headers, ...reply.headers }, body });
  }
  if ('raw' in reply) return sendRaw(response, reply);
  const pace = isPlausible ? { eventEveryMs: plausiblePaceMs(call.model), tokensPerEvent: 1 } : {};
  if ('connection' in reply) return breakOff(delivery, reply.connection, pace);
  if (mockReply.events === undefined) {
    return sendJson(response, {
      status: 200,
      headers: {},
      body: completeReply(call, reply, mockReply.whole),
    });
  }
  const script = { ...pace, ...(reply.stream === 'ignored' ? {} : reply.stream) };
  await deliverStream(delivery, completeEvents(call, reply, mockReply.events, script), script);
}

async function breakOff(
  delivery: Delivery,
  kind: SandboxBreak['connection'],
  pace: SandboxStream,
): Promise<void> {
  const { response, call, mockReply } = delivery;
  const answer = defaultAnswer(call);
  if (mockReply.events === undefined) {
    return breakConnection(response, kind, completeReply(call, answer, mockReply.whole));
  }
  if (kind === 'hang' || kind === 'reset') return breakConnection(response, kind, undefined);
  const events = completeEvents(call, answer, mockReply.events, pace);
  const fault = {
    kind: kind === 'hangMidBody' ? ('stall' as const) : ('reset' as const),
    afterEvents: Math.ceil(events.length / 2),
  };
  await deliverStream(delivery, events, { ...pace, fault });
}

async function deliverStream(
  { request, response, call }: Delivery,
  events: readonly WireEvent[],
  script: SandboxStream,
): Promise<void> {
  // Gemini streams one JSON list where nobody asks for events.
  if (call.provider === 'google' && !/[?&]alt=sse(&|$)/.test(request.url ?? '')) {
    return sendJson(response, { status: 200, headers: {}, body: events.map(({ data }) => data) });
  }
  await sendStream(response, STREAM_WIRES[call.provider], events, script);
}

/** aimock's events with the fields that this provider adds, in as many pieces as the script wants. */
function completeEvents(
  call: SandboxCall,
  answer: SandboxAnswer,
  mockEvents: readonly WireEvent[],
  { tokensPerEvent }: SandboxStream,
): readonly WireEvent[] {
  const wire = STREAM_WIRES[call.provider];
  const events = splitText(
    wire.complete(mockEvents, completionOf(call, answer), call.body),
    wire.text,
    tokensPerEvent,
  );
  for (const [index, event] of events.entries()) {
    wire.place?.(event, index, events.length);
    if (event.name === 'metadata' || call.provider !== 'bedrock') renameModel(event.data, call, answer);
  }
  return events;
}

/** aimock's reply with the fields that this provider adds. */
function completeReply(call: SandboxCall, answer: SandboxAnswer, whole: unknown): unknown {
  const fields = SANDBOX_WIRES[call.provider].complete(completionOf(call, answer));
  for (const [pointer, value] of Object.entries(fields)) setAt(whole, pointer, value);
  renameModel(whole, call, answer);
  return whole;
}

/** The pointers at which replies and events name their model. */
const MODEL_NAMES = ['/model', '/modelVersion', '/message/model', '/response/model'];

function renameModel(data: unknown, { provider }: SandboxCall, { servedBy }: SandboxAnswer): void {
  if (servedBy === undefined) return;
  if (provider === 'bedrock') setAt(data, '/trace', { promptRouter: { invokedModelId: servedBy } });
  for (const pointer of MODEL_NAMES)
    if (typeof valueAt(data, pointer) === 'string') setAt(data, pointer, servedBy);
}

function completionOf(call: SandboxCall, answer: SandboxAnswer): Completion {
  return {
    model: call.model,
    usage: usageOf(call, answer),
    content: answer.content,
    reasoning: answer.reasoning,
    finishReason: answer.finishReason ?? 'stop',
  };
}
