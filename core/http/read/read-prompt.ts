import { createHmac, hash } from 'node:crypto';
import type { Request } from 'express';
import type { NamedCalibration } from '../../calibration/calibrations.ts';
import { NO_CALIBRATION } from '../../calibration/panel-weights.ts';
import type { Limits } from '../../config.ts';
import type { JsonObject } from '../../contract.ts';
import { type FieldError, GatewayError, wrongFields } from '../../errors.ts';
import type { Validator } from '../../schema/check-by.ts';
import { fieldErrors } from '../../schema/field-errors.ts';
import type { IdempotencyClaim } from '../../ledger/ledger.ts';
import { judgingConflicts } from '../../calibration/judging-conflicts.ts';
import { lowerFirst, type Pair } from '../../pipeline/judge/answer-to-judge.ts';
import type {
  LongCompareRequest,
  LongPromptRequest,
  GivenAnswer,
  Prompt,
} from '../../pipeline/request-context.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import { bytesOf, isText } from '../../text/shared-text.ts';
import { placeTexts, textsTooLong } from '../../text/take-texts.ts';
import { nearestName } from '../../text/nearest-name.ts';
import type { WorkerPool } from '../../workers/pool.ts';
import type { ReadOptions, RequestParts } from '../../workers/read-request.ts';
import { isRecord } from '../../text/plain-json.ts';
import type { RequestTools, SharedTools } from '../../tools/request-tools.ts';
import { toolsOfShared } from '../../tools/take-tool-texts.ts';
import type { AdmittedRequest } from '../admit/admit.ts';
import { boundMessage } from './lowered-bounds.ts';
import { readBody } from './read-body.ts';

export interface ReadPromptServices {
  readonly pool: WorkerPool;
  readonly limits: Limits;
}

/**
 * Reads and parses the body. The parsed value is small however long the body is, because files and long texts are taken
 * out.
 * @throws GatewayError 400 if the body is not strict JSON, takes too long to read, or its texts are far too long; 413, 415 and 503 as
 * `readBody`; 503 if the workers are busy.
 */
export async function readParts(
  admittedRequest: AdmittedRequest,
  { pool, limits }: ReadPromptServices,
  { wantsDigest, dialect }: Pick<ReadOptions, 'wantsDigest' | 'dialect'>,
): Promise<RequestParts> {
  const body = await readBody(admittedRequest, limits.bodyBytes);
  const options = { wantsDigest, dialect, maxTextBytes: limits.textBytes };
  const read = await pool.readRequest(body, admittedRequest.caller.account.id, options);
  if ('problems' in read) throw new GatewayError('malformed-json', { errors: read.problems });
  if ('invalid' in read) throw wrongFields(read.invalid);
  return read.parts;
}

/** The validators of the registry, and the calibrations that a request may name. */
export interface PromptChecks extends Pick<
  LoadedRegistry,
  'validatePromptRequest' | 'validateCompareRequest'
> {
  readonly calibrations: readonly NamedCalibration[];
}

/** Checks the parts as a prompt request, its limits included. @throws GatewayError 400 naming every wrong field. */
export function checkParts(parts: RequestParts, checks: PromptChecks, limits: Limits): Prompt {
  const request = validate<LongPromptRequest>(checks.validatePromptRequest, parts, limits);
  return checkPrompt({ request }, parts, checks, limits);
}

/** Checks the parts as a comparison of the caller's answers, in the same way. */
export function checkCompareParts(parts: RequestParts, checks: PromptChecks, limits: Limits): Prompt {
  const { answers, ...shared } = validate<LongCompareRequest>(checks.validateCompareRequest, parts, limits);
  const givenAnswers = answers.map(({ text, modelId = '' }, index) => ({
    modelId: modelId === '' ? `answer-${index + 1}` : modelId,
    text,
  }));
  return checkPrompt({ request: { ...shared, models: [] }, givenAnswers }, parts, checks, limits);
}

