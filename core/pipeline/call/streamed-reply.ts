import { performance } from 'node:perf_hooks';
import type { StreamEvent, StreamReader, StreamStep } from '../../contract.ts';
import { likelyTokensOfLong } from '../../text/likely-tokens.ts';
import type { WholeEvents } from '../../upstream/receive/event-buffer.ts';
import type { ReplyProgress, StreamSink } from '../../upstream/receive/streamed-body.ts';
import type { Evidence } from '../../upstream/breaker.ts';
import { ReplyTooLarge, TransportError } from '../../upstream/fault.ts';
import type { Deadline } from '../../upstream/stop-signal.ts';
import { type EventReader, isLong, type RawEvent } from '../../workers/replies/read-event.ts';
import { TaskRefusal } from '../../workers/pool.ts';
import { MAX_CHARACTERS, weighReply } from '../../workers/replies/parse-reply.ts';
import type { PlannedCall, WireCall } from '../plan/plan-call.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDelta } from './answer-calls.ts';
import type { AnswerListener } from './answer-listener.ts';

/** The reply is weighed again after this many bytes of its stream. It cannot have grown by more bytes than came. */
const BYTES_BETWEEN_WEIGHINGS = 262_144;
/** Text is counted in parts of at least this length. Only a call that is cut off needs the count. */
const COUNTED_CHARACTERS = 4_096;
/** The upper bound; a text of Latin-1 characters has half. */
const BYTES_PER_CHARACTER = 2;
/** A listener needs some tenths of a millisecond for this much text. */
const LISTENER_CHUNK_CHARACTERS = 49_152;

/** The part of an attempt that its reply needs. */
interface AnsweredAttempt {
  readonly planned: PlannedCall;
  readonly wire: WireCall;
  readonly isProbe: boolean;
  readonly deadline: Deadline;
  readonly report: (evidence: Evidence) => void;
}

/** Folds the events of a streamed reply into one reply, and gives its listener each addition. */
export class StreamedReply implements StreamSink {
  readonly framing: StreamReader['framing'];
  /** The provider has begun to answer with events. There may be none yet. */
  hasBegun = false;
  /** False if no event came. The reply is then whole, or there is none. */
  hasEvents = false;
  /** The provider has shown reasoning. */
  hasReasoned = false;
  /** When the first text or reasoning came, by `performance.now()`. */
  firstTokenAt: number | undefined;
  /** The reply so far. */
  reply: unknown;
  /** The memory of the reply: its weight when it was last weighed, and the text and reasoning since then. */
  ownBytes = 0;
  /** The attempt is over, although a thread may still read for it. The listener gets nothing more. */
  isClosed = false;
  readonly #stream: StreamReader;
  readonly #attempt: AnsweredAttempt;
  readonly #isCut: boolean;
  readonly #context: RequestContext;
  readonly #readEvents: EventReader;
  /** Undefined if the format's events cannot be joined. */
  readonly #joiner: TextJoiner | undefined;
  #progress: ReplyProgress = 'waiting';
  #bytesSinceWeighing = 0;
  #tokensWritten = 0;
  #uncounted = '';

  constructor(
    stream: StreamReader,
    readEvents: EventReader,
    attempt: AnsweredAttempt,
    context: RequestContext,
  ) {
    this.#stream = stream;
    this.#readEvents = readEvents;
    this.#attempt = attempt;
    this.#context = context;
    this.#isCut = context.role === 'judge';
    this.framing = stream.framing;
    if (stream.comparable !== undefined) this.#joiner = new TextJoiner(stream.comparable);
  }

