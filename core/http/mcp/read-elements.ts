import { takeOrRefuse } from '../../stores/memory-budget.ts';
import { GatewayError } from '../../errors.ts';
import { elementsOf } from '../../text/json-elements.ts';
import { slicesInTurns, slicesOf } from '../../text/slices-of.ts';
import type { WorkerPool } from '../../workers/pool.ts';
import type { AdmittedRequest } from '../admit/admit.ts';

/** One element of a list in a stored answer. */
export interface PlacedElement {
  readonly member: string;
  readonly index: number;
  readonly value: unknown;
}

export interface ElementServices {
  readonly admittedRequest: Pick<AdmittedRequest, 'bodyShare' | 'caller'>;
  readonly pool: WorkerPool;
  readonly nextTurn: () => Promise<void>;
}

/**
 * Elements of the lists of a stored answer, one at a time: what is not wanted is passed over, byte by byte. The bytes of
 * those that are count as the request's body does.
 * @param members names of the lists.
 * @throws GatewayError as `parseElement`, and what reading the pieces throws.
 */
export async function* readElements(
  pieces: AsyncIterable<Uint8Array>,
  members: ReadonlySet<string>,
  isWanted: (member: string, index: number) => boolean,
  services: ElementServices,
): AsyncGenerator<PlacedElement, void> {
  let bytes: Uint8Array[] | undefined;
  let [member, index] = ['', 0];
  for await (const part of elementsOf(slicesInTurns(pieces, services.nextTurn), members)) {
    if (part.kind === 'begin') {
      ({ member, index } = part);
      bytes = isWanted(member, index) ? [] : undefined;
    } else if (part.kind === 'bytes') bytes?.push(part.bytes);
    else if (bytes !== undefined) yield { member, index, value: await parseElement(bytes, services) };
  }
}

/** @throws GatewayError 409 where it cannot be read, 503 where too many bytes are held or the threads are busy. */
export async function parseElement(
  pieces: readonly Uint8Array[],
  { admittedRequest: { bodyShare, caller }, pool, nextTurn }: ElementServices,
): Promise<unknown> {
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  takeOrRefuse(bodyShare, length);
  // Memory of its own, which moves to the thread.
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const slice of slicesOf(pieces)) {
    whole.set(slice, at);
    at += slice.byteLength;
    // oxlint-disable-next-line eslint/no-await-in-loop -- a long text is copied a slice at a time
    if (at < length) await nextTurn();
  }
  const read = await pool.parseStored(whole, caller.account.id);
  if (read === 'too_large')
    throw new GatewayError('result-not-retained', {
      detail:
        'A stored result is too large to be told in this form. Read it at GET /api/v1/prompts/{promptLogId}.',
    });
  return read.value;
}