/** Checks the shape of the request, and puts its long texts back. @throws GatewayError 400 naming every wrong field. */
function validate<T>(
  isValid: Validator<T>,
  { value, texts, tools, problems }: RequestParts,
  limits: Limits,
): T {
  const restoreEmptyTexts = tools === undefined ? undefined : fillEmptyTexts(value, tools);
  if (isValid(value) && problems.length === 0) {
    restoreEmptyTexts?.();
    if (texts.length > 0) placeTexts(value, texts);
    return value;
  }
  const allProblems = [...fieldErrors(isValid.errors ?? []), ...problems];
  throw wrongFields(allProblems.map((error) => boundMessage(error, limits)));
}

/**
 * Turns of calls or results alone have no text, and are valid without it, so the validator sees a placeholder.
 * @returns a function that restores the empty texts.
 */
function fillEmptyTexts(value: unknown, tools: SharedTools): () => void {
  if (!isRecord(value)) return () => {};
  const history: readonly unknown[] = Array.isArray(value['history']) ? value['history'] : [];
  const filled = tools.turns.flatMap(({ at }) => {
    const turn = at === history.length ? value : history[at];
    const key = turn === value ? 'prompt' : 'content';
    return isRecord(turn) && turn[key] === '' ? [{ turn, key }] : [];
  });
  for (const { turn, key } of filled) turn[key] = '(calls or results)';
  return () => {
    for (const { turn, key } of filled) turn[key] = '';
  };
}

function checkPrompt(
  content: Pick<Prompt, 'request' | 'givenAnswers'>,
  parts: RequestParts,
  { calibrations }: PromptChecks,
  limits: Limits,
): Prompt {
  const { files, cacheDigests, tools: sharedTools } = parts;
  const { request } = content;
  const tools = sharedTools === undefined ? undefined : toolsOfShared(sharedTools);
  const attachments = files.map(({ index, ...file }) => {
    const { name = '', type = '' } = request.attachments?.[index] ?? {};
    return { name, mediaType: type.toLowerCase(), ...file };
  });
  const prompt: Prompt = {
    ...content,
    attachments,
    ...(tools !== undefined && { tools }),
    ...(cacheDigests !== undefined && { cacheDigests }),
  };
  const errors = limitErrors(prompt, limits);
  if (request.history !== undefined || typeof request.system_prompt === 'object')
    errors.push(...breakpointErrors(request));
  if (request.response_schema !== undefined) errors.push(...schemaErrors(request.response_schema, limits));
  if (errors.length > 0) throw wrongFields(errors);
  if (request.calibration !== undefined) checkCalibration(request.calibration, calibrations);
  return prompt;
}

/** @throws GatewayError 400 if there is no such calibration. */
function checkCalibration(name: string, calibrations: readonly NamedCalibration[]): void {
  const names = calibrations.map((one) => one.name);
  if (name === NO_CALIBRATION || names.includes(name)) return;
  const nearest = nearestName(name, [...names, NO_CALIBRATION]);
  const hint =
    nearest !== undefined
      ? `did you mean ${nearest}?`
      : names.length === 0
        ? `this gateway has none; leave the field out`
        : `there are ${names.slice(0, MAX_NAMES_LISTED).join(', ')}${names.length > MAX_NAMES_LISTED ? ' and others' : ''}`;
  const message = `unknown calibration; ${hint}`;
  throw wrongFields([{ pointer: '/calibration', code: 'unknown_calibration', message }]);
}

const MAX_NAMES_LISTED = 16;

/** Providers that cache explicitly take at most four; specification, section 4.3. */
const MAX_CACHE_BREAKPOINTS = 4;

