import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxStream } from '../contract.ts';
import { contentTypeOf, encodeEvent, type WireEvent } from './event.ts';
import type { StreamWire } from './stream-wire.ts';

const OVERLOADED = 529;

/** Sends the events as the script wants them. Ends when all is sent, or when the client has gone. */
export async function sendStream(
  response: ServerResponse,
  wire: StreamWire,
  events: readonly WireEvent[],
  script: SandboxStream,
): Promise<void> {
  const { lineEnd = '\n', eventEveryMs = 0, fault } = script;
  const { sent, error } = eventsToSend(wire, inOrder(events, script), script);
  const frames = [...sent, ...error].map((event) => encodeEvent(wire.framing, event, lineEnd));
  if (fault === undefined && wire.hasDone) frames.push(Buffer.from(`data: [DONE]${lineEnd}${lineEnd}`));
  response.writeHead(200, { 'content-type': contentTypeOf(wire.framing), 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const [index, bytes] of (eventEveryMs > 0 ? frames : [Buffer.concat(frames)]).entries()) {
    if (index > 0) await pause(eventEveryMs);
    await write(response, bytes, script.bytesPerWrite ?? bytes.length);
    if (response.destroyed) return;
  }
  // A reset rather than a clean end: an end could pass for a whole stream.
  if (fault?.kind === 'reset') response.socket?.resetAndDestroy();
  else if (fault?.kind === 'stall') await stall(response, fault.commentEveryMs);
  else response.end();
}

function inOrder(events: readonly WireEvent[], script: SandboxStream): readonly WireEvent[] {
  const withRepeatedStart = script.repeatsStart === true ? [...events.slice(0, 1), ...events] : events;
  return script.restartAfterEvents === undefined
    ? withRepeatedStart
    : [...withRepeatedStart.slice(0, script.restartAfterEvents), ...events];
}

interface SentEvents {
  readonly sent: readonly WireEvent[];
  readonly error: readonly WireEvent[];
}

function eventsToSend(wire: StreamWire, events: readonly WireEvent[], { fault }: SandboxStream): SentEvents {
  if (fault === undefined) return { sent: events, error: [] };
  const sent = events.slice(0, fault.afterEvents);
  const { kind, status = OVERLOADED, message = 'A scripted fault.' } = fault;
  return { sent, error: kind === 'error' ? wire.error(status, message, sent) : [] };
}

/** Each write is a chunk of HTTP, which a client reads as a piece. */
async function write(response: ServerResponse, bytes: Buffer, length: number): Promise<void> {
  for (let start = 0; start < bytes.length && !response.destroyed; start += length) {
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(start, start + length), () => resolve());
    });
  }
}

/** Until the client leaves or `stop()`. */
async function stall(response: ServerResponse, commentEveryMs: number | undefined): Promise<void> {
  if (commentEveryMs === undefined) return;
  while (!response.destroyed) {
    response.write(': keep-alive\n\n');
    await pause(commentEveryMs);
  }
}

/** A sandbox that was stopped keeps no process alive. */
async function pause(pauseMs: number): Promise<void> {
  await wait(pauseMs, undefined, { ref: false });
}
