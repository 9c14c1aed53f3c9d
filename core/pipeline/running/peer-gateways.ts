import { randomUUID } from 'node:crypto';
import type { WholeEventName } from '../follow/answer-events.ts';
import type { StopSignal } from '../../upstream/stop-signal.ts';
import { LONG_POLL_MS, type GatewayCalls, type PeerQuestion, type Reply } from './gateway-calls.ts';
import type { StreamPart } from './peer-reader.ts';

/** A request that another gateway runs. */
export interface PeerRequest {
  /** That gateway's address. */
  readonly owner: string;
  readonly accountId: number;
  readonly requestId: string;
}

/**
 * - `ended`: the reader got everything.
 * - `not-running`: that gateway does not run it, or no longer. The ledger has its state.
 * - `unfollowable`: it runs, but its answer is sent only as a whole.
 * - `withheld`: it runs under zero data retention, so its texts do not leave that gateway.
 * - `full`: it has the most readers that one request may have.
 * - `busy`: the account, or all accounts together, have too many readers there.
 * - `silent`: that gateway did not answer in time.
 * - `cut`: that gateway became silent in the middle of an event, so the reader has to reconnect.
 * - `lost`: that gateway no longer knows the place of the reader, which starts again from its position.
 */
export type FollowEnd = 'ended' | 'silent' | 'cut' | (typeof REFUSALS)[number];

/** The ends that the other gateway answers with. */
const REFUSALS = ['not-running', 'unfollowable', 'withheld', 'full', 'busy', 'lost'] as const;

/** The whole events of a running request so far. Each is read when it is needed. */
export interface EventsSoFar {
  readonly names: readonly WholeEventName[];
  /** Reads the data of one event. @throws Error if the rest cannot be read. */
  read(index: number): AsyncIterable<Uint8Array>;
}

/** Upper bound of the tries of one question in the middle of an event. Then the reader is cut off. */
const TRIES = 3;

/** Asks other gateways about the requests that they run. */
export class PeerGateways {
  readonly #calls: GatewayCalls;

  constructor(calls: GatewayCalls) {
    this.#calls = calls;
  }

  /** This gateway's own address. */
  get address(): string {
    return this.#calls.address;
  }

  /** @returns false if that gateway does not run it or does not answer. */
  async cancel({ owner, ...request }: PeerRequest): Promise<boolean> {
    const reply = await this.#calls.ask(owner, { kind: 'cancel', ...request });
    return reply?.facts['outcome'] === 'cancelled';
  }

  /** Makes that gateway forget its reply for repetitions. If it does not answer, it forgets the reply within minutes anyway. */
  async forget({ owner, ...request }: PeerRequest): Promise<void> {
    await this.#calls.ask(owner, { kind: 'forget', ...request });
  }

  /**
   * Reads the event stream of the running request after a position, one reply at a time, as fast as the caller takes it. It
   * yields undefined if nothing was new for a while.
   * @param position the `id` of an event.
   * @param signals end the reading, as if that gateway were silent.
   */
  async *follow(
    { owner, ...request }: PeerRequest,
    position: string,
    signals: readonly StopSignal[],
  ): AsyncGenerator<Pick<StreamPart, 'bytes' | 'position'> | undefined, FollowEnd> {
    const reader = randomUUID();
    let [arrived, waitMs, isWhole] = [0, 0, true];
    try {
      for (let tries = 1; ; tries += 1) {
        const question = { kind: 'follow', reader, ...request, position, arrived, waitMs };
        const reply = await this.#ask(owner, question, signals);
        if (typeof reply === 'string') {
          if (isWhole) return reply;
          const mayAskAgain = tries < TRIES && !signals.some(({ isStopped }) => isStopped);
          if (reply === 'silent' && mayAskAgain) continue;
          return 'cut';
        }
        tries = 0;
        // Only the first question is answered at once, so that the reader soon knows that the request runs.
        waitMs = LONG_POLL_MS;
        const { bytes, facts } = reply;
        const { position: nextPosition } = facts;
        const isEmpty = bytes.byteLength === 0;
        yield isEmpty
          ? undefined
          : { bytes, position: nextPosition === undefined ? undefined : String(nextPosition) };
        arrived += bytes.byteLength;
        isWhole = facts['isWhole'] === true;
        if (facts['hasEnded'] === true) return 'ended';
      }
    } finally {
      this.#calls.send(owner, { kind: 'leave', reader, accountId: request.accountId });
    }
  }

  /** @returns the events, or the reason why that gateway does not send them. */
  async eventsSoFar({ owner, ...request }: PeerRequest): Promise<EventsSoFar | FollowEnd> {
    const reply = await this.#ask(owner, { kind: 'look', ...request });
    if (typeof reply === 'string') return reply;
    const names = Buffer.from(reply.bytes).toString();
    const read = (index: number): AsyncIterable<Uint8Array> => this.#read({ owner, ...request }, index);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the gateway of the same version writes them
    return { names: (names === '' ? [] : names.split(' ')) as WholeEventName[], read };
  }

  async *#read({ owner, ...request }: PeerRequest, index: number): AsyncGenerator<Uint8Array, void> {
    for (let offset = 0; ;) {
      const reply = await this.#ask(owner, { kind: 'look', ...request, index, offset });
      if (typeof reply === 'string') throw new Error('the gateway that runs the request sends no more of it');
      yield reply.bytes;
      if (reply.facts['hasEnded'] === true) return;
      offset += reply.bytes.byteLength;
    }
  }

  /** @returns a reply with bytes, or the reason why there is none. */
  async #ask(
    owner: string,
    question: PeerQuestion,
    signals: readonly StopSignal[] = [],
  ): Promise<Reply | FollowEnd> {
    const reply = await this.#calls.ask(owner, question, signals);
    const outcome = reply?.facts['outcome'];
    if (reply !== undefined && outcome === 'bytes') return reply;
    return REFUSALS.find((refusal) => refusal === outcome) ?? 'silent';
  }
}
