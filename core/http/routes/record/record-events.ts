import type { RouteServices } from '../../run/open-request.ts';
import type { Request } from 'express';
import { GatewayError, rateLimited, wrongFields } from '../../../errors.ts';
import type { RequestRecord } from '../../../ledger/ledger.ts';
import { MAX_READERS } from '../../../pipeline/follow/answer-log.ts';
import { EVENT_END, eventOf, startOf } from '../../../pipeline/follow/event-bytes.ts';
import { BEGINNING, positionId, readPosition, type Position } from '../../../pipeline/follow/position.ts';
import type { FollowEnd } from '../../../pipeline/running/peer-gateways.ts';
import { pause } from '../../../upstream/stop-signal.ts';
import { createPace } from '../../../workers/pace.ts';
import type { AdmittedRequest } from '../../admit/admit.ts';
import { problemJson } from '../../answer/error-handler.ts';
import { HEARTBEAT } from '../../answer/event-answer.ts';
import { followWithEvents, sendEvents } from '../../answer/event-stream.ts';
import { startingWith } from '../../answer/write-pieces.ts';
import { findRecord, openAnswer } from './find-record.ts';
import { replayEvents } from './replay-events.ts';

/** Shared by all replays. */
const replayPace = createPace(1);

/** The time between two reads of the record of a request that cannot be followed, in milliseconds. */
const POLL_MS = 1_000;

/**
 * Answers with the events of one request, from the place that the reader had reached. Events of a running request are
 * sent as they come, at whichever gateway it runs; those of an ended one are replayed.
 * @throws GatewayError 400 for an invalid `Last-Event-ID`, 409 if there is nothing to send, 429.
 */
export async function answerWithRecordEvents(
  admittedRequest: AdmittedRequest,
  record: RequestRecord,
  services: RouteServices,
): Promise<void> {
  const { request, response, caller } = admittedRequest;
  const position = readLastEventId(request);
  const isRunning = record.state === 'reserved';
  const log = isRunning ? services.running.find(caller.account.id, record.requestId)?.answerLog : undefined;
  if (log !== undefined && log !== null) {
    if (log.readers >= MAX_READERS) throw tooManyReaders();
    followWithEvents(response, log, { position, heartbeatMs: services.heartbeatMs });
    return;
  }
  const reader = new RecordReader(admittedRequest, record, services, position);
  const events = reader.events();
  // Read before the status is sent, because it may still become a 409.
  const first = await events.next();
  await sendEvents(response, startingWith(first, events));
}

/**
 * Clients of event streams send the last ID with every attempt. An invalid one would make each attempt start from the
 * beginning, so it is refused, which ends their attempts. An empty one counts as none.
 * @throws GatewayError 400 unless it has the form that the gateway writes.
 */
function readLastEventId(request: Request): Position {
  const lastEventId = request.get('last-event-id') ?? '';
  const position = lastEventId === '' ? BEGINNING : readPosition(lastEventId);
  if (position !== undefined) return position;
  const message =
    'the header Last-Event-ID takes the id of an event of this request; leave it out to start from the beginning';
  throw wrongFields([{ pointer: '', code: 'last_event_id', message }]);
}

class RecordReader {
  readonly #admittedRequest: AdmittedRequest;
  readonly #services: RouteServices;
  #record: RequestRecord;
  /** In the form of an event's `id`. */
  #position: string;
  /** Whether the reader has some events. Then `done` is all it gets once the request has ended: it contains all others. */
  #hasEarlierEvents: boolean;
  /** When the last bytes were sent, by `performance.now()`; undefined before the first. */
  #sentAtMs: number | undefined;

  constructor(
    admittedRequest: AdmittedRequest,
    record: RequestRecord,
    services: RouteServices,
    position: Position,
  ) {
    this.#admittedRequest = admittedRequest;
    this.#services = services;
    this.#record = record;
    this.#position = positionId(position);
    this.#hasEarlierEvents = position.events > 0;
  }