/** Finds every field that is over a configured limit. */
function limitErrors({ request, givenAnswers, attachments, tools }: Prompt, limits: Limits): FieldError[] {
  const errors: FieldError[] = [];
  const field = givenAnswers === undefined ? 'models' : 'answers';
  const { length: count } = givenAnswers ?? request.models;
  const judges = request.judges?.length ?? 0;
  if (count > limits.models) errors.push(overLimit(`/${field}`, count, limits.models, 'entries'));
  if (judges > limits.judges) errors.push(overLimit('/judges', judges, limits.judges, 'entries'));
  const answerCount = count + (request.fuse === undefined ? 0 : 1);
  const pairs = request.judge_pairs?.length ?? (answerCount * (answerCount - 1)) / 2;
  const judgeRuns = 2 * judges * pairs;
  if (judgeRuns > limits.judgeRuns) {
    const pointer = request.judge_pairs === undefined ? '/judges' : '/judge_pairs';
    errors.push(overLimit(pointer, judgeRuns, limits.judgeRuns, 'judge runs, two per pair and judge'));
  }
  if (request.judge_pairs !== undefined)
    errors.push(...judgePairErrors(request.judge_pairs, { count, field }));
  if (request.judge_until !== undefined || request.fuse !== undefined)
    for (const { path, message } of judgingConflicts(request, { count, field }))
      errors.push({ pointer: `/${path.join('/')}`, code: 'not_allowed', message });
  const promptBytes = bytesOf(request.prompt);
  if (promptBytes > limits.promptBytes)
    errors.push(overLimit('/prompt', promptBytes, limits.promptBytes, 'bytes of UTF-8'));
  const { judge_prompt: criteria, system_prompt: system, history } = request;
  const hasOthers = [criteria, system, history, givenAnswers, tools].some((one) => one !== undefined);
  const otherBytes = hasOthers ? otherTextBytes(request, givenAnswers ?? [], tools) : 0;
  if (promptBytes + otherBytes > limits.textBytes) errors.push(textsTooLong(limits.textBytes));
  if ((request.timeout_seconds ?? 0) > limits.timeoutSeconds) errors.push(runsTooLong(limits));
  const turns = history?.length ?? 0;
  if (turns > limits.historyTurns) errors.push(overLimit('/history', turns, limits.historyTurns, 'turns'));
  if (attachments.length > limits.attachments)
    errors.push(overLimit('/attachments', attachments.length, limits.attachments, 'files'));
  for (const [index, { sizeBytes }] of attachments.entries())
    if (sizeBytes > limits.attachmentBytes)
      errors.push(overLimit(`/attachments/${index}/base64`, sizeBytes, limits.attachmentBytes, 'bytes'));
  return errors;
}

function overLimit(pointer: string, actual: number, max: number, unit: string): FieldError {
  return { pointer, code: 'limit', message: `at most ${max} ${unit}; this has ${actual}` };
}

/**
 * Finds the invalid pairs in `judge_pairs`. The validator has checked their shape.
 * @param count of the entries that can be compared, at least 1.
 * @param field that the pairs point into.
 */
function judgePairErrors(
  pairs: readonly Pair[],
  { count, field }: { readonly count: number; readonly field: 'models' | 'answers' },
): readonly FieldError[] {
  const first = new Map<string, number>();
  return pairs.flatMap((pair, index): readonly FieldError[] => {
    const pointer = `/judge_pairs/${index}`;
    const [a, b] = lowerFirst(pair);
    if (b >= count) {
      const place = pair[1] === b ? 1 : 0;
      const message = `there is no entry ${b} in ${field}: places count from 0, and the last is ${count - 1}`;
      return [{ pointer: `${pointer}/${place}`, code: 'range', message }];
    }
    if (a === b)
      return [{ pointer, code: 'not_allowed', message: `a pair needs two different entries of ${field}` }];
    const earlier = first.get(`${a}-${b}`);
    if (earlier === undefined) {
      first.set(`${a}-${b}`, index);
      return [];
    }
    const message = `is the pair of /judge_pairs/${earlier}: name each pair once, in either order`;
    return [{ pointer, code: 'not_allowed', message }];
  });
}

function runsTooLong({ timeoutSeconds }: Limits): FieldError {
  const message = `must be at most ${timeoutSeconds} seconds, the longest that this gateway lets a request run`;
  return { pointer: '/timeout_seconds', code: 'limit', message };
}

