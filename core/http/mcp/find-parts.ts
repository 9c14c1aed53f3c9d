import { GatewayError } from '../../errors.ts';
import type { Evaluation, RankedModel, Result } from '../../generated/prompt-response.ts';
import type { RequestRecord } from '../../ledger/ledger.ts';
import { isRecord } from '../../text/plain-json.ts';
import { takeOrRefuse } from '../../stores/account-shares.ts';
import { elementsOf } from '../../text/json-elements.ts';
import { slicesInTurns, slicesOf } from '../../text/slices-of.ts';
import { openAnswer } from '../routes/record/find-record.ts';
import type { CurrentRecord } from '../routes/record/running-record.ts';
import { withIndexes, type PlacedResult } from './tool-answer.ts';
import { type ToolCall, turnOf } from './tool.ts';

/** The present parts of the answer to a request. */
export interface RecordParts {
  /** Whether the request can be followed and more parts will come. */
  readonly isRunning: boolean;
  readonly results: readonly PlacedResult[];
  readonly evaluations: readonly Evaluation[];
  readonly ranking: readonly RankedModel[];
  /** The reason why there are no parts. */
  readonly notice: string | undefined;
}

/**
 * Reads an answer element by element.
 * @param index of the only requested result; undefined for all, with evaluations and ranking.
 * @throws GatewayError 503 if it cannot be read now.
 */
export async function findParts(
  { record, soFar }: CurrentRecord,
  index: number | undefined,
  call: ToolCall,
): Promise<RecordParts> {
  return record.state === 'reserved' ? partsSoFar(soFar, index, call) : partsOfEnded(record, index, call);
}

async function partsSoFar(
  soFar: CurrentRecord['soFar'],
  index: number | undefined,
  call: ToolCall,
): Promise<RecordParts> {
  if (soFar === undefined)
    return { ...noParts(false), notice: 'It is still running and returns its results only when it ends.' };
  if (soFar === 'withheld')
    return {
      ...noParts(true),
      notice: 'It runs under zero data retention at another gateway, which alone has its texts.',
    };
  const parts = noParts(true);
  for (const [place, name] of soFar.names.entries()) {
    if (name !== 'result' && (name !== 'evaluation' || index !== undefined)) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of soFar.read(place)) pieces.push(piece);
    const value = await parseElement(pieces, call);
    if (name === 'evaluation') addPart(parts, 'evaluations', 0, value);
    else if (isRecord(value) && typeof value['index'] === 'number')
      addPart(parts, 'results', value['index'], value['result']);
  }
  return parts;
}

const LISTS = new Set(['results', 'evaluations', 'ranking']);

async function partsOfEnded(
  record: RequestRecord,
  index: number | undefined,
  call: ToolCall,
): Promise<RecordParts> {
  const accountId = call.admittedRequest.caller.account.id;
  const parts = noParts(false);
  try {
    const { pieces } = await openAnswer(record, accountId, call.services);
    // The only result of a comparison is the fused answer. The ranking also counts the caller's answers, which come first.
    const isComparison = record.models.length === 0;
    const isRequested = (member: string, place: number): boolean =>
      index === undefined || isComparison || (member === 'results' && place === index);
    for await (const one of readElements(pieces, isRequested, call)) {
      addPart(parts, one.member, one.index, one.value);
      if (index !== undefined && !isComparison) break;
    }
    if (!isComparison) return parts;
    const fused = parts.results.map(({ result }) => result);
    return { ...parts, results: withIndexes(fused, parts.ranking) };
  } catch (error) {
    // The request was voided or its texts were deleted, but its state and cost can be sent.
    if (!(error instanceof GatewayError) || error.status !== 409) throw error;
    return { ...parts, notice: error.message };
  }
}

function noParts(isRunning: boolean) {
  return {
    isRunning,
    results: [] as PlacedResult[],
    evaluations: [] as Evaluation[],
    ranking: [] as RankedModel[],
    notice: undefined,
  };
}

/** @param member the list in the answer that has the value. */
function addPart(
  { results, evaluations, ranking }: ReturnType<typeof noParts>,
  member: string,
  index: number,
  value: unknown,
): void {
  if (member === 'results' && isResult(value)) results.push({ index, result: value });
  else if (member === 'evaluations' && isEvaluation(value)) evaluations.push(value);
  else if (member === 'ranking' && isRanked(value)) ranking.push(value);
}

// The gateway wrote these values, so one field is enough to recognise each.
function isResult(value: unknown): value is Result {
  return isRecord(value) && typeof value['output'] === 'string';
}

function isEvaluation(value: unknown): value is Evaluation {
  return isRecord(value) && 'judge' in value;
}

function isRanked(value: unknown): value is RankedModel {
  return isRecord(value) && 'rank' in value;
}

/** One element of a list in a stored answer. */
interface PlacedElement {
  readonly member: string;
  readonly index: number;
  readonly value: unknown;
}

/**
 * Reads elements of the lists of a stored answer, one at a time. Others are skipped byte by byte. The bytes of the read
 * elements count like the request's body.
 * @throws GatewayError as `parseElement`, and what reading the pieces throws.
 */
async function* readElements(
  pieces: AsyncIterable<Uint8Array>,
  isRequested: (member: string, index: number) => boolean,
  call: ToolCall,
): AsyncGenerator<PlacedElement, void> {
  let bytes: Uint8Array[] | undefined;
  let [member, index] = ['', 0];
  for await (const part of elementsOf(
    slicesInTurns(pieces, () => turnOf(call)),
    LISTS,
  )) {
    if (part.kind === 'begin') {
      ({ member, index } = part);
      bytes = isRequested(member, index) ? [] : undefined;
    } else if (part.kind === 'bytes') bytes?.push(part.bytes);
    else if (bytes !== undefined) yield { member, index, value: await parseElement(bytes, call) };
  }
}

/** @throws GatewayError 409 if it cannot be read, 503 if the memory budget is used up or the threads are busy. */
async function parseElement(pieces: readonly Uint8Array[], call: ToolCall): Promise<unknown> {
  const { bodyShare, caller } = call.admittedRequest;
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  takeOrRefuse(bodyShare, length);
  // Not from the shared pool, because the buffer is transferred to the thread.
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const slice of slicesOf(pieces)) {
    whole.set(slice, at);
    at += slice.byteLength;
    // oxlint-disable-next-line eslint/no-await-in-loop -- a long text is copied a slice at a time
    if (at < length) await turnOf(call);
  }
  const read = await call.services.pool.parseStored(whole, caller.account.id);
  if (read === 'too_large')
    throw new GatewayError('result-not-retained', {
      detail:
        'A stored result is too large to be sent in this form. Read it at GET /api/v1/prompts/{promptLogId}.',
    });
  return read.value;
}
