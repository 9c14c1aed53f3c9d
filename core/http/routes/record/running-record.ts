import type { RouteServices } from '../../run/open-request.ts';
import type { RequestRecord } from '../../../ledger/ledger.ts';
import type { EventsSoFar } from '../../../pipeline/running/peer-gateways.ts';
import { asAsync } from '../../../text/slices-of.ts';
import type { Caller } from '../../admit/admit.ts';
import { findRecord } from './find-record.ts';

/** The current state of a request. */
export interface CurrentRecord {
  readonly record: RequestRecord;
  /** Undefined if it does not run, or cannot be followed. */
  readonly soFar: EventsSoFar | 'withheld' | undefined;
}

/** Finds the current state of a request whose record was read before, because it may have ended. @throws as `findRecord`. */
export async function currentRecord(
  record: RequestRecord,
  caller: Caller,
  services: Pick<RouteServices, 'running' | 'gateways' | 'ledger'>,
): Promise<CurrentRecord> {
  if (record.state !== 'reserved') return { record, soFar: undefined };
  const soFar = await eventsSoFar(record, caller.account.id, services);
  if (soFar !== undefined) return { record, soFar };
  return { record: await findRecord(record.requestId, caller, services.ledger), soFar };
}

/**
 * The events of a running request so far; `withheld` if another gateway runs it under zero data retention.
 * @returns undefined if its answer is sent only as a whole, or if no gateway reports that it runs.
 */
async function eventsSoFar(
  { requestId, owner }: RequestRecord,
  accountId: number,
  { running, gateways }: Pick<RouteServices, 'running' | 'gateways'>,
): Promise<EventsSoFar | 'withheld' | undefined> {
  const localRequest = running.find(accountId, requestId);
  if (localRequest !== undefined) {
    const { answerLog: log } = localRequest;
    if (log === null) return undefined;
    // Events have to be durable before they are sent.
    await log.noteReader();
    const { events } = log;
    return { names: events.map(({ name }) => name), read: (index) => asAsync(events[index]?.json ?? []) };
  }
  if (gateways === undefined || owner === gateways.address) return undefined;
  const events = await gateways.eventsSoFar({ owner, accountId, requestId });
  return typeof events === 'string' && events !== 'withheld' ? undefined : events;
}

/**
 * The record of a running request as JSON in UTF-8; its results and evaluations are read as they are sent.
 * @param head the record's other members.
 */
export async function* runningPieces(
  head: object,
  events: EventsSoFar | 'withheld',
): AsyncGenerator<Uint8Array, void> {
  const running = JSON.stringify({ ...head, state: 'running', request: null, response: null }).slice(0, -1);
  if (events === 'withheld') {
    yield Buffer.from(`${running},"partialResponse":null}`);
    return;
  }
  yield Buffer.from(`${running},"partialResponse":{"results":[`);
  yield* eventList('result', events);
  yield Buffer.from('],"evaluations":[');
  yield* eventList('evaluation', events);
  yield Buffer.from(']}}');
}

async function* eventList(
  requestedName: 'result' | 'evaluation',
  events: EventsSoFar,
): AsyncGenerator<Uint8Array, void> {
  let separator = '';
  for (const [index, name] of events.names.entries()) {
    if (name !== requestedName) continue;
    if (separator !== '') yield Buffer.from(separator);
    separator = ',';
    yield* events.read(index);
  }
}
