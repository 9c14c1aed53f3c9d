import { performance } from 'node:perf_hooks';
import type { ModelCall, StreamEvent, StreamReader, StreamStep } from '../../contract.ts';
import { partsOf, textsIn, tokensOf } from '../../text/long-text.ts';
import { readPieces } from '../../text/read-pieces.ts';
import type { Progress, StreamTerms } from '../../upstream/receive/streamed-body.ts';
import { replyTooLarge, TransportError } from '../../upstream/fault.ts';
import { createEventReader, type EventReader, INLINE_EVENT_BYTES } from '../../workers/replies/read-event.ts';
import { FoldedTexts } from './folded-texts.ts';
import { longStringsOf, threadFault } from './parse-whole-reply.ts';
import { readUsage } from './read-usage.ts';
import type { AnswerListener } from './answer-listener.ts';
import type { RequestContext } from '../request-context.ts';
import { type LongString, weighFolded } from './weigh-folded.ts';

/** So much of a stream is folded before the reply is weighed again: its values cannot have grown by more than its bytes. */
const BYTES_BETWEEN_WEIGHINGS = 262_144;
/** So much text is gathered before it is put away while more is to come. */
const GATHERED_CHARACTERS = 131_072;

/** So much of what is written is counted at once. */
const COUNTED_CHARACTERS = 1_024;

export interface StreamedCall {
  readonly call: ModelCall;
  readonly stream: StreamReader;
  /** Told once the reply has begun. */
  readonly begins: () => void;
  /** Told once the first text or reasoning has come. */
  readonly writes: () => void;
}

/** A reply while it comes as events: folds each into it, and tells whoever listens what it adds. */
export class StreamedReply implements StreamTerms {
  readonly framing: StreamReader['framing'];
  /** The provider has begun to answer with events; none may have come. */
  hasBegun = false;
  /** False where no event came: the reply is whole then, or there is none. */
  hasEvents = false;
  /** The provider has shown reasoning. */
  hasReasoned = false;
  /** When the first text or reasoning came, as `performance.now()` counts. */
  firstTokenAt: number | undefined;
  readonly #streamed: StreamedCall;
  readonly #context: RequestContext;
  readonly #readEvent: EventReader;
  readonly #texts = new FoldedTexts();
  readonly #root: { reply: unknown } = { reply: undefined };
  #progress: Progress = 'waiting';
  #isClosed = false;
  #bytesSinceWeighing = 0;
  #weighedBytes = 0;
  #bytesSince = 0;
  #tokensWritten = 0;
  #uncounted = '';

  private constructor(streamed: StreamedCall, context: RequestContext, readEvent: EventReader) {
    this.#streamed = streamed;
    this.#context = context;
    this.#readEvent = readEvent;
    this.framing = streamed.stream.framing;
  }

  static async open(streamed: StreamedCall, context: RequestContext): Promise<StreamedReply> {
    return new StreamedReply(streamed, context, await createEventReader(streamed.stream.framing));
  }

  /** So far. */
  get reply(): unknown {
    return this.#root.reply;
  }

  /** As weighed, and the text and reasoning since: most of an event is thrown away. */
  get ownBytes(): number {
    return this.#weighedBytes + this.#bytesSince;
  }

