import { randomBytes } from 'node:crypto';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { CompatOptions, Dialect } from '../dialects/translated-prompt.ts';
import { translate } from '../dialects/translate.ts';
import type { FieldError } from '../errors.ts';
import { boundMembers } from '../text/bound-members.ts';
import type { TranslatedTools, SharedTools } from '../tools/request-tools.ts';
import { takeToolTexts } from '../tools/take-tool-texts.ts';
import { takeTexts, type TakenText, type TakenTexts } from '../text/take-texts.ts';
import { decodedSize, type EncodedFile } from './canonical-base64.ts';
import { digestQuestion, digestBody, type QuestionDigests } from './digest-body.ts';
import { findBase64Spans, findDataUrlSpans, MIN_SPAN_BYTES, type Base64Span } from './find-base64.ts';
import { inspectFile, type FileFacts } from './inspect-file.ts';
import { parseStrictJson } from './strict-json.ts';
import { type RefusedBody, weighBody } from './weigh-body.ts';
import { isRecord } from '../text/plain-json.ts';

/** The parts of a body: the request without its files and, if it is large, without its long texts. */
export interface RequestParts {
  /** Not validated yet. The base64 of files is replaced by the empty string, and long texts are replaced by a short one. */
  readonly value: unknown;
  /** The valid files. */
  readonly files: readonly RequestFile[];
  /** The long texts, which are put back once the value is validated. */
  readonly texts: readonly TakenText[];
  /** The problems of files and long texts. */
  readonly problems: readonly FieldError[];
  /** The digest of the body as it was sent; undefined if the options do not ask for it. */
  readonly digest: string | undefined;
  /** Set for a prompt request that asks for the cache. */
  readonly cacheDigests?: QuestionDigests;
  /** Set for a body of another dialect, whose `value` has no models yet. */
  readonly compatOptions?: CompatOptions;
  /** Set for a body of another dialect with tools. The `prompt` of the value may then be empty. */
  readonly tools?: SharedTools;
}

export interface ReadOptions {
  /** Whether an idempotency key needs the digest of the body. */
  readonly wantsDigest: boolean;
  /** Upper bound of all texts of a request together; see `Limits`. Unbounded if absent. */
  readonly maxTextBytes?: number;
  /** The dialect of the body; absent for a prompt request. */
  readonly dialect?: Dialect | undefined;
}

/** A file of a request. If the body is long, `base64` shares the body's memory. */
interface RequestFile extends EncodedFile, FileFacts {
  readonly index: number;
}

export type ReadRequest =
  | {
      readonly parts: RequestParts;
      /** The tools of the parts, with their long texts still in place. */
      readonly tools?: TranslatedTools | undefined;
    }
  | RefusedBody;

/** The texts of a shorter body stay strings, because the event loop writes them in some tenths of a millisecond. */
const PLAIN_BODY_BYTES = 65_536;
const NO_TEXTS: TakenTexts = { texts: [], problems: [] };
/** Files after this many stay in the value, because no configuration accepts so many. */
const MAX_FILES = 100;
/** Further files are not inspected after this many problems, because some kinds take a millisecond to recognise. */
const MAX_PROBLEMS = 10;
/** Any other value is not compared with the file, because the schema refuses it. */
const MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]+$/;
const NOT_BASE64 =
  'the file must be non-empty canonical base64: the standard alphabet, padded, without line breaks';
const DATA_URL = 'data:';
const IS_DATA_URL =
  'this is a data: URL: leave out everything up to and with its comma, and name the media type in `type`';

/**
 * Parses one body and takes its files out. Long base64 is found and checked in the bytes, and only the text around it is
 * parsed. It counts as a file only if the parsed body has it in the place of a file. Small bodies are parsed on the event
 * loop, others on a thread; see `pool.ts`.
 * @param spans the result of `findSpans`. Without spans the body is parsed whole, with the same result.
 */
export async function readRequest(
  body: Uint8Array,
  options: ReadOptions = { wantsDigest: false },
  spans: readonly Base64Span[] = body.byteLength < MIN_SPAN_BYTES ? [] : findSpans(body, options),
): Promise<ReadRequest> {
  // The mark is random, so that no text of the caller can pass for a file that was cut out.
  const mark = spans.length === 0 ? '' : randomBytes(16).toString('hex');
  const marks = new Map(spans.map((span, index) => [`${mark}${index}`, span]));
  const parsed = parseStrictJson(marks.size === 0 ? body : cutOut(body, marks));
  if ('problem' in parsed) {
    // The place of a syntax error must be that in the text as it was sent.
    if (parsed.problem.code === 'syntax' && marks.size > 0) return readRequest(body, options, []);
    return { problems: [parsed.problem] };
  }
  const { dialect } = options;
  const translation = dialect === undefined ? undefined : translate(parsed.value, dialect);
  if (translation !== undefined && 'problems' in translation) return { invalid: translation.problems };
  const value = translation?.request ?? parsed.value;
  const compatOptions = translation?.options;
  const attachments = isRecord(value) ? value['attachments'] : undefined;
  const { files, problems } = Array.isArray(attachments)
    ? await takeFiles(attachments, (text) => {
        const span = marks.get(text);
        marks.delete(text);
        return span && { base64: body.subarray(span.start, span.end), sizeBytes: span.sizeBytes };
      })
    : NO_FILES;
  // Marks that are left over were not in the place of a file, so their texts belong to the value.
  if (marks.size > 0) return readRequest(body, options, []);
  const tools = translation?.tools;
  const digest = options.wantsDigest
    ? digestBody(requestedContent(value, dialect, compatOptions, tools), files)
    : undefined;
  const parts = { value, files, texts: [], problems, digest };
  if (compatOptions !== undefined)
    return { parts: { ...parts, compatOptions, ...(tools !== undefined && { tools }) }, tools };
  if (!isRecord(value) || !Object.hasOwn(value, 'cache')) return { parts };
  return { parts: { ...parts, cacheDigests: digestQuestion(value, files) } };
}

