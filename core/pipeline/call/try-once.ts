import type { FaultCode, FinishReason } from '../../contract.ts';
import {
  classifyFault,
  type Fault,
  faultOf,
  inBandFault,
  isErrorStatus,
  ReplyTooLarge,
  TransportError,
} from '../../upstream/fault.ts';
import { MASK, maskSecrets } from '../../text/mask-secrets.ts';
import type { ProviderKey } from '../../upstream/key-ring.ts';
import { type ProviderError, readProviderError } from '../../upstream/provider-error.ts';
import { type OtherModel, otherModelOf } from '../../registry/served-by.ts';
import { type Deadline, type StopSignal, within } from '../../upstream/stop-signal.ts';
import { NoRoomForReply, ReplyRoom } from '../../upstream/receive/reply-room.ts';
import type { Exchange, UpstreamReply } from '../../upstream/receive/receive-reply.ts';
import type { Connection } from '../../upstream/upstream.ts';
import { tokensOf } from '../../text/long-text.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { estimateCut } from './estimate-cut.ts';
import { parseWholeReply } from './parse-whole-reply.ts';
import { readUsage, type Usage } from './read-usage.ts';
import { endedByOwnTimeout } from './own-timeout.ts';
import type { RunContext } from './run-context.ts';
import type { SlowCallWatch } from './slow-call.ts';
import { StreamedReply } from './streamed-reply.ts';

/** What a call holds while it runs. */
export interface HeldCall {
  readonly connection: Connection;
  /** Of the provider's own time for the call; ends an attempt in flight. */
  readonly callDeadline: Deadline;
  /** Told of each attempt. */
  readonly watch: Pick<SlowCallWatch, 'sends' | 'reads' | 'rests'>;
  /** Told once a reply has begun that comes as events. */
  readonly begins: () => void;
  /** Told once the first text or reasoning of a stream has come. */
  readonly writes: () => void;
}

/** What one attempt brought. */
export interface Answered {
  readonly outcome:
    | { readonly text: string; readonly finishReason: FinishReason }
    | { readonly fault: Fault };
  /** Undefined where the provider reported none. */
  readonly usage: Usage | undefined;
  /** Of the reply as it began; undefined where none did. */
  readonly status?: number | undefined;
  /** Another model than was asked, by the reply's own word. */
  readonly servedBy?: OtherModel | undefined;
  /** What the provider bills by estimate where this gateway ended the reply: the operator bears what is not in `usage`. */
  readonly estimate?: Usage | undefined;
  /** The provider bills it, and content may have led to it: another attempt would be billed as well. */
  readonly isFinal?: boolean | undefined;
  /** When the first text or reasoning of a stream came, as `performance.now()` counts. */
  readonly firstTokenAt?: number | undefined;
  /** The provider has shown reasoning. */
  readonly hasReasoned?: boolean | undefined;
  /** Why it failed, for the operator; it is not kept. */
  readonly said?: ProviderError;
  /** Where the provider says that nothing is there. */
  readonly path?: string;
  readonly cause?: unknown;
}

/** Sends one request and reads what comes back. Never rejects for a provider's fault. */
export async function tryOnce(
  planned: PlannedCall,
  key: ProviderKey,
  held: HeldCall,
  context: RunContext,
): Promise<Answered> {
  const room = new ReplyRoom(context.replies);
  const answered = await sendAndRead(planned, { key, room, held }, context);
  if ('fault' in answered.outcome) {
    room.resize(0);
    return { ...answered, outcome: { fault: endedByOwnTimeout(answered.outcome.fault, context) } };
  }
  try {
    // A short reply comes without a pause.
    await room.wait(held.callDeadline.signal);
    return answered;
  } catch (cause) {
    room.resize(0);
    return { ...answered, ...failed(cause, 'overloaded'), usage: answered.usage };
  }
}

interface Sending {
  readonly key: ProviderKey;
  readonly room: ReplyRoom;
  readonly held: HeldCall;
}

