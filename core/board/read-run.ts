import type { AnswerLine, MissingLine, PromptLine, RunHead, RunLine, SentLine } from './run-lines.ts';

export interface Run {
  readonly head: RunHead;
  /** One a row at most, in the order of the suite. */
  readonly answers: readonly AnswerLine[];
  readonly missing: readonly MissingLine[];
  /** Whether the last line was cut short, as by a killed process. */
  readonly isTorn: boolean;
}

/** As many as a suite may have: the figures are of every two and every three models. */
const MAX_MODELS = 64;
const MAX_JUDGES = 6;

/**
 * Reads a run's file line by line. What comes last of a file that a killed process wrote may be half a line.
 * @returns both throw an `Error` if it is no such file.
 */
export function createRunReader(): { readonly add: (line: string) => void; readonly end: () => Run } {
  let head: RunHead | undefined;
  const rows = new Map<string, AnswerLine | MissingLine>();
  let tornAt: number | undefined;
  let count = 0;
  return {
    add(text) {
      count += 1;
      if (text === '') return;
      if (tornAt !== undefined) throw damagedAt(tornAt);
      const line = readRunLine(text);
      if (line === undefined) {
        if (head === undefined) throw new Error('this is no file of "assay eval run"');
        // Half a line is no JSON.
        if (isJson(text)) throw damagedAt(count);
        tornAt = count;
      } else if (line.type === 'run') head = bounded(line);
      else if (head === undefined) throw new Error('this is no file of "assay eval run"');
      else if (line.type !== 'sent' && line.type !== 'prompt' && !rows.has(line.row))
        rows.set(line.row, line);
    },
    end() {
      if (head === undefined) throw new Error('this is no file of "assay eval run": it is empty');
      const lines = [...rows.values()].toSorted(bySuite);
      return {
        head,
        answers: lines.filter((line) => line.type === 'answer'),
        missing: lines.filter((line) => line.type !== 'answer'),
        isTorn: tornAt !== undefined,
      };
    },
  };
}

/**
 * @returns the same.
 * @throws Error where a suite could not have been so large.
 */
function bounded(head: RunHead): RunHead {
  const { models, judges } = head.suite;
  if (models.length > MAX_MODELS)
    throw new Error(`this run names ${models.length} models; a suite has at most ${MAX_MODELS}`);
  if (judges.length > MAX_JUDGES)
    throw new Error(`this run names ${judges.length} judges; a suite has at most ${MAX_JUDGES}`);
  return head;
}