/** Adds up the judges' instructions, the system prompt, the history, calls and results, and the caller's answers. */
function otherTextBytes(
  request: LongPromptRequest,
  givenAnswers: readonly GivenAnswer[],
  tools: RequestTools | undefined,
): number {
  const { judge_prompt = '', system_prompt = '', history = [] } = request;
  const system = isText(system_prompt) ? [system_prompt] : system_prompt.map(({ text }) => text);
  const all = [
    judge_prompt,
    ...system,
    ...history.map(({ content }) => content),
    ...givenAnswers.map(({ text }) => text),
    ...(tools?.turns ?? []).flatMap(({ calls, results }) => [
      ...calls.map((call) => call.arguments),
      ...results.map(({ content }) => content),
    ]),
  ];
  return all.reduce((sum, text) => sum + bytesOf(text), 0);
}

function breakpointErrors({ system_prompt = '', history = [] }: LongPromptRequest): readonly FieldError[] {
  const blocks = isText(system_prompt) ? [] : system_prompt;
  const pointers = [
    ...blocks.map((block, index) =>
      block.cache_control === undefined ? undefined : `/system_prompt/${index}/cache_control`,
    ),
    ...history.map((turn, index) =>
      turn.cache_control === undefined ? undefined : `/history/${index}/cache_control`,
    ),
  ].filter((pointer) => pointer !== undefined);
  return pointers.slice(MAX_CACHE_BREAKPOINTS).map((pointer) => ({
    pointer,
    code: 'limit',
    message: `at most ${MAX_CACHE_BREAKPOINTS} cache breakpoints over system_prompt and history together`,
  }));
}

function schemaErrors(schema: JsonObject, limits: Limits): readonly FieldError[] {
  const error = (message: string): FieldError => ({ pointer: '/response_schema', code: 'limit', message });
  const { depth, nodes } = measure(schema);
  const errors: FieldError[] = [];
  if (depth > limits.schemaDepth)
    errors.push(error(`at most ${limits.schemaDepth} levels deep; this has ${depth}`));
  if (nodes > limits.schemaNodes)
    errors.push(error(`at most ${limits.schemaNodes} values; this has ${nodes}`));
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.schemaBytes)
    errors.push(error(`at most ${limits.schemaBytes} bytes as JSON`));
  return errors;
}

/** The recursion is bounded, because `parseStrictJson` refuses bodies of over 64 levels or 100,000 values. */
function measure(value: unknown): { readonly depth: number; readonly nodes: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, nodes: 1 };
  let depth = 0;
  let nodes = 1;
  for (const child of Object.values(value)) {
    const inner = measure(child);
    depth = Math.max(depth, inner.depth);
    nodes += inner.nodes;
  }
  return { depth: depth + 1, nodes };
}

const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;

/** @throws GatewayError 400 if the key is malformed or was sent twice. */
export function readIdempotencyKey(request: Request): string | undefined {
  const values = request.headersDistinct['idempotency-key'];
  if (values === undefined) return undefined;
  const [key, ...others] = values;
  if (others.length === 0 && key !== undefined && PRINTABLE_ASCII.test(key)) return key;
  const message = 'the header Idempotency-Key takes 1 to 255 printable ASCII characters, once';
  throw wrongFields([{ pointer: '', code: 'idempotency_key', message }]);
}

/**
 * Hashes an idempotency key and its body for the ledger, which stores neither. The fingerprint is keyed with the key
 * itself, so that a reader of the ledger can neither recognise a body nor guess one, under zero data retention too.
 * @param bodyDigest of the canonical body, in hex.
 * @param path of the address; empty for a prompt. At another address the same body asks for something else.
 */
export function claimOf(key: string, bodyDigest: string, path = ''): IdempotencyClaim {
  const fingerprint = createHmac('sha256', key)
    .update(Buffer.from(bodyDigest, 'hex'))
    .update(path)
    .digest('hex');
  return { key: hash('sha256', key), fingerprint };
}