  /** Includes the memory that the listener keeps until the reply is whole. */
  get keptBytes(): number {
    return this.ownBytes + (this.#context.listener?.keptBytes ?? 0);
  }

  /** The tokens of all text and reasoning that came, restarted answers included, counted high. */
  get tokensWritten(): number {
    return this.#tokensWritten + likelyTokensOfLong(this.#uncounted);
  }

  begin(): void {
    this.hasBegun = true;
    // The beginning of a reply shows enough to end a probe. The model may now be silent for minutes, while others wait.
    if (this.#attempt.isProbe) this.#attempt.report('answering');
    this.#context.listener?.begin();
  }

  /** @throws TransportError if an event cannot be read or the reply is too large. */
  take({ bytes, count }: WholeEvents): ReplyProgress | Promise<ReplyProgress> {
    this.#bytesSinceWeighing += bytes.byteLength;
    if (count === 1 && isLong(bytes)) return this.#takeLong(bytes);
    try {
      for (const event of this.#readEvents(bytes)) {
        if (event !== 'done' && this.#progress === 'writing' && this.#joiner?.add(event) === true) continue;
        this.#foldJoined();
        if (event !== 'done') this.#foldParsed(event);
        else if (this.#mayEnd()) this.#progress = 'complete';
        if (this.#progress === 'complete') break;
      }
      this.#foldJoined();
    } catch (cause) {
      throw new TransportError('malformed_reply', cause);
    }
    if (this.#bytesSinceWeighing >= BYTES_BETWEEN_WEIGHINGS) this.weigh();
    return this.#progress;
  }

  async #takeLong(bytes: Buffer): Promise<ReplyProgress> {
    const { services, account } = this.#context;
    const task = { framing: this.framing, bytes, isCut: this.#isCut };
    const { signal } = this.#attempt.deadline;
    const event = await services.pool.parseEvent(task, account.id, signal).catch((cause: unknown) => {
      throw threadFault(cause);
    });
    if (event === 'too_large') throw new ReplyTooLarge();
    if (event === 'broken') throw new TransportError('malformed_reply', undefined);
    if (event === 'nothing' || this.isClosed) return this.#progress;
    let step: StreamStep;
    try {
      step = this.#fold(event);
    } catch (cause) {
      throw new TransportError('malformed_reply', cause);
    }
    await this.#passOnInPieces(step);
    if (this.#bytesSinceWeighing >= BYTES_BETWEEN_WEIGHINGS) this.weigh();
    return this.#progress;
  }

  /** Some servers give no finish reason. Then the usage and the end mark after it show that the text is whole. */
  #mayEnd(): boolean {
    if (this.#progress !== 'writing') return this.#progress === 'finishing';
    return this.#attempt.planned.entry.readUsage(this.reply, this.hasReasoned) !== undefined;
  }

  #foldJoined(): void {
    const joinedEvent = this.#joiner?.take();
    if (joinedEvent !== undefined) this.#foldParsed(joinedEvent);
  }

  #foldParsed(event: RawEvent): void {
    const step = this.#fold({ name: event.name, data: JSON.parse(event.json) });
    if (this.#context.listener !== undefined) this.#passOn(step, this.#context.listener);
    this.#joiner?.learn(event, step);
  }

  #fold(event: StreamEvent): StreamStep {
    const step = this.#stream.fold(this.reply, event, this.#attempt.wire.call);
    this.reply = step.reply;
    this.hasEvents = true;
    const { text = '', reasoning = '', withheld = '' } = step;
    const callText = (step.calls ?? [])
      .map(({ begins, arguments: piece }) => (begins?.name ?? '') + piece)
      .join('');
    this.ownBytes += BYTES_PER_CHARACTER * (text.length + reasoning.length + callText.length);
    const isWriting = step.text !== undefined || step.reasoning !== undefined || step.calls !== undefined;
    if (isWriting && this.firstTokenAt === undefined) {
      this.firstTokenAt = performance.now();
      this.#attempt.report('answering');
    }
    if (step.reasoning !== undefined) this.hasReasoned = true;
    if (step.isLast === true) this.#progress = 'complete';
    else if (step.mayEnd === true) this.#progress = 'finishing';
    else {
      if (step.restarts === true || (isWriting && this.#progress === 'waiting')) this.#progress = 'writing';
      // A reply that is whole is not counted, because its last event may repeat all of its text.
      this.#uncounted += reasoning + text + withheld + callText;
      // The text is counted even without a listener, because the provider bills it. Parts of words would each count as a word.
      if (this.#uncounted.length >= COUNTED_CHARACTERS) {
        this.#tokensWritten = this.tokensWritten;
        this.#uncounted = '';
      }
    }
    return step;
  }

  #passOn({ restarts, reasoning = '', text = '', calls = [] }: StreamStep, listener: AnswerListener): void {
    if (restarts === true) listener.restart();
    if (reasoning !== '') listener.reasoning(reasoning);
    if (text !== '') listener.text(text);
    for (const delta of calls) listener.calls([answerDelta(delta, this.#attempt.planned, this.#context)]);
  }

  /** Passes the step on in pieces, one in a turn of the event loop. */
  async #passOnInPieces({ restarts, reasoning = '', text = '', calls = [] }: StreamStep): Promise<void> {
    const { listener, snapshot, account } = this.#context;
    if (listener === undefined) return;
    if (restarts === true) listener.restart();
    for (const [kind, whole] of [
      ['reasoning', reasoning],
      ['text', text],
    ] as const)
      for (let at = 0; at < whole.length; at += LISTENER_CHUNK_CHARACTERS) {
        await snapshot.upstream.nextReplyTurn(account.id);
        if (this.isClosed) return;
        listener[kind](whole.slice(at, at + LISTENER_CHUNK_CHARACTERS));
      }
    for (const delta of calls) {
      const { index, begins, arguments: whole } = answerDelta(delta, this.#attempt.planned, this.#context);
      for (let at = 0; at === 0 || at < whole.length; at += LISTENER_CHUNK_CHARACTERS) {
        await snapshot.upstream.nextReplyTurn(account.id);
        if (this.isClosed) return;
        const piece = whole.slice(at, at + LISTENER_CHUNK_CHARACTERS);
        listener.calls([{ index, ...(at === 0 && begins !== undefined && { begins }), arguments: piece }]);
      }
    }
  }

  /** Call it once more after the last event. @throws TransportError if the reply is too large. */
  weigh(): void {
    this.#bytesSinceWeighing = 0;
    const { maxReplyBytes } = this.#attempt.planned.entry.provider;
    const root = { reply: this.reply };
    const characters = weighReply(root, this.#isCut, Math.min(maxReplyBytes, MAX_CHARACTERS));
    if (characters === undefined) throw new ReplyTooLarge();
    this.reply = root.reply;
    this.ownBytes = BYTES_PER_CHARACTER * characters;
  }
}

/** Turns a failed parse task into a fault. The call has been paid for, so the fault is not retried. */
export function threadFault(cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  const isBusy = cause instanceof TaskRefusal && cause.reason === 'busy';
  return isBusy ? new TransportError('overloaded', cause, true) : new ReplyTooLarge(cause);
}

/** The common parts of events that differ in one text. */
interface Frame {
  readonly name: string;
  /** Their JSON up to the first character of the text. */
  readonly before: string;
  /** Their JSON from the quote after the text. */
  readonly after: string;
}

/** The inside of a JSON string (RFC 8259, 7) with whole escapes. */
const INSIDE_OF_STRING = /^(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*$/iu;

/** The text in which an event differs from the frame; undefined if it differs in more. */
function textIn({ before, after }: Frame, json: string | undefined): string | undefined {
  if (json === undefined) return undefined;
  const end = json.length - after.length;
  // Comparing slices is ten times as fast as `startsWith`.
  if (end < before.length || json.slice(0, before.length) !== before || json.slice(end) !== after)
    return undefined;
  const text = json.slice(before.length, end);
  return INSIDE_OF_STRING.test(text) ? text : undefined;
}

/**
 * Joins events that differ only in the text that each adds. The events of 500 tokens are then parsed and folded as one or
 * two, in a fifth of the time.
 */
export class TextJoiner {
  readonly #comparable: (json: string) => string | undefined;
  #frame: Frame | undefined;
  #joinedText = '';

  /** @param comparable see `StreamReader`. */
  constructor(comparable: (json: string) => string | undefined) {
    this.#comparable = comparable;
  }

  /** @returns whether the event was joined to those of the next `take`. Otherwise fold it after them. */
  add({ name, json }: RawEvent): boolean {
    if (this.#frame === undefined || name !== this.#frame.name) return false;
    // Most formats have no varying values. Their events are then compared as they are.
    const text = textIn(this.#frame, json) ?? textIn(this.#frame, this.#comparable(json));
    if (text === undefined) return false;
    this.#joinedText += text;
    return true;
  }

  /** Takes all joined events as one; undefined if there are none. */
  take(): RawEvent | undefined {
    if (this.#frame === undefined || this.#joinedText === '') return undefined;
    const { name, before, after } = this.#frame;
    const json = before + this.#joinedText + after;
    this.#joinedText = '';
    return { name, json };
  }

  /** From now on, joins events that differ from this one only in the text of its step. */
  learn({ name, json }: RawEvent, { text, reasoning, withheld, calls = [] }: StreamStep): void {
    // The first event of a call has more than a text.
    if (calls.some(({ begins }) => begins !== undefined)) return;
    const pieces = [text, reasoning, withheld, ...calls.map((call) => call.arguments)];
    const [piece, ...others] = pieces.filter((one) => one !== undefined && one !== '');
    // Only one text may differ: of any other the joined event would have a single piece.
    if (piece === undefined || others.length > 0) return;
    const quotedPiece = JSON.stringify(piece);
    const comparableJson = this.#comparable(json);
    const at = comparableJson?.indexOf(quotedPiece) ?? -1;
    // If the text is found twice, one of them may be another member. `lastIndexOf` can take 150 ms for a text of quotes.
    if (comparableJson === undefined || at === -1 || comparableJson.indexOf(quotedPiece, at + 1) !== -1)
      return;
    const before = comparableJson.slice(0, at + 1);
    this.#frame = { name, before, after: comparableJson.slice(at + quotedPiece.length - 1) };
  }
}
