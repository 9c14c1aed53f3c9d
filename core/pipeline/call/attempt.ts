import type { FaultCode } from '../../contract.ts';
import { type OtherModel, otherModelOf } from '../../registry/served-by.ts';
import { MASK, maskSecrets } from '../../text/mask-secrets.ts';
import { parseJson } from '../../text/plain-json.ts';
import {
  classifyFault,
  type Fault,
  faultOf,
  inBandFault,
  ReplyTooLarge,
  TransportError,
} from '../../upstream/fault.ts';
import { readProviderError } from '../../upstream/provider-error.ts';
import {
  isErrorStatus,
  type ReceivedReply,
  type UpstreamReply,
} from '../../upstream/receive/receive-reply.ts';
import { ReplyMemory } from '../../upstream/receive/reply-bounds.ts';
import { rejectIfStopped } from '../../upstream/stop-signal.ts';
import { INLINE_REPLY_BYTES } from '../../workers/pool.ts';
import { createEventReader } from '../../workers/replies/read-event.ts';
import { billCutReply, billedFault, billUncountedText, estimateWritten, isBilled } from './cut-reply.ts';
import type { Attempt, AttemptResult } from './call-result.ts';
import type { RequestContext } from '../request-context.ts';
import { StreamedReply, threadFault } from './streamed-reply.ts';
import { answerCalls } from './answer-calls.ts';

/**
 * Sends one request and reads its reply. A fault is a result. Any error while building, sending or parsing becomes a
 * fault; one that no rule names is `rejected`.
 */
export async function runAttempt(attempt: Attempt, context: RequestContext): Promise<AttemptResult> {
  const { deadline } = attempt;
  const memory = new ReplyMemory(context.replies);
  let reply: UpstreamReply;
  try {
    const { status, headers, bytes } = await sendAttempt(attempt, memory, context);
    const { stream } = attempt;
    if (stream?.hasEvents === true) {
      stream.weigh();
      memory.resize(stream.ownBytes);
      reply = { status, headers, body: stream.reply };
    } else {
      const body =
        bytes.byteLength <= INLINE_REPLY_BYTES
          ? parseJson(bytes)
          : await rejectIfStopped(parseLongReply(status, bytes, attempt, context), deadline.signal);
      reply = { status, headers, body };
    }
  } catch (cause) {
    memory.resize(0);
    const servedBy = servedByOf(attempt.stream?.reply, attempt, context);
    return billCutReply({ fault: faultFrom(cause, 'rejected'), cause, servedBy }, attempt, context);
  } finally {
    if (attempt.stream !== undefined) attempt.stream.isClosed = true;
  }
  const result = await readAnswer(reply, attempt, context);
  if ('fault' in result.outcome) {
    memory.resize(0);
    return result;
  }
  if (!memory.isShort) return result;
  try {
    await memory.wait(deadline.signal);
    if (memory.isShort) throw new TransportError('timeout', undefined);
    return result;
  } catch (cause) {
    memory.resize(0);
    return { ...result, outcome: { fault: faultFrom(cause, 'overloaded') }, cause };
  }
}

/** Has the plugin build the request, and sends it. */
async function sendAttempt(
  attempt: Attempt,
  memory: ReplyMemory,
  context: RequestContext,
): Promise<ReceivedReply> {
  const { planned, wire, connection, key, exchange, deadline } = attempt;
  const { call, placeholders } = wire;
  const { plugin, provider } = planned.entry;
  const { signal } = deadline;
  const accountId = context.account.id;
  // Many or long texts wait for a turn, or the bodies of 64 models would block the event loop.
  if (planned.textBytes > 8_192 || call.system.length + call.turns.length > 16)
    await rejectIfStopped(context.snapshot.upstream.nextTurn(accountId), signal);
  const built = plugin.buildRequest(call);
  const whole = built instanceof Promise ? await rejectIfStopped(built, signal) : built;
  const streaming = provider.streaming ? plugin.stream : undefined;
  const adapted = streaming === undefined ? whole : streaming.request(whole, call);
  const request = adapted instanceof Promise ? await rejectIfStopped(adapted, signal) : adapted;
  // The plugin adds nothing to the request if the provider answers this call whole.
  if (streaming !== undefined && request !== whole)
    attempt.stream = new StreamedReply(
      streaming,
      await createEventReader(streaming.framing),
      attempt,
      context,
    );
  // The reply is not awaited here, because it may take minutes and would keep the request's memory as long.
  return connection.send(request, {
    plugin,
    credentials: key.credentials,
    accountId,
    signal,
    placeholders,
    hasFiles: call.attachments.length > 0,
    stream: attempt.stream,
    memory,
    exchange,
  });
}

/**
 * Parses the JSON of a reply on a thread.
 * @returns undefined for the unreadable body of an error, whose status is enough.
 * @throws TransportError if the reply exceeds a bound, or `overloaded` if the threads are busy.
 */
