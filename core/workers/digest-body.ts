import { createHash, hash } from 'node:crypto';
import { isRecord, sortMembers } from '../text/plain-json.ts';

/** A file of the body and its place among the attachments. */
interface PlacedFile {
  readonly index: number;
  readonly base64: Uint8Array;
}

/** The digest is over the digests of chunks of this size; stored fingerprints depend on it. */
const CHUNK_BYTES = 1_048_576;

/**
 * SHA-256 of a body in one canonical form, so that bodies are compared ignoring whitespace and the order of keys. Files
 * are replaced by the digests of their base64. It reads the whole body, so call it on a thread or for a body of bounded
 * size.
 * @param value parsed, without its files.
 * @returns hex.
 */
export function digestBody(value: unknown, files: readonly PlacedFile[]): string {
  const digests = new Map(files.map(({ index, base64 }) => [index, digest(base64)]));
  const text = JSON.stringify(withDigests(value, digests), (_key, item: unknown) =>
    isRecord(item) ? sortMembers(item) : item,
  );
  return digest(Buffer.from(text));
}

/** SHA-256 of the parts of a request that reach its models, in hex. The keys of cached answers are made of them. */
export interface QuestionDigests {
  /** The digest of the part that is the same for all models. */
  readonly question: string;
  /** The digest of the tuning of each model, by its ID. */
  readonly tuning: ReadonlyMap<string, string>;
}

/** Fields that are not sent to models. Any other field, also one that is added later, makes another question. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'models',
  'model_tuning',
  'judges',
  'judge_pairs',
  'judge_until',
  'fuse',
  'judge_prompt',
  'judge_weights',
  'calibration',
  'max_credits',
  'timeout_seconds',
  'zero_data_retention',
  'label',
  'cache',
]);
/** More than any registry has. It bounds how many digests the event loop gets. */
const MAX_TUNED_MODELS = 1_024;

/**
 * Digests the parts of a prompt request that reach its models, as `digestBody` does. The time grows with the request, so
 * it is called only for one that asks for the cache.
 * @param value not validated yet, so any field may be missing or of another type.
 */
export function digestQuestion(
  value: Readonly<Record<string, unknown>>,
  files: readonly PlacedFile[],
): QuestionDigests {
  const question = Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !NOT_SENT.has(name))
      // Models write members in the order in which the schema names them.
      .map(([name, part]) => [name, name === 'response_schema' ? JSON.stringify(part) : part]),
  );
  const tuning = isRecord(value['model_tuning']) ? Object.entries(value['model_tuning']) : [];
  return {
    question: digestBody(question, files),
    tuning: new Map(tuning.slice(0, MAX_TUNED_MODELS).map(([id, values]) => [id, digestBody(values, [])])),
  };
}

function withDigests(value: unknown, digests: ReadonlyMap<number, string>): unknown {
  if (!isRecord(value) || !Array.isArray(value['attachments'])) return value;
  const entries: readonly unknown[] = value['attachments'];
  const attachments = entries.map((entry, index) =>
    isRecord(entry) && digests.has(index) ? { ...entry, base64: digests.get(index) } : entry,
  );
  return { ...value, attachments };
}

/** SHA-256 over the SHA-256 of each chunk, in hex. */
function digest(bytes: Uint8Array): string {
  const whole = createHash('sha256');
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES)
    whole.update(hash('sha256', bytes.subarray(start, start + CHUNK_BYTES), 'buffer'));
  return whole.digest('hex');
}