async function sendAndRead(
  planned: PlannedCall,
  {
    key,
    room,
    held: {
      connection,
      callDeadline: { signal },
      watch,
      begins,
      writes,
    },
  }: Sending,
  context: RunContext,
): Promise<Answered> {
  const { entry, call, texts } = planned;
  const { plugin, provider } = entry;
  const { upstream } = context.serving;
  const accountId = context.account.id;
  let reply: UpstreamReply;
  const secrets = connection.line.keys.secrets(key);
  let stream: StreamedReply | undefined;
  const exchange: Exchange = {};
  let path = '';
  try {
    // Else the event loop would stand still while 64 models' bodies are written.
    if (isLarge(planned)) await upstream.pace(accountId);
    const streaming = provider.streaming ? plugin.stream : undefined;
    const whole = await within(plugin.buildRequest(call), signal);
    const request = streaming === undefined ? whole : await within(streaming.request(whole, call), signal);
    path = connection.basePath + request.path;
    // A plugin leaves the request as it is where the provider answers this call whole.
    if (streaming !== undefined && request !== whole) {
      stream = await StreamedReply.open({ call, stream: streaming, begins, writes }, context);
      watch.reads(stream);
    }
    const hasFiles = call.attachments.length > 0;
    const { credentials } = key;
    const terms = { plugin, credentials, accountId, signal, texts, hasFiles, stream, room, exchange };
    const received = await upstream.send(connection, request, terms);
    const { status, headers } = received;
    const body = stream?.hasEvents === true ? stream.finish() : parseWholeReply(received, call, context);
    reply = { status, headers, body: await within(body, signal) };
    if (stream?.hasEvents === true) room.resize(stream.ownBytes);
  } catch (cause) {
    const broken = { ...failed(cause, 'rejected'), status: exchange.status };
    return brokenOff(broken, { planned, stream, exchange, signal, secrets }, context);
  } finally {
    stream?.close();
  }
  try {
    const terms = { signal, secrets };
    const { outcome, usage, servedBy, isFinal } = await readAnswer(reply, planned, terms, context);
    const isUncounted = 'text' in outcome && usage === undefined && exchange.isGivenUp === true;
    const answered = {
      usage: isUncounted ? uncounted(outcome.text, { planned, stream }, context) : usage,
      isFinal,
      status: reply.status,
      servedBy,
      firstTokenAt: stream?.firstTokenAt,
      hasReasoned: stream?.hasReasoned,
    };
    if ('text' in outcome) return { ...answered, outcome };
    return { ...answered, ...explained(outcome.fault, { reply, path }, planned, secrets) };
  } catch (cause) {
    // A plugin must not throw over a reply; if one does, the reply is what it could not read.
    const usage = readUsage(reply.body, entry.provider.usage, stream?.hasReasoned ?? false);
    const unread = failed(cause, 'malformed_reply', reply.status);
    const { status } = reply;
    return { ...unread, status, usage, isFinal: isBilled(usage), firstTokenAt: stream?.firstTokenAt };
  }
}

/**
 * A reply that broke off has cost what its provider has reported by then. Where it was this gateway that ended it, it has
 * cost what was written and what is typical of the rest, and another attempt would cost as much.
 */
function brokenOff(
  broken: Answered,
  { planned, stream, exchange, signal, secrets }: BrokenCall,
  context: RunContext,
): Answered {
  const { provider } = planned.entry;
  const { metrics } = context.services;
  const { cause } = broken;
  const hasReasoned = stream?.hasReasoned ?? false;
  const reported = readUsage(stream?.reply, provider.usage, hasReasoned);
  if (stream?.hasEvents === true)
    metrics.streamsCut.inc({ provider: provider.id, usage: reported === undefined ? 'unknown' : 'reported' });
  const told = {
    ...broken,
    usage: reported,
    servedBy: servedByOf(stream?.reply, planned, secrets, context),
    firstTokenAt: stream?.firstTokenAt,
  };
  const ending = signal.isStopped ? 'clock' : endingOf(cause);
  const isByCaller = isEndedByCaller({ cause, signal }, context);
  const isWorkedOn = isWorkedOnBy(exchange, stream === undefined);
  // The provider bills what it has read.
  const isRead = isByCaller && exchange.isSentWhole === true && exchange.status === undefined;
  if (ending === undefined || !(isWorkedOn || isRead)) {
    const { outcome } = broken;
    return 'fault' in outcome ? { ...told, outcome: { fault: billedFault(outcome.fault, reported) } } : told;
  }
  const cut = {
    reported,
    tokensWritten: stream?.tokensWritten ?? 0,
    hasReasoned,
    form: stream?.hasBegun === true ? 'events' : isWorkedOn ? 'whole' : 'unbegun',
    isEndedByCaller: isByCaller,
  } as const;
  const { usage, estimate } = estimateCut(cut, planned, context.role);
  return { ...told, usage: ending === 'threads' ? reported : usage, estimate, isFinal: true };
}

/** What a whole answer has cost whose stream was ended before its usage came; else a short time would make it free. */
function uncounted(
  text: string,
  { planned, stream }: Pick<BrokenCall, 'planned' | 'stream'>,
  context: RunContext,
): Usage {
  const cut = {
    reported: undefined,
    // The event that says that the text is whole may have had some of it.
    tokensWritten: Math.max(stream?.tokensWritten ?? 0, tokensOf(text, context.prompt.texts)),
    hasReasoned: stream?.hasReasoned ?? false,
    form: 'events',
    isEndedByCaller: true,
  } as const;
  return estimateCut(cut, planned, context.role).usage;
}

interface BrokenCall {
  readonly planned: PlannedCall;
  /** Undefined where the reply was to come whole. */
  readonly stream: StreamedReply | undefined;
  readonly exchange: Exchange;
  readonly signal: StopSignal;
  /** The keys that the provider knows. */
  readonly secrets: readonly string[];
}

