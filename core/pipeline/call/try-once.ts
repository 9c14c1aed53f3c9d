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
import { maskSecrets } from '../../text/mask-secrets.ts';
import type { ProviderKey } from '../../upstream/key-ring.ts';
import { type ProviderError, readProviderError } from '../../upstream/provider-error.ts';
import { type OtherModel, otherModelOf } from '../../registry/served-by.ts';
import { type Deadline, type StopSignal, within } from '../../upstream/stop-signal.ts';
import type { UpstreamReply } from '../../upstream/receive/receive-reply.ts';
import type { Connection } from '../../upstream/upstream.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { fileTokens } from '../../billing/quote.ts';
import { EXPECTED_TEXT_SHARE } from '../../text/likely-tokens.ts';
import { parseWholeReply } from './parse-whole-reply.ts';
import { readUsage, type Usage } from './read-usage.ts';
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
}

/** What one attempt brought. */
export interface Answered {
  readonly outcome:
    | { readonly text: string; readonly finishReason: FinishReason }
    | { readonly fault: Fault };
  /** Undefined where the provider reported none. */
  readonly usage: Usage | undefined;
  /** Another model than was asked, by the reply's own word. */
  readonly servedBy?: OtherModel | undefined;
  /** What this gateway estimates where it ended a stream of which nobody has read: the house bears it. */
  readonly unreadUsage?: Usage | undefined;
  /** Words of a stream that was cut off have reached the caller, though they may have been taken back since. */
  readonly wasRead?: boolean;
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
  { connection, callDeadline: { signal }, watch }: HeldCall,
  context: RunContext,
): Promise<Answered> {
  const { entry, call, texts } = planned;
  const { plugin, provider } = entry;
  const { upstream } = context.serving;
  const accountId = context.account.id;
  let reply: UpstreamReply;
  let stream: StreamedReply | undefined;
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
      stream = await StreamedReply.open({ call, stream: streaming }, context);
      watch.reads(stream);
    }
    const hasFiles = call.attachments.length > 0;
    const { credentials } = key;
    const terms = { plugin, credentials, accountId, signal, texts, hasFiles, stream };
    const received = await upstream.send(connection, request, terms);
    const { status, headers } = received;
    const body = stream?.hasEvents === true ? stream.finish() : parseWholeReply(received, call, context);
    reply = { status, headers, body: await within(body, signal) };
  } catch (cause) {
    const broken = failed(cause, 'rejected');
    if (stream?.hasEvents !== true) return broken;
    const isOurEnd = signal.isStopped || cause instanceof ReplyTooLarge;
    return cutOff(broken, stream, { planned, isOurEnd }, context);
  } finally {
    stream?.close();
  }
  try {
    const { outcome, usage, servedBy } = await readAnswer(reply, planned, signal, context);
    const answered = {
      usage,
      servedBy,
      firstTokenAt: stream?.firstTokenAt,
      hasReasoned: stream?.hasReasoned,
    };
    if ('text' in outcome) return { ...answered, outcome };
    const secrets = connection.line.keys.secrets(key);
    return { ...answered, ...explained(outcome.fault, { reply, path }, planned, secrets) };
  } catch (cause) {
    // A plugin must not throw over a reply; if one does, the reply is what it could not read.
    return { ...failed(cause, 'malformed_reply', reply.status), firstTokenAt: stream?.firstTokenAt };
  }
}

/** Of a prompt whose provider has reported nothing. Fewer than most have, so that an estimate is in the caller's favour. */
const BYTES_PER_TOKEN = 4;

/**
 * A stream that broke off has cost what its provider has reported by then. Where it was this gateway that ended it, and
 * its words have reached the caller, it has cost at least what was written: an endless answer is no way to read for
 * nothing. Words that have not reached the caller by now never do: who begins to read later would have them unpaid.
 */