  async *events(): AsyncGenerator<Uint8Array, void> {
    try {
      while (this.#record.state === 'reserved') {
        const end = yield* this.#follow();
        if (end === 'ended') return;
        if (!(yield* this.#wait())) return;
        this.#record = await findRecord(
          this.#record.requestId,
          this.#admittedRequest.caller,
          this.#services.ledger,
        );
      }
      yield* this.#replay();
    } catch (error) {
      if (this.#sentAtMs === undefined || !(error instanceof GatewayError)) throw error;
      yield Buffer.concat([
        startOf({ id: this.#position, name: 'error' }),
        Buffer.from(problemJson(error)),
        EVENT_END,
      ]);
    }
  }

  /** The events of a request that another gateway runs, until the request ends or that gateway sends no more. */
  async *#follow(): AsyncGenerator<Uint8Array, FollowEnd> {
    const { gateways } = this.#services;
    const { owner, requestId } = this.#record;
    if (gateways === undefined || owner === gateways.address) return 'unfollowable';
    const accountId = this.#admittedRequest.caller.account.id;
    const replies = gateways.follow({ owner, accountId, requestId }, this.#position, this.#stopped());
    for (;;) {
      const { done, value } = await replies.next();
      if (done === true) {
        this.#refuse(value);
        return value;
      }
      this.#sentAtMs = performance.now();
      if (value === undefined) {
        yield HEARTBEAT;
        continue;
      }
      yield value.bytes;
      if (value.position === undefined) continue;
      this.#position = value.position;
      this.#hasEarlierEvents = true;
    }
  }

  /** @throws GatewayError if the request can never be followed here; Error if an event was cut short. */
  #refuse(end: FollowEnd): void {
    if (end === 'withheld') throw textsElsewhere(this.#record);
    if (end === 'full') throw tooManyReaders();
    if (end === 'busy') throw tooManyElsewhere();
    if (end === 'cut') throw new Error('the gateway that runs the request sends no more of it');
  }

  /**
   * Pauses before the next read of the record. Comments keep a quiet connection open.
   * @returns false if the reader has left or has to go to another gateway.
   */
  async *#wait(): AsyncGenerator<Uint8Array, boolean> {
    const nowMs = performance.now();
    if (this.#sentAtMs === undefined || nowMs - this.#sentAtMs >= this.#services.heartbeatMs) {
      this.#sentAtMs = nowMs;
      yield HEARTBEAT;
    }
    return await pause(POLL_MS, this.#stopped());
  }

  async *#replay(): AsyncGenerator<Uint8Array, void> {
    const accountId = this.#admittedRequest.caller.account.id;
    const open = async (): Promise<AsyncIterable<Uint8Array>> =>
      (await openAnswer(this.#record, accountId, this.#services)).pieces;
    const { events } = readPosition(this.#position) ?? BEGINNING;
    if (this.#hasEarlierEvents) yield* eventOf({ id: String(events + 1), name: 'done' }, await open());
    else yield* replayEvents(open, () => replayPace(accountId));
  }

  #stopped() {
    return [this.#admittedRequest.clientSignal, this.#services.stopping] as const;
  }
}

function tooManyReaders(): GatewayError {
  return rateLimited(
    { code: 'readers_of_request', limit: MAX_READERS },
    `This request already has ${MAX_READERS} readers, the most allowed. Wait until one of them has gone.`,
  );
}

function tooManyElsewhere(): GatewayError {
  return rateLimited(
    { code: 'readers_elsewhere' },
    'Your account has too many event streams that follow requests of the gateway that runs this one. Wait until one of them has ended, or ask again to reach that gateway itself.',
  );
}

function textsElsewhere({ requestId }: RequestRecord): GatewayError {
  return new GatewayError('texts-elsewhere', {
    detail:
      'The request runs under zero data retention at another gateway, and its texts are only there. Ask again to reach that gateway; as application/json the record has state and figures at each.',
    members: { promptLogId: requestId },
    headers: { 'Retry-After': '1' },
  });
}