function findSpans(body: Uint8Array, { dialect }: ReadOptions): readonly Base64Span[] {
  return dialect === undefined ? findBase64Spans(body) : findDataUrlSpans(body);
}

/** The content of a body of another dialect, without the form of the body and of its answer. */
function requestedContent(
  value: unknown,
  dialect: Dialect | undefined,
  compatOptions: CompatOptions | undefined,
  tools: TranslatedTools | undefined,
): unknown {
  if (compatOptions === undefined || !isRecord(value)) return value;
  const { model, effort = null, verbosity = null } = compatOptions;
  // Stored fingerprints depend on the name `asked`.
  return { ...value, tools, asked: { dialect, model, effort, verbosity } };
}

/**
 * The piscina task for large bodies. The body's memory is transferred here and back, so that a file exists only once. Long
 * texts stay in shared memory.
 */
export default async function readRequestTask({ body, ...options }: ReadTask): Promise<unknown> {
  const spans = findSpans(body, options);
  const files = options.dialect === undefined ? 'base64' : 'data-urls';
  const overweight = weighBody(body, spans, options.maxTextBytes ?? Infinity, files);
  if (overweight !== undefined) return overweight;
  const result = await readRequest(body, options, spans);
  if (!('parts' in result)) return result;
  const isLong = body.byteLength > PLAIN_BODY_BYTES;
  const { texts, problems: textProblems } = isLong ? takeTexts(result.parts.value) : NO_TEXTS;
  const { tools } = result;
  const { problems: memberProblems, sizeProblem } = boundMembers(result.parts.value);
  if (sizeProblem !== undefined) return { problems: [sizeProblem] };
  const buffers = new Set(result.parts.files.map((file) => file.base64.buffer));
  const parts = {
    ...sharingSchema(result.parts),
    texts,
    ...(tools !== undefined && isLong && { tools: takeToolTexts(tools) }),
    problems: [...textProblems, ...memberProblems, ...result.parts.problems],
  };
  return move({ [transferableSymbol]: [...buffers], [valueSymbol]: { parts } });
}

/** Makes the answer repeat the bounded schema of the request, because both would be copied to the event loop. */
function sharingSchema(parts: RequestParts): RequestParts {
  const { value, compatOptions } = parts;
  const { format } = compatOptions?.echo ?? {};
  const schema = isRecord(value) ? value['response_schema'] : undefined;
  if (compatOptions === undefined || format?.type !== 'json_schema' || !isRecord(schema)) return parts;
  return {
    ...parts,
    compatOptions: { ...compatOptions, echo: { ...compatOptions.echo, format: { ...format, schema } } },
  };
}

interface ReadTask extends ReadOptions {
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The text with each span replaced by its mark. */
function cutOut(body: Uint8Array, marks: ReadonlyMap<string, Base64Span>): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const [mark, { start, end }] of marks) {
    pieces.push(body.subarray(from, start), Buffer.from(mark));
    from = end;
  }
  return Buffer.concat([...pieces, body.subarray(from)]);
}

type TakenFiles = Pick<RequestParts, 'files' | 'problems'>;

const NO_FILES: TakenFiles = { files: [], problems: [] };

/** Takes every file out of a body's attachments, leaves an empty string, and inspects it. */
async function takeFiles(
  attachments: readonly unknown[],
  findCut: (text: string) => EncodedFile | undefined,
): Promise<TakenFiles> {
  const files: RequestFile[] = [];
  const problems: FieldError[] = [];
  for (const [index, entry] of attachments.slice(0, MAX_FILES).entries()) {
    const text = isRecord(entry) ? entry['base64'] : undefined;
    if (!isRecord(entry) || typeof text !== 'string') continue;
    entry['base64'] = '';
    const cut = findCut(text);
    if (problems.length === MAX_PROBLEMS) continue;
    const pointer = `/attachments/${index}`;
    const file = cut ?? encodedFile(text);
    if (file === undefined) {
      const isDataUrl = text.slice(0, DATA_URL.length).toLowerCase() === DATA_URL;
      const message = isDataUrl ? IS_DATA_URL : NOT_BASE64;
      problems.push({ pointer: `${pointer}/base64`, code: 'base64', message });
      continue;
    }
    const { type } = entry;
    const declaredType = typeof type === 'string' && MEDIA_TYPE.test(type) ? type : undefined;
    // The files are inspected one after the other, because this is work and not waiting.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const inspection = await inspectFile(file, declaredType, pointer);
    if ('problem' in inspection) problems.push(inspection.problem);
    else files.push({ index, ...file, ...inspection.facts });
  }
  return { files, problems };
}

/** Copies to memory that can be transferred, as UTF-8 so that no other letter passes for ASCII. */
function encodedFile(text: string): EncodedFile | undefined {
  const base64 = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  base64.write(text);
  const sizeBytes = decodedSize(base64);
  return sizeBytes === undefined ? undefined : { base64, sizeBytes };
}