  /** With what whoever listens keeps of it, until it is whole. */
  get keptBytes(): number {
    return this.ownBytes + (this.#context.listener?.keptBytes ?? 0);
  }

  /** Of all that the provider has sent as text and reasoning, taken back or not, counted high. */
  get tokensWritten(): number {
    return this.#tokensWritten + this.#countedSoFar();
  }

  begin(): void {
    this.hasBegun = true;
    this.#streamed.begins();
    this.#context.listener?.begin();
  }

  /** @throws TransportError where the event cannot be read, or the reply is larger than is read. */
  take(bytes: Buffer): Progress | Promise<Progress> {
    if (bytes.byteLength > INLINE_EVENT_BYTES) return this.#takeLong(bytes);
    let step: StreamStep;
    try {
      const event = this.#readEvent(bytes);
      if (event === undefined) return this.#progress;
      if (event === 'done') return this.#mayEnd() ? 'complete' : this.#progress;
      step = this.#fold({ name: event.name, data: JSON.parse(event.json) });
    } catch (cause) {
      throw new TransportError('malformed_reply', cause);
    }
    this.#count(step);
    const telling = this.#tell(step);
    return telling === undefined
      ? this.#goOn(bytes.byteLength)
      : telling.then(() => this.#goOn(bytes.byteLength));
  }

  /** The reply as it is once its last event has been taken; nothing of it on the event loop grows with its text. */
  finish(): unknown {
    const found = this.#weighed();
    return found.length === 0 ? this.#finished() : this.#putAway(found).then(() => this.#finished());
  }

  #finished(): unknown {
    if (this.#texts.marks.size > 0) this.#texts.keepOnly(this.#root.reply);
    for (const [mark, long] of this.#texts.marks) this.#context.prompt.texts.set(mark, long);
    return this.#root.reply;
  }

  /** From here on nobody is told anything: the attempt is over, though a thread may still read for it. */
  close(): void {
    this.#isClosed = true;
  }

  async #takeLong(bytes: Buffer): Promise<Progress> {
    const { byteLength } = bytes;
    const { services, account, role } = this.#context;
    const longStrings = longStringsOf(this.#streamed.call, role);
    const task = { framing: this.framing, bytes, longStrings };
    const event = await services.pool.parseEvent(task, account.id).catch((cause: unknown) => {
      throw threadFault(cause);
    });
    if (event === 'too_large') throw replyTooLarge();
    if (event === 'broken') throw new TransportError('malformed_reply', undefined);
    if (event === 'nothing' || this.#isClosed) return this.#progress;
    this.#texts.keep(event.texts);
    let step: StreamStep;
    try {
      step = this.#fold({ name: event.name, data: event.data });
    } catch (cause) {
      throw new TransportError('malformed_reply', cause);
    }
    this.#count(step);
    await this.#tell(step);
    this.#boundTexts();
    return this.#goOn(byteLength);
  }

  /** Some servers never say why the text ends: the usage and the mark of the end behind it say that it does. */
  #mayEnd(): boolean {
    if (this.#progress !== 'writing') return this.#progress === 'finishing';
    const { usage } = this.#streamed.call.provider;
    return readUsage(this.#root.reply, usage, this.hasReasoned) !== undefined;
  }

  #fold(event: StreamEvent): StreamStep {
    const { stream, call, writes } = this.#streamed;
    const step = stream.fold(this.#root.reply, event, call);
    this.#root.reply = step.reply;
    this.hasEvents = true;
    this.#bytesSince += (step.text?.length ?? 0) + (step.reasoning?.length ?? 0);
    const isWriting = step.text !== undefined || step.reasoning !== undefined;
    if (isWriting && this.firstTokenAt === undefined) {
      this.firstTokenAt = performance.now();
      writes();
    }
    if (step.reasoning !== undefined) this.hasReasoned = true;
    if (step.isLast === true) this.#progress = 'complete';
    else if (step.mayEnd === true) this.#progress = 'finishing';
    else if (step.restarts === true || (isWriting && this.#progress === 'waiting'))
      this.#progress = 'writing';
    return step;
  }

  /** @returns undefined where everything has been told at once. */
  #tell({ restarts, reasoning = '', text = '' }: StreamStep): Promise<void> | undefined {
    const { listener } = this.#context;
    if (listener === undefined) return undefined;
    if (restarts === true) listener.restart();
    if (textsIn(reasoning + text, this.#texts.marks).size > 0)
      return this.#tellInPieces(listener, reasoning, text);
    if (reasoning !== '') listener.reasoning(reasoning);
    if (text !== '') listener.text(text);
    return undefined;
  }

  /** Whoever listens is told the texts themselves and not their marks, a piece at a turn of the event loop. */
  async #tellInPieces(listener: AnswerListener, reasoning: string, text: string): Promise<void> {
    const { serving, account } = this.#context;
    for (const [kind, told] of [
      ['reasoning', reasoning],
      ['text', text],
    ] as const) {
      for (const piece of this.#piecesOf(told)) {
        await serving.upstream.replyPace(account.id);
        if (this.#isClosed) return;
        listener[kind](piece);
      }
    }
  }

  /** Also where nobody listens: the provider bills what it writes. Parts of words would each count as a word. */
  #count({ reasoning = '', text = '', untold = '', isLast, mayEnd }: StreamStep): void {
    // A reply that is whole needs no estimate; its last event may have all of its text again.
    if (isLast === true || mayEnd === true) return;
    const added = reasoning + text + untold;
    this.#uncounted += added;
    if (this.#uncounted.length < COUNTED_CHARACTERS && textsIn(added, this.#texts.marks).size === 0) return;
    this.#tokensWritten += this.#countedSoFar();
    this.#uncounted = '';
  }

  /** Of a very long text only the beginning is counted. */
  #countedSoFar(): number {
    const text = this.#uncounted;
    const counted = tokensOf(text.slice(0, GATHERED_CHARACTERS), this.#texts.marks);
    return Math.ceil((counted * text.length) / Math.min(text.length || 1, GATHERED_CHARACTERS));
  }

  *#piecesOf(text: string): Generator<string> {
    for (const part of partsOf(text, this.#texts.marks)) {
      if (typeof part === 'string') yield part;
      else yield* readPieces(part);
    }
  }

  #goOn(eventBytes: number): Progress | Promise<Progress> {
    this.#bytesSinceWeighing += eventBytes;
    if (this.#bytesSinceWeighing < BYTES_BETWEEN_WEIGHINGS || this.#progress === 'complete')
      return this.#progress;
    const found = this.#weighed();
    const characters = found.reduce((sum, { text }) => sum + text.length, 0);
    return characters < GATHERED_CHARACTERS ? this.#progress : this.#putAway(found);
  }

  #weighed(): readonly LongString[] {
    this.#bytesSinceWeighing = 0;
    const weighed = weighFolded(this.#root, longStringsOf(this.#streamed.call, this.#context.role));
    if (weighed === undefined) throw replyTooLarge();
    this.#weighedBytes = weighed.characters + this.#texts.heldBytes;
    this.#bytesSince = 0;
    return weighed.longStrings;
  }

  async #putAway(found: readonly LongString[]): Promise<Progress> {
    const { services, account } = this.#context;
    const task = { strings: found.map(({ text }) => text), texts: this.#texts.marks };
    const { strings, texts } = await services.pool.shelveStrings(task, account.id).catch((cause: unknown) => {
      throw threadFault(cause);
    });
    const heldBefore = this.#texts.heldBytes;
    this.#texts.keep(texts);
    this.#weighedBytes += this.#texts.heldBytes - heldBefore;
    for (const [index, long] of found.entries()) {
      this.#weighedBytes -= long.text.length;
      long.replace(strings[index] ?? long.text);
    }
    this.#boundTexts();
    return this.#progress;
  }

  /** A format may have sent a text several times: what counts is what the reply has of it. */
  #boundTexts(): void {
    const { maxReplyBytes } = this.#streamed.call.provider;
    if (this.#texts.byteLength > maxReplyBytes) this.#texts.keepOnly(this.#root.reply);
    if (this.#texts.byteLength > maxReplyBytes) throw replyTooLarge();
  }
}