/** What of this gateway ended a reply. That its threads are busy is no caller's doing. */
function endingOf(cause: unknown): 'clock' | 'size' | 'threads' | undefined {
  if (cause instanceof ReplyTooLarge || cause instanceof NoRoomForReply) return 'size';
  if (!(cause instanceof TransportError)) return undefined;
  return cause.code === 'timeout' ? 'clock' : cause.code === 'overloaded' ? 'threads' : undefined;
}

/** The provider's time and the gateway's bounds are not the caller's doing. */
function isEndedByCaller(
  { cause, signal }: { readonly cause: unknown; readonly signal: StopSignal },
  { ownTimeout }: RunContext,
): boolean {
  if (signal.isStopped) return ownTimeout?.signal.isStopped === true;
  return cause instanceof NoRoomForReply && cause.isOfAccount;
}

/** A provider that streams begins its reply at once; one that answers whole begins it when it has all of it. */
function isWorkedOnBy({ isSent, status }: Exchange, comesWhole: boolean): boolean {
  return status === undefined ? comesWhole && isSent === true : !isErrorStatus(status);
}

async function readAnswer(
  reply: UpstreamReply,
  planned: PlannedCall,
  { signal, secrets }: Pick<BrokenCall, 'signal' | 'secrets'>,
  context: RunContext,
): Promise<Answered> {
  const { entry, call } = planned;
  const { plugin, provider } = entry;
  if (isErrorStatus(reply.status)) return faulty(classifyFault(reply, plugin.readFault?.(reply)));
  if (reply.body === undefined) return faulty(faultOf('malformed_reply'));
  const read = await within(plugin.readReply(reply.body, call), signal);
  const usage = readUsage(reply.body, provider.usage, 'thought' in read && read.thought);
  const servedBy = servedByOf(reply.body, planned, secrets, context);
  if ('fault' in read) {
    const fault = billedFault(inBandFault(read.fault), usage);
    return {
      outcome: { fault },
      usage,
      servedBy,
      isFinal: isBilled(usage) && !OF_THE_PROVIDER.has(fault.code),
    };
  }
  return { outcome: { text: read.text, finishReason: read.finishReason }, usage, servedBy };
}

/** Faults that no content leads to. */
const OF_THE_PROVIDER: ReadonlySet<FaultCode> = new Set(['overloaded', 'rate_limited', 'provider_auth']);

function servedByOf(
  reply: unknown,
  { entry }: PlannedCall,
  secrets: readonly string[],
  { serving: { registry } }: RunContext,
): OtherModel | undefined {
  try {
    const other = otherModelOf(entry.plugin.readModel?.(reply), entry, registry);
    // A name that nobody knows may repeat the key.
    if (other === undefined || other.entry !== undefined) return other;
    return maskSecrets(other.id, secrets) === other.id ? other : { id: MASK, entry: undefined };
  } catch {
    // The answer does not depend on what its model is called.
    return undefined;
  }
}

/** A reply that was paid for and cannot be read is not asked for again: the next would be paid for as well. */
function billedFault(fault: Fault, usage: Usage | undefined): Fault {
  return isBilled(usage) && fault.code === 'malformed_reply' ? { ...fault, retryable: false } : fault;
}

function isBilled(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.tokensIn + usage.tokensOut + usage.searches > 0;
}

function faulty(fault: Fault): Answered {
  return { outcome: { fault }, usage: undefined };
}

/** @param otherwise what it means where it is not the transport's. */
function failed(cause: unknown, otherwise: FaultCode, providerStatus?: number): Answered {
  const fault = cause instanceof TransportError ? cause.fault : faultOf(otherwise);
  return { ...faulty({ ...fault, ...(providerStatus !== undefined && { providerStatus }) }), cause };
}

/** A fault with what the reply says of it in the provider's words. */
function explained(
  fault: Fault,
  { reply, path }: { readonly reply: UpstreamReply; readonly path: string },
  { entry: { plugin } }: PlannedCall,
  secrets: readonly string[],
): Pick<Answered, 'outcome' | 'said' | 'path'> {
  const said = readProviderError(reply, plugin, secrets);
  const providerCode = said.code ?? said.type;
  const explainedFault: Fault = {
    ...fault,
    providerStatus: reply.status,
    ...(providerCode !== undefined && { providerCode }),
  };
  const isNoAddress = reply.status === 404 || reply.status === 405;
  return {
    outcome: { fault: explainedFault },
    said,
    ...(isNoAddress && { path: loggedPath(path, secrets) }),
  };
}

const MAX_PATH_CHARACTERS = 300;

/** Without its query; keys of the provider, and steps that look like one, are masked. */
function loggedPath(path: string, secrets: readonly string[]): string {
  const [bare = ''] = path.slice(0, MAX_PATH_CHARACTERS).split('?', 1);
  if (secrets.some((secret) => secret !== '' && bare.includes(secret))) return maskSecrets(bare, secrets);
  return bare
    .split('/')
    .map((step) => maskSecrets(step, secrets))
    .join('/');
}

/** Many texts, or long ones: writing such a body takes a noticeable part of a millisecond. */
function isLarge({ call, textBytes }: PlannedCall): boolean {
  return textBytes > 8_192 || call.system.length + call.turns.length > 16;
}
