import { randomBytes } from 'node:crypto';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { CompatTerms, Dialect } from '../dialects/translated-prompt.ts';
import { translate } from '../dialects/translate.ts';
import type { FieldError } from '../errors.ts';
import { boundMembers } from '../text/bound-members.ts';
import type { TranslatedTools, TakenTools } from '../tools/request-tools.ts';
import { takeToolTexts } from '../tools/take-tool-texts.ts';
import { takeTexts, type TakenText, type TakenTexts } from '../text/take-texts.ts';
import { decodedSize, type EncodedFile } from './canonical-base64.ts';
import { digestQuestion, digestBody, type QuestionDigests } from './digest-body.ts';
import { findBase64Spans, findDataUrlSpans, MIN_SPAN_BYTES, type Base64Span } from './find-base64.ts';
import { inspectFile, type FileFacts } from './inspect-file.ts';
import { parseStrictJson } from './strict-json.ts';
import { weighBody } from './weigh-body.ts';
import { isRecord } from '../text/is-record.ts';

/** A body taken apart: the request without its files and, where it is large, without its long texts. */
export interface RequestParts {
  /** Not validated yet. Every text under `/attachments/<i>/base64` is replaced by the empty string, long texts by a short one. */
  readonly value: unknown;
  /** Those that are as they should be. */
  readonly files: readonly RequestFile[];
  /** To be put in their places once the value is validated. */
  readonly texts: readonly TakenText[];
  /** What is wrong with files and long texts. */
  readonly problems: readonly FieldError[];
  /** Of the body as it was sent; undefined where nobody asked. */
  readonly digest: string | undefined;
  /** Of a prompt request that asks for the cache. */
  readonly cacheDigests?: QuestionDigests;
  /** What a body of another dialect asks for besides; `value` then has no models yet. */
  readonly compatTerms?: CompatTerms;
  /** Of a body of another dialect with tools. The `prompt` of the value may then be empty. */
  readonly tools?: TakenTools;
}

export interface ReadTerms {
  /** The body is to be told from others, for an idempotency key. */
  readonly wantsDigest: boolean;
  /** Of the texts of a request together; see `Limits`. Absent: any. */
  readonly maxTextBytes?: number;
  /** Of the body; absent: it is a prompt request. */
  readonly dialect?: Dialect | undefined;
}

/** `base64` is a part of the body's own memory where the body is long. */
export interface RequestFile extends EncodedFile, FileFacts {
  readonly index: number;
}

export type ReadRequest =
  | {
      readonly parts: RequestParts;
      /** Those of the parts with their texts as they were sent. */
      readonly tools?: TranslatedTools | undefined;
    }
  /** Why the body cannot be parsed. */
  | { readonly problems: readonly FieldError[] }
  /** What is wrong with a body of another dialect, or a limit of the configuration that any such body breaks. */
  | { readonly invalid: readonly FieldError[] };

/** The texts of a shorter body are strings: the event loop writes all of them in some tenths of a millisecond. */
const PLAIN_BODY_BYTES = 65_536;
const NO_TEXTS: TakenTexts = { texts: [], problems: [] };
/** Further entries keep their texts: no configuration takes so many files. */
const MAX_FILES = 100;
/** After so many nobody looks at further files: some kinds take a millisecond to recognise. */
const MAX_PROBLEMS = 10;
/** Whatever else stands there is not compared with the file: the schema refuses it. */
const MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]+$/;
const NOT_BASE64 =
  'the file must be non-empty canonical base64: the standard alphabet, padded, without line breaks';
const DATA_URL = 'data:';
const IS_DATA_URL =
  'this is a data: URL: leave out everything up to and with its comma, and name the media type in `type`';

/**
 * Parses one body and takes its files out. Long base64 is found in the bytes and checked there, so only what stands
 * around it is parsed, by the same strict rules; it counts as a file only where the parsed text has it in a file's place.
 * Runs on the event loop only for small bodies; see `pool.ts`.
 * @param spans what `findBase64Spans` finds. With none the body is parsed whole, to the same result.
 */
export async function readRequest(
  body: Uint8Array,
  terms: ReadTerms = { wantsDigest: false },
  spans: readonly Base64Span[] = findSpans(body, terms),
): Promise<ReadRequest> {
  // Unguessable, so that no text of the caller's can pass for a file that was cut out.
  const mark = spans.length === 0 ? '' : randomBytes(16).toString('hex');
  const marks = new Map(spans.map((span, index) => [`${mark}${index}`, span]));
  const parsed = parseStrictJson(marks.size === 0 ? body : cutOut(body, marks));
  if ('problem' in parsed) {
    // Its place is that in the text as it was sent.
    if (parsed.problem.code === 'syntax' && marks.size > 0) return readRequest(body, terms, []);
    return { problems: [parsed.problem] };
  }
  const { dialect } = terms;
  const translation = dialect === undefined ? undefined : translate(parsed.value, dialect);
  if (translation !== undefined && 'problems' in translation) return { invalid: translation.problems };
  const value = translation?.request ?? parsed.value;
  const compatTerms = translation?.terms;
  const attachments = isRecord(value) ? value['attachments'] : undefined;
  const taken = Array.isArray(attachments)
    ? takeFiles(attachments, (text) => {
        const span = marks.get(text);
        marks.delete(text);
        return span && { base64: body.subarray(span.start, span.end), sizeBytes: span.sizeBytes };
      })
    : [];
  // What is left over stood elsewhere, and its text is wanted there.
  if (marks.size > 0) return readRequest(body, terms, []);
  const { files, problems } = taken.length === 0 ? NO_FILES : await inspectAll(taken);
  const tools = translation?.tools;
  const digest = terms.wantsDigest ? digestOf(value, files, { dialect, compatTerms, tools }) : undefined;
  const parts = { value, files, texts: [], problems, digest };
  if (compatTerms !== undefined)
    return { parts: { ...parts, compatTerms, ...(tools !== undefined && { tools }) }, tools };
  if (!isRecord(value) || !Object.hasOwn(value, 'cache')) return { parts };
  return { parts: { ...parts, cacheDigests: digestQuestion(value, files) } };
}

