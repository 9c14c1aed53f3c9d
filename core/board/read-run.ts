import {
  isAmount,
  isCount,
  isText,
  lineReader,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  optional,
  orNull,
  type Form,
} from './forms.ts';
import type { AnswerLine, MissingLine, RunHead, RunLine } from './run-lines.ts';

export interface Run {
  readonly head: RunHead;
  /** At most one for each row, in the order of the suite. */
  readonly answers: readonly AnswerLine[];
  readonly missing: readonly MissingLine[];
  /** Whether the last line was cut short, as by a killed process. */
  readonly isTorn: boolean;
}

/** The limits of a suite. Work grows with the square of the models and more. */
const MAX_MODELS = 64;
const MAX_JUDGES = 6;

/**
 * Reads a run's file line by line. The last line may be incomplete if the process that wrote it was killed.
 * @returns functions that throw an `Error` if the file is not one of a run.
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
        if (head === undefined) throw notARun();
        // An incomplete line is not JSON.
        if (isJson(text)) throw damagedAt(count);
        tornAt = count;
      } else if (line.type === 'run') head = checkSize(line);
      else if (head === undefined) throw notARun();
      else if (line.type !== 'sent' && line.type !== 'prompt' && !rows.has(line.row))
        rows.set(line.row, line);
    },
    end() {
      if (head === undefined) throw notARun(': it is empty');
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
 * @returns the same head.
 * @throws Error if it is larger than a suite can be.
 */
function checkSize(head: RunHead): RunHead {
  const { models, judges } = head.suite;
  if (models.length > MAX_MODELS)
    throw new Error(`this run names ${models.length} models; a suite has at most ${MAX_MODELS}`);
  if (judges.length > MAX_JUDGES)
    throw new Error(`this run names ${judges.length} judges; a suite has at most ${MAX_JUDGES}`);
  return head;
}

function notARun(reason = ''): Error {
  return new Error(`this is not a file of "assay eval run", such as runs/support.jsonl${reason}`);
}

function damagedAt(line: number): Error {
  return new Error(`line ${line} is not a line of a run; the file is damaged`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Rows without a place come last, in the order of the file. */
function bySuite(
  { place: one = Number.MAX_SAFE_INTEGER }: AnswerLine | MissingLine,
  { place: other = Number.MAX_SAFE_INTEGER }: AnswerLine | MissingLine,
): number {
  return one - other;
}

/** More than the rounding error of a mean of fractions. */
const ROUNDING = 1e-9;

/** A score from `least` to 1, or null. */
function leadFrom(least: number): Form {
  return orNull((value) => typeof value === 'number' && value >= least - ROUNDING && value <= 1 + ROUNDING);
}

const PARTICIPANT = objectOf({ index: isCount, modelId: isText });

const RESULT = objectOf({
  modelId: isText,
  status: isText,
  output: isText,
  latencyMs: isAmount,
  providerCost: isAmount,
  tokensOut: isAmount,
  error: optional(objectOf({ code: isText, message: isText })),
});

const EVALUATION = objectOf({
  judge: PARTICIPANT,
  a: PARTICIPANT,
  b: PARTICIPANT,
  status: isText,
  score: leadFrom(-1),
  runs: listOf(objectOf({ reasoning: isText, providerCost: isAmount })),
});

/** The fields that the figures need. */
const RESPONSE = objectOf({
  creditsUsed: isAmount,
  results: listOf(RESULT),
  evaluations: listOf(EVALUATION),
  consensus: optional(listOf(objectOf({ a: PARTICIPANT, b: PARTICIPANT, margin: leadFrom(0) }))),
});

const MIGRATION = objectOf({
  answers: oneOf('fresh', 'logged'),
  log: objectOf({ wanted: isCount, listed: isCount, asked: isCount, skipped: mapOf(isCount) }),
});

const EXPERIMENT = objectOf({
  best: isText,
  writer: isText,
  times: isCount,
  referees: listOf(isText),
  rule: objectOf({ arm: isText, against: isText, margin: isAmount }),
});

export const readRunLine = lineReader<RunLine>([
  objectOf({
    type: oneOf('run'),
    version: oneOf(1),
    run: isText,
    name: isText,
    startedAt: isText,
    suite: objectOf({ models: listOf(isText), judges: listOf(isText) }),
    prompts: objectOf({ count: isCount }),
    migration: optional(MIGRATION),
    experiment: optional(EXPERIMENT),
  }),
  objectOf({
    type: oneOf('prompt'),
    row: isText,
    prompt: isText,
    more: optional(objectOf({})),
    logged: optional(RESULT),
  }),
  objectOf({ type: oneOf('sent'), row: isText, promptLogId: isText }),
  objectOf({
    type: oneOf('answer'),
    row: isText,
    place: optional(isCount),
    prompt: isText,
    tags: listOf(isText),
    response: RESPONSE,
    arms: optional(mapOf(objectOf({ place: orNull(isCount), credits: isAmount, score: leadFrom(0) }))),
  }),
  objectOf({
    type: oneOf('refused', 'lost'),
    row: isText,
    place: optional(isCount),
    reason: isText,
    creditsUsed: isAmount,
  }),
]);