function cutOff(
  broken: Answered,
  stream: StreamedReply,
  { planned, isOurEnd }: { readonly planned: PlannedCall; readonly isOurEnd: boolean },
  context: RunContext,
): Answered {
  const { services, listener } = context;
  const { metrics } = services;
  const { provider } = planned.entry;
  const { wasRead } = stream;
  if (isOurEnd && !wasRead) listener?.restart();
  const reported = readUsage(stream.reply, provider.usage, stream.hasReasoned);
  metrics.streamsCut.inc({ provider: provider.id, usage: reported === undefined ? 'unknown' : 'reported' });
  const usage = isOurEnd && wasRead ? atLeastWritten(reported, stream, planned) : reported;
  const isUnread = isOurEnd && !wasRead && stream.tokensWritten > 0 && reported === undefined;
  const { outcome } = broken;
  return {
    ...broken,
    outcome: 'fault' in outcome ? { fault: billedFault(outcome.fault, usage) } : outcome,
    usage,
    wasRead,
    servedBy: servedByOf(stream.reply, planned, context),
    ...(isUnread && { unreadUsage: atLeastWritten(undefined, stream, planned) }),
    firstTokenAt: stream.firstTokenAt,
  };
}

function atLeastWritten(
  reported: Usage | undefined,
  stream: StreamedReply,
  { textBytes, fitted, call }: PlannedCall,
): Usage {
  const { model, settings } = call;
  const promptBytes = textBytes + (fitted?.schemaBytes ?? 0);
  const promptTokens = Math.ceil(promptBytes / BYTES_PER_TOKEN + fileTokens(call) * EXPECTED_TEXT_SHARE);
  const written = Math.floor(stream.tokensWritten * EXPECTED_TEXT_SHARE);
  // No provider bills more; blanks, of which a token may be many, could come to more.
  const maxTokensOut = settings.maxTokens + model.limits.uncappedReasoningTokens;
  return {
    tokensIn: reported?.tokensIn ?? Math.min(promptTokens, model.limits.contextTokens),
    tokensCached: reported?.tokensCached ?? 0,
    tokensCacheWrite: reported?.tokensCacheWrite ?? 0,
    tokensOut: Math.max(reported?.tokensOut ?? 0, Math.min(maxTokensOut, Math.max(1, written))),
    tokensReasoning: reported?.tokensReasoning ?? (stream.hasReasoned ? null : 0),
    searches: reported?.searches ?? 0,
  };
}

async function readAnswer(
  reply: UpstreamReply,
  planned: PlannedCall,
  signal: StopSignal,
  context: RunContext,
): Promise<Answered> {
  const { entry, call } = planned;
  const { plugin, provider } = entry;
  if (isErrorStatus(reply.status)) return faulty(classifyFault(reply, plugin.readFault?.(reply)));
  if (reply.body === undefined) return faulty(faultOf('malformed_reply'));
  const read = await within(plugin.readReply(reply.body, call), signal);
  const usage = readUsage(reply.body, provider.usage, 'thought' in read && read.thought);
  const servedBy = servedByOf(reply.body, planned, context);
  if ('fault' in read)
    return { outcome: { fault: billedFault(inBandFault(read.fault), usage) }, usage, servedBy };
  return { outcome: { text: read.text, finishReason: read.finishReason }, usage, servedBy };
}

function servedByOf(
  reply: unknown,
  { entry }: PlannedCall,
  { serving: { registry } }: RunContext,
): OtherModel | undefined {
  try {
    return otherModelOf(entry.plugin.readModel?.(reply), entry, registry);
  } catch {
    // The answer does not depend on what its model is called.
    return undefined;
  }
}

/** A reply that was paid for and cannot be read is not asked for again: the next would be paid for as well. */
function billedFault(fault: Fault, usage: Usage | undefined): Fault {
  const isBilled = usage !== undefined && usage.tokensIn + usage.tokensOut + usage.searches > 0;
  return isBilled && fault.code === 'malformed_reply' ? { ...fault, retryable: false } : fault;
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
