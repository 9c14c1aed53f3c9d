import type { Response } from 'express';
import type { AnswerEvent, ReaderOptions, Subscription } from '../../pipeline/follow/answer-events.ts';
import type { AnswerLog } from '../../pipeline/follow/answer-log.ts';
import { EVENT_END, startOf } from '../../pipeline/follow/event-bytes.ts';
import type { Position } from '../../pipeline/follow/position.ts';
import { slicesOf } from '../../text/slices-of.ts';
import { EVENT_STREAM_HEADERS, EventAnswer, type EventAnswerOptions } from './event-answer.ts';
import { writePieces } from './write-pieces.ts';

/** How events are encoded for a reader. */
export interface EventForm extends ReaderOptions, Pick<EventAnswerOptions, 'holdsStatus'> {
  /** The bytes of an event; none if the reader does not get it. */
  readonly frame: (event: AnswerEvent) => Iterable<Uint8Array>;
}

const OWN_FORM: EventForm = {
  frame: (event) => slicesOf([startOf(event), ...event.json, EVENT_END]),
  holdsStatus: false,
  isWhole: false,
};

/** How a log is followed. */
export interface FollowOptions extends Pick<EventAnswerOptions, 'heartbeatMs'> {
  /** The last position that the reader has seen. */
  readonly position: Position;
  /** The gateway's own event format by default. */
  readonly form?: EventForm;
}

/**
 * Sends the events of a log after a position, as server-sent events, until the log ends. Call it only once the hold is
 * durable, because the status may leave at once. Events that wait for the client stay in the log.
 */
export function followWithEvents(
  response: Response,
  log: AnswerLog,
  { position, heartbeatMs, form: { frame, holdsStatus, isWhole } = OWN_FORM }: FollowOptions,
): EventAnswer {
  let reader: Subscription | undefined;
  const answer = new EventAnswer(response, {
    heartbeatMs,
    holdsStatus,
    onReady: () => reader?.resume(),
    onStopped: () => reader?.stop(),
  });
  // The client left before this call, so nothing would ever stop a reader.
  if (response.closed) return answer;
  reader = log.follow(
    position,
    {
      get isReady() {
        return answer.isReady;
      },
      send: (event) => answer.send(frame(event)[Symbol.iterator]()),
      end: () => answer.end(),
    },
    { isWhole },
  );
  return answer;
}

/**
 * Answers with the bytes of some events, which come no faster than the client reads. @throws what the events throw; one is
 * then incomplete, so close the connection.
 */
export async function sendEvents(response: Response, events: AsyncIterable<Uint8Array>): Promise<void> {
  response.status(200).set(EVENT_STREAM_HEADERS);
  // The first event may come much later than the headers.
  response.flushHeaders();
  await writePieces(response, events);
}