function findSpans(body: Uint8Array, { dialect }: ReadTerms): readonly Base64Span[] {
  if (body.byteLength < MIN_SPAN_BYTES) return [];
  return dialect === undefined ? findBase64Spans(body) : findDataUrlSpans(body);
}

/** Of a body of another dialect what it asks for, not how it says so; and not how it wants to be answered. */
function digestOf(
  value: unknown,
  files: readonly RequestFile[],
  {
    dialect,
    compatTerms,
    tools,
  }: {
    readonly dialect: Dialect | undefined;
    readonly compatTerms: CompatTerms | undefined;
    readonly tools: TranslatedTools | undefined;
  },
): string {
  if (compatTerms === undefined || !isRecord(value)) return digestBody(value, files);
  const { model, effort = null, verbosity = null } = compatTerms;
  // Stored fingerprints depend on the name `asked`.
  return digestBody({ ...value, tools, asked: { dialect, model, effort, verbosity } }, files);
}

/**
 * The piscina task, for large bodies. The body's memory travels back by transfer, as it came: a file exists once. Long
 * texts stay behind in shared memory.
 */
export default async function readRequestTask({ body, ...terms }: ReadTask): Promise<unknown> {
  const spans = findSpans(body, terms);
  const files = terms.dialect === undefined ? 'base64' : 'data-urls';
  const overweight = weighBody(body, spans, terms.maxTextBytes ?? Infinity, files);
  if (overweight !== undefined) return overweight;
  const result = await readRequest(body, terms, spans);
  if (!('parts' in result)) return result;
  const isLong = body.byteLength > PLAIN_BODY_BYTES;
  const { texts, problems: textProblems } = isLong ? takeTexts(result.parts.value) : NO_TEXTS;
  const { tools } = result;
  const { problems: memberProblems, outgrown } = boundMembers(result.parts.value);
  if (outgrown !== undefined) return { problems: [outgrown] };
  const buffers = new Set(result.parts.files.map((file) => file.base64.buffer));
  const parts = {
    ...sharingSchema(result.parts),
    texts,
    ...(tools !== undefined && isLong && { tools: takeToolTexts(tools) }),
    problems: [...textProblems, ...memberProblems, ...result.parts.problems],
  };
  return move({ [transferableSymbol]: [...buffers], [valueSymbol]: { parts } });
}

/** An answer repeats the schema that is left of the request's: a bound emptied the one, and both are copied. */
function sharingSchema(parts: RequestParts): RequestParts {
  const { value, compatTerms } = parts;
  const { format } = compatTerms?.echo ?? {};
  const schema = isRecord(value) ? value['response_schema'] : undefined;
  if (compatTerms === undefined || format?.type !== 'json_schema' || !isRecord(schema)) return parts;
  return {
    ...parts,
    compatTerms: { ...compatTerms, echo: { ...compatTerms.echo, format: { ...format, schema } } },
  };
}

export interface ReadTask extends ReadTerms {
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

interface TakenFile {
  readonly index: number;
  readonly declaredType: string | undefined;
  /** Undefined where the text is not canonical base64. */
  readonly file: EncodedFile | undefined;
  readonly isDataUrl: boolean;
}

/** Takes the text of every file out of a body's attachments, leaving the empty string. */
function takeFiles(
  attachments: readonly unknown[],
  findCut: (text: string) => EncodedFile | undefined,
): readonly TakenFile[] {
  return attachments.slice(0, MAX_FILES).flatMap((entry, index) => {
    const text = isRecord(entry) ? entry['base64'] : undefined;
    if (!isRecord(entry) || typeof text !== 'string') return [];
    entry['base64'] = '';
    const type = entry['type'];
    const declaredType = typeof type === 'string' && MEDIA_TYPE.test(type) ? type : undefined;
    const isDataUrl = text.slice(0, DATA_URL.length).toLowerCase() === DATA_URL;
    return [{ index, declaredType, file: findCut(text) ?? encodedFile(text), isDataUrl }];
  });
}

/** Out of Node's shared memory, so that it can be transferred; UTF-8, so that no other letter passes for ASCII. */
function encodedFile(text: string): EncodedFile | undefined {
  const base64 = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  base64.write(text);
  const sizeBytes = decodedSize(base64);
  return sizeBytes === undefined ? undefined : { base64, sizeBytes };
}

const NO_FILES: Pick<RequestParts, 'files' | 'problems'> = { files: [], problems: [] };

async function inspectAll(taken: readonly TakenFile[]): Promise<Pick<RequestParts, 'files' | 'problems'>> {
  const files: RequestFile[] = [];
  const problems: FieldError[] = [];
  for (const { index, declaredType, file, isDataUrl } of taken) {
    if (problems.length === MAX_PROBLEMS) break;
    const pointer = `/attachments/${index}`;
    if (file === undefined) {
      problems.push({
        pointer: `${pointer}/base64`,
        code: 'base64',
        message: isDataUrl ? IS_DATA_URL : NOT_BASE64,
      });
      continue;
    }
    // One after the other: this is work, not waiting.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const inspection = await inspectFile(file, declaredType, pointer);
    if ('problem' in inspection) problems.push(inspection.problem);
    else files.push({ index, ...file, ...inspection.facts });
  }
  return { files, problems };
}