async function parseLongReply(
  status: number,
  bytes: Buffer,
  { deadline }: Attempt,
  { services, account, role }: RequestContext,
): Promise<unknown> {
  const isCut = isErrorStatus(status) || role === 'judge';
  try {
    const parsed = await services.pool.parseReply({ bytes, isCut }, account.id, deadline.signal);
    if (parsed === 'too_large') throw new ReplyTooLarge();
    return parsed.value;
  } catch (cause) {
    if (isErrorStatus(status)) return undefined;
    throw threadFault(cause);
  }
}

async function readAnswer(
  reply: UpstreamReply,
  attempt: Attempt,
  context: RequestContext,
): Promise<AttemptResult> {
  const { planned, wire, deadline, exchange, stream } = attempt;
  const { plugin, readUsage } = planned.entry;
  const { status, body } = reply;
  try {
    if (isErrorStatus(status) || body === undefined) {
      const fault = isErrorStatus(status)
        ? classifyFault(reply, plugin.readFault?.(reply))
        : faultOf('malformed_reply');
      return { ...withProviderError(fault, reply, attempt), status, usage: undefined };
    }
    const read = plugin.readReply(body, wire.call);
    const answer = read instanceof Promise ? await rejectIfStopped(read, deadline.signal) : read;
    const usage = readUsage(body, 'thought' in answer && answer.thought);
    const servedBy = servedByOf(body, attempt, context);
    if ('fault' in answer) {
      const written = estimateWritten(usage, attempt, context);
      const inBand = inBandFault(answer.fault);
      const isOfProvider = PROVIDER_FAULTS.has(inBand.code);
      // The prompt itself may have caused any other fault, so the caller pays for the text that came before it.
      const billed = isOfProvider || inBand.code === 'unavailable' ? usage : (written?.usage ?? usage);
      const fault = billedFault(inBand, billed);
      const isFinal = !isOfProvider && (isBilled(usage) || written !== undefined);
      const estimate = written?.estimate;
      return {
        ...withProviderError(fault, reply, attempt),
        status,
        usage: billed,
        estimate,
        servedBy,
        isFinal,
      };
    }
    const { text, finishReason, calls = [] } = answer;
    const outcome = {
      text,
      finishReason,
      ...(calls.length > 0 && { calls: answerCalls(calls, planned, context) }),
    };
    if (usage !== undefined) return { outcome, status, usage, servedBy };
    const written = calls.reduce((sum, call) => sum + call.name + call.arguments, text);
    const uncounted = billUncountedText(written, attempt, context);
    // The gateway stopped waiting for the usage. The caller has the whole answer, so it pays an estimate.
    if (exchange.isGivenUp === true) return { outcome, status, usage: uncounted, servedBy };
    return { outcome, status, usage, estimate: uncounted, servedBy };
  } catch (cause) {
    // A plugin must not throw over a reply. If it does, the reply counts as unreadable.
    const usage = readUsage(body, stream?.hasReasoned ?? false);
    const fault = { ...faultFrom(cause, 'malformed_reply'), providerStatus: status };
    const servedBy = servedByOf(body, attempt, context);
    // The time was over while the plugin read the reply.
    if (cause instanceof TransportError && usage === undefined)
      return billCutReply({ fault, cause, servedBy }, attempt, context);
    const estimate = estimateWritten(usage, attempt, context)?.estimate;
    return {
      outcome: { fault },
      cause,
      status,
      usage,
      estimate,
      servedBy,
      isFinal: isBilled(estimate ?? usage),
    };
  }
}

/** Faults that no prompt can cause. */
const PROVIDER_FAULTS: ReadonlySet<FaultCode> = new Set(['overloaded', 'rate_limited', 'provider_auth']);

function servedByOf(
  reply: unknown,
  { planned: { entry }, key: { secrets } }: Attempt,
  { snapshot: { registry } }: RequestContext,
): OtherModel | undefined {
  try {
    const name = entry.plugin.readModel?.(reply);
    if (name === entry.model.upstream) return undefined;
    const other = otherModelOf(name, entry, registry);
    // An unknown name may contain the provider's key, so it is masked.
    if (other === undefined || other.entry !== undefined) return other;
    return maskSecrets(other.id, secrets) === other.id ? other : { id: MASK, entry: undefined };
  } catch {
    // The answer is good even if the plugin cannot read the model's name.
    return undefined;
  }
}

/** @param otherwise the fault's code if the cause is not a transport error. */
function faultFrom(cause: unknown, otherwise: FaultCode): Fault {
  return cause instanceof TransportError ? cause.fault : faultOf(otherwise);
}

/** Adds the provider's explanation to a fault. */
function withProviderError(
  fault: Fault,
  reply: UpstreamReply,
  { planned, key: { secrets } }: Attempt,
): Pick<AttemptResult, 'outcome' | 'providerError'> {
  const providerError = readProviderError(reply, planned.entry.plugin, secrets);
  const providerCode = providerError.code ?? providerError.type;
  const providerStatus = reply.status;
  return {
    outcome: { fault: { ...fault, providerStatus, ...(providerCode !== undefined && { providerCode }) } },
    providerError,
  };
}
