import type { RecentReplies } from '../../stores/recent-replies.ts';
import { lengthOf } from '../../text/plain-json.ts';
import { MAX_READERS } from '../follow/answer-log.ts';
import { bytesBetween } from '../follow/event-bytes.ts';
import type { RequestContext, RunningRequests } from '../request-context.ts';
import { AccountShares } from '../../stores/account-shares.ts';
import { PeerReader } from './peer-reader.ts';
import { LONG_POLL_MS, MAX_REPLY_BYTES, type PeerQuestion, type Reply } from './gateway-calls.ts';

/** Upper bound of the readers at other gateways, of all requests together. Accounts share them. */
const MAX_PEER_READERS = 500;
/** A reader that asks no question for this time counts as gone, in milliseconds. */
const SILENT_MS = 4 * LONG_POLL_MS;

/** How long a stopping gateway waits for readers at other gateways to take the rest, in milliseconds. */
const FAREWELL_MS = 2_000;

const NOTHING = new Uint8Array();

function replyWith(outcome: string): Reply {
  return { facts: { outcome }, bytes: NOTHING };
}

/** The reader of another gateway, and the timer that ends it when it is silent. */
interface Reading {
  readonly reader: PeerReader;
  readonly accountId: number;
  readonly expiry: NodeJS.Timeout;
}

/**
 * Answers questions of other gateways about the requests that this one runs. Texts under zero data retention are never
 * sent, because the database may write messages to its disk.
 */
export class GatewayAnswers {
  readonly #running: RunningRequests;
  readonly #recentReplies: Pick<RecentReplies, 'forget'>;
  readonly #readings = new Map<string, Reading>();
  readonly #shares = new AccountShares(MAX_PEER_READERS);
  #onIdle: (() => void) | undefined;

  /** @param recentReplies the replies of requests that ended here, for repetitions. */
  constructor(running: RunningRequests, recentReplies: Pick<RecentReplies, 'forget'>) {
    this.#running = running;
    this.#recentReplies = recentReplies;
  }

  /** @returns undefined if the question is malformed. */
  async answer(question: PeerQuestion): Promise<Reply | undefined> {
    const { kind, reader, requestId } = question;
    if (kind === 'leave') {
      this.#end(String(reader));
      return undefined;
    }
    if (kind === 'follow') return await this.#follow(question);
    if (kind === 'forget') {
      // Nothing is reported as forgotten unless the question names it.
      if (typeof requestId !== 'string') return undefined;
      this.#recentReplies.forget(requestId);
      return replyWith('forgotten');
    }
    const running = this.#find(question);
    if (running === undefined) return replyWith('not-running');
    if (kind === 'look') return await this.#look(question, running);
    if (kind !== 'cancel') return undefined;
    running.cancelSignal.stop();
    return replyWith('cancelled');
  }

  /** Call it when no request runs any more. It waits a bounded time for readers to get the rest. */
  async finish(): Promise<void> {
    if (this.#readings.size > 0) {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, FAREWELL_MS);
      this.#onIdle = late.resolve;
      await late.promise;
      clearTimeout(timer);
    }
    for (const id of this.#readings.keys()) this.#end(id);
  }

  #find({ accountId, requestId }: PeerQuestion): RequestContext | undefined {
    return this.#running.find(accountId, String(requestId));
  }

  async #follow(question: PeerQuestion): Promise<Reply | undefined> {
    const id = String(question['reader']);
    const reading = this.#readings.get(id) ?? this.#begin(id, question);
    if (typeof reading === 'string') return replyWith(reading);
    reading.expiry.refresh();
    const waitMs = Math.min(LONG_POLL_MS, Number(question['waitMs']));
    const part = await reading.reader.read(Number(question['arrived']), waitMs);
    if (part === 'lost') {
      this.#end(id);
      return replyWith('lost');
    }
    reading.expiry.refresh();
    // The question is older than one that has been answered, so it came late or twice.
    if (part === 'stale') return undefined;
    const { bytes, position, ...facts } = part;
    return { facts: { outcome: 'bytes', ...facts, ...(position !== undefined && { position }) }, bytes };
  }

  /** @returns the reason if it cannot be followed. */
  #begin(id: string, question: PeerQuestion): Reading | string {
    const running = this.#find(question);
    if (running === undefined) return 'not-running';
    if (running.zeroDataRetention) return 'withheld';
    const { answerLog } = running;
    if (answerLog === null) return 'unfollowable';
    if (answerLog.readers >= MAX_READERS) return 'full';
    const { accountId } = question;
    if (!this.#shares.take(accountId)) return 'busy';
    const reader = new PeerReader(answerLog, String(question['position']));
    const expiry = setTimeout(() => this.#end(id), SILENT_MS).unref();
    const reading: Reading = { reader, accountId, expiry };
    this.#readings.set(id, reading);
    return reading;
  }

  #end(id: string): void {
    const reading = this.#readings.get(id);
    if (reading === undefined) return;
    this.#readings.delete(id);
    clearTimeout(reading.expiry);
    reading.reader.stop();
    this.#shares.release(reading.accountId);
    if (this.#readings.size === 0) this.#onIdle?.();
  }

  /** The names of all whole events, or some bytes of one of them. */
  async #look(
    { index, offset }: PeerQuestion,
    { answerLog, zeroDataRetention }: RequestContext,
  ): Promise<Reply> {
    if (answerLog === null) return replyWith('unfollowable');
    if (zeroDataRetention) return replyWith('withheld');
    await answerLog.noteReader();
    const { events } = answerLog;
    if (index === undefined) {
      const names = events.map(({ name }) => name).join(' ');
      return { facts: { outcome: 'bytes' }, bytes: Buffer.from(names) };
    }
    const json = events[Number(index)]?.json;
    if (json === undefined) return replyWith('lost');
    const end = Number(offset) + MAX_REPLY_BYTES;
    const facts = { outcome: 'bytes', hasEnded: end >= lengthOf(json) };
    return { facts, bytes: bytesBetween(json, Number(offset), end) };
  }
}