function damagedAt(line: number): Error {
  return new Error(`line ${line} is no line of a run; the file is damaged`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Those without a place come last, as they came. */
function bySuite(
  { place: one = Number.MAX_SAFE_INTEGER }: AnswerLine | MissingLine,
  { place: other = Number.MAX_SAFE_INTEGER }: AnswerLine | MissingLine,
): number {
  return one - other;
}

/** @returns undefined if it is none. */
export function readRunLine(text: string): RunLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isHead(value) || isPrompt(value) || isSent(value) || isAnswer(value) || isMissing(value)) return value;
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Above the noise of a mean of fractions. */
const ROUNDING = 1e-9;

/**
 * Credits, US dollars, milliseconds or tokens. JSON may hold 1e999, which is read as infinity; the bound keeps sums finite.
 */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

function isCount(value: unknown): boolean {
  return isAmount(value) && Number.isSafeInteger(value);
}

/** A preference, or null where there is none. */
function isLead(value: unknown, least: number): boolean {
  return value === null || (typeof value === 'number' && value >= least - ROUNDING && value <= 1 + ROUNDING);
}

function isHead(value: unknown): value is RunHead {
  if (!isObject(value) || value['type'] !== 'run' || value['version'] !== 1) return false;
  const { suite, prompts, migration, experiment } = value;
  return (
    ['run', 'name', 'startedAt'].every((name) => typeof value[name] === 'string') &&
    isObject(suite) &&
    isTexts(suite['models']) &&
    isTexts(suite['judges']) &&
    isObject(prompts) &&
    isCount(prompts['count']) &&
    (migration === undefined || isMigration(migration)) &&
    (experiment === undefined || isExperiment(experiment))
  );
}

function isExperiment(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { best, times, writer, referees, rule } = value;
  return (
    [best, writer].every((id) => typeof id === 'string') &&
    isCount(times) &&
    isTexts(referees) &&
    isObject(rule) &&
    [rule['arm'], rule['against']].every((arm) => typeof arm === 'string') &&
    isAmount(rule['margin'])
  );
}

function isArm(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { place, credits, score } = value;
  return (place === null || isCount(place)) && isAmount(credits) && isLead(score, 0);
}

function isMigration(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { answers, shutdowns, log } = value;
  return (
    (answers === 'fresh' || answers === 'logged') &&
    isObject(shutdowns) &&
    Object.values(shutdowns).every((day) => typeof day === 'string') &&
    isObject(log) &&
    ['wanted', 'listed', 'asked'].every((name) => isCount(log[name])) &&
    isObject(log['skipped']) &&
    Object.values(log['skipped']).every(isCount)
  );
}

function isPrompt(value: unknown): value is PromptLine {
  return (
    isObject(value) &&
    value['type'] === 'prompt' &&
    typeof value['row'] === 'string' &&
    typeof value['prompt'] === 'string' &&
    (value['more'] === undefined || isObject(value['more'])) &&
    (value['logged'] === undefined || isResult(value['logged']))
  );
}

function isSent(value: unknown): value is SentLine {
  return (
    isObject(value) &&
    value['type'] === 'sent' &&
    typeof value['row'] === 'string' &&
    typeof value['promptLogId'] === 'string'
  );
}

function isAnswer(value: unknown): value is AnswerLine {
  return (
    isObject(value) &&
    value['type'] === 'answer' &&
    typeof value['row'] === 'string' &&
    isPlace(value['place']) &&
    typeof value['prompt'] === 'string' &&
    isTexts(value['tags']) &&
    isResponse(value['response']) &&
    (value['arms'] === undefined || (isObject(value['arms']) && Object.values(value['arms']).every(isArm)))
  );
}

function isPlace(value: unknown): boolean {
  return value === undefined || isCount(value);
}

/** Whether it has what the figures need; a gateway's answer has more. */
function isResponse(value: unknown): boolean {
  if (!isObject(value) || !isAmount(value['creditsUsed'])) return false;
  const { results, evaluations, consensus } = value;
  return (
    Array.isArray(results) &&
    results.every(isResult) &&
    Array.isArray(evaluations) &&
    evaluations.every(isEvaluation) &&
    (consensus === undefined || (Array.isArray(consensus) && consensus.every(isConsensus)))
  );
}

function isResult(value: unknown): boolean {
  return (
    isObject(value) &&
    ['modelId', 'status', 'output'].every((name) => typeof value[name] === 'string') &&
    ['latencyMs', 'providerCost', 'tokensOut'].every((name) => isAmount(value[name])) &&
    (value['error'] === undefined || isError(value['error']))
  );
}

function isError(value: unknown): boolean {
  return isObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string';
}

function isParticipant(value: unknown): boolean {
  return isObject(value) && isCount(value['index']) && typeof value['modelId'] === 'string';
}

function isConsensus(value: unknown): boolean {
  return isObject(value) && [value['a'], value['b']].every(isParticipant) && isLead(value['margin'], 0);
}

function isEvaluation(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { judge, a, b, status, score, runs } = value;
  return (
    [judge, a, b].every(isParticipant) &&
    typeof status === 'string' &&
    isLead(score, -1) &&
    Array.isArray(runs) &&
    runs.every(isRun)
  );
}

function isRun(value: unknown): boolean {
  return isObject(value) && typeof value['reasoning'] === 'string' && isAmount(value['providerCost']);
}

function isMissing(value: unknown): value is MissingLine {
  return (
    isObject(value) &&
    (value['type'] === 'refused' || value['type'] === 'lost') &&
    typeof value['row'] === 'string' &&
    isPlace(value['place']) &&
    typeof value['reason'] === 'string' &&
    isAmount(value['creditsUsed'])
  );
}
