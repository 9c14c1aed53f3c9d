/** @import { PromptResponse, Result } from '../generated/prompt-response.ts' */
/** @import { JsonObject } from '../model-facts.ts' */

/**
 * What a run asks; the first line of its file. Where prompts were added later, another follows, which counts instead.
 * @typedef {object} RunHead
 * @property {'run'} type
 * @property {1} version
 * @property {string} run A UUID.
 * @property {string} name
 * @property {string} startedAt ISO 8601.
 * @property {RunSuite} suite
 * @property {{ readonly count: number, readonly digest: string }} prompts
 * @property {RunMigration} [migration] Of a run of `assay eval migrate`.
 */

/**
 * Where the prompts of a migration come from. The model to leave is the suite's baseline.
 * @typedef {object} RunMigration
 * @property {'fresh' | 'logged'} answers Whether it was asked again, or the log's answers are compared.
 * @property {Readonly<Record<string, string>>} shutdowns The day of each model that is shut down, as YYYY-MM-DD.
 * @property {LogCounts} log
 */

/**
 * @typedef {object} LogCounts
 * @property {number} wanted Prompts the command asked for.
 * @property {number} listed Requests of the account that were looked at, the newest first.
 * @property {number} asked Of them, those that asked the model.
 * @property {Readonly<Record<string, number>>} skipped Of those that asked it, how many are left out, by reason.
 * @property {boolean} isWhole Whether there was no older request left to look at.
 */

/**
 * @typedef {object} RunSuite
 * @property {string} name
 * @property {readonly string[]} models
 * @property {readonly string[]} judges
 * @property {string} [judge_prompt]
 * @property {number} [judge_until]
 * @property {JsonObject} [judge_weights]
 * @property {string} [calibration]
 * @property {JsonObject} [settings]
 * @property {JsonObject} [response_schema]
 * @property {string} [baseline]
 */

/**
 * A prompt of the log that a migration sends again. A suite has its prompts in its own file.
 * @typedef {object} PromptLine
 * @property {'prompt'} type
 * @property {string} row `promptLogId` of the logged request.
 * @property {string} prompt
 * @property {string} [system_prompt]
 * @property {JsonObject} [more] Further fields of the request.
 * @property {Result} [logged] The answer of the model to leave, where it is not asked again.
 */

/**
 * The gateway has taken a row's request.
 * @typedef {object} SentLine
 * @property {'sent'} type
 * @property {string} row
 * @property {string} promptLogId
 * @property {'compare'} [step] The second request of the row, which compares answers.
 * @property {string} at ISO 8601.
 */

/**
 * A row and its answer.
 * @typedef {object} AnswerLine
 * @property {'answer'} type
 * @property {string} row
 * @property {number} [place] In the suite, from 0. Files of earlier versions have none.
 * @property {readonly string[]} tags
 * @property {string} prompt
 * @property {string} [system_prompt]
 * @property {string} at ISO 8601.
 * @property {PromptResponse} response
 */

/**
 * A row without an answer: the gateway refused it, or has answered and no longer has the text.
 * @typedef {object} MissingLine
 * @property {'refused' | 'lost'} type
 * @property {string} row
 * @property {number} [place] As in an answer.
 * @property {string} at ISO 8601.
 * @property {string} reason
 * @property {number} creditsUsed
 */

/** @typedef {RunHead | PromptLine | SentLine | AnswerLine | MissingLine} RunLine */

/**
 * @typedef {object} Run
 * @property {RunHead} head
 * @property {readonly AnswerLine[]} answers One a row at most, in the order of the suite.
 * @property {readonly MissingLine[]} missing
 * @property {boolean} isTorn Whether the last line was cut short, as by a killed process.
 */

/** As many as a suite may have: the figures are of every two and every three models. */
const MAX_MODELS = 64;
const MAX_JUDGES = 6;

/**
 * Reads a run's file line by line. What comes last of a file that a killed process wrote may be half a line.
 * @returns {{ readonly add: (line: string) => void, readonly end: () => Run }} Both throw an `Error` if it is no such file.
 */
export function createRunReader() {
  /** @type {RunHead | undefined} */
  let head;
  /** @type {Map<string, AnswerLine | MissingLine>} */
  const rows = new Map();
  /** @type {number | undefined} */
  let tornAt;
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
 * @param {RunHead} head
 * @returns {RunHead} The same.
 * @throws {Error} where a suite could not have been so large.
 */
function bounded(head) {
  const { models, judges } = head.suite;
  if (models.length > MAX_MODELS)
    throw new Error(`this run names ${models.length} models; a suite has at most ${MAX_MODELS}`);
  if (judges.length > MAX_JUDGES)
    throw new Error(`this run names ${judges.length} judges; a suite has at most ${MAX_JUDGES}`);
  return head;
}

/** @param {number} line */
function damagedAt(line) {
  return new Error(`line ${line} is no line of a run; the file is damaged`);
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Those without a place come last, as they came.
 * @param {AnswerLine | MissingLine} one
 * @param {AnswerLine | MissingLine} other
 */
function bySuite({ place: one = Number.MAX_SAFE_INTEGER }, { place: other = Number.MAX_SAFE_INTEGER }) {
  return one - other;
}

/**
 * @param {string} text
 * @returns {RunLine | undefined} Undefined if it is none.
 */
export function readRunLine(text) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isHead(value) || isPrompt(value) || isSent(value) || isAnswer(value) || isMissing(value)) return value;
  return undefined;
}

/**
 * @param {unknown} value
 * @returns {value is Readonly<Record<string, unknown>>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @returns {value is readonly string[]}
 */
function isTexts(value) {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Above the noise of a mean of fractions. */
const ROUNDING = 1e-9;

/**
 * Credits, US dollars, milliseconds or tokens. JSON may hold 1e999, which is read as infinity; the bound keeps sums finite.
 * @param {unknown} value
 * @returns {value is number}
 */
export function isAmount(value) {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/** @param {unknown} value */
function isCount(value) {
  return isAmount(value) && Number.isSafeInteger(value);
}

/**
 * A preference, or null where there is none.
 * @param {unknown} value
 * @param {number} least
 */
function isLead(value, least) {
  return value === null || (typeof value === 'number' && value >= least - ROUNDING && value <= 1 + ROUNDING);
}

/**
 * @param {unknown} value
 * @returns {value is RunHead}
 */
function isHead(value) {
  if (!isObject(value) || value['type'] !== 'run' || value['version'] !== 1) return false;
  const { suite, prompts, migration } = value;
  return (
    ['run', 'name', 'startedAt'].every((name) => typeof value[name] === 'string') &&
    isObject(suite) &&
    isTexts(suite['models']) &&
    isTexts(suite['judges']) &&
    isObject(prompts) &&
    isCount(prompts['count']) &&
    (migration === undefined || isMigration(migration))
  );
}

/** @param {unknown} value */
function isMigration(value) {
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

/**
 * @param {unknown} value
 * @returns {value is PromptLine}
 */
function isPrompt(value) {
  return (
    isObject(value) &&
    value['type'] === 'prompt' &&
    typeof value['row'] === 'string' &&
    typeof value['prompt'] === 'string' &&
    (value['more'] === undefined || isObject(value['more'])) &&
    (value['logged'] === undefined || isResult(value['logged']))
  );
}

/**
 * @param {unknown} value
 * @returns {value is SentLine}
 */
function isSent(value) {
  return (
    isObject(value) &&
    value['type'] === 'sent' &&
    typeof value['row'] === 'string' &&
    typeof value['promptLogId'] === 'string'
  );
}

/**
 * @param {unknown} value
 * @returns {value is AnswerLine}
 */
function isAnswer(value) {
  return (
    isObject(value) &&
    value['type'] === 'answer' &&
    typeof value['row'] === 'string' &&
    isPlace(value['place']) &&
    typeof value['prompt'] === 'string' &&
    isTexts(value['tags']) &&
    isResponse(value['response'])
  );
}

/** @param {unknown} value */
function isPlace(value) {
  return value === undefined || isCount(value);
}

/**
 * Whether it has what the figures need; a gateway's answer has more.
 * @param {unknown} value
 */
function isResponse(value) {
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

/** @param {unknown} value */
function isResult(value) {
  return (
    isObject(value) &&
    ['modelId', 'status', 'output'].every((name) => typeof value[name] === 'string') &&
    ['latencyMs', 'providerCost', 'tokensOut'].every((name) => isAmount(value[name])) &&
    (value['error'] === undefined || isError(value['error']))
  );
}

/** @param {unknown} value */
function isError(value) {
  return isObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string';
}

/** @param {unknown} value */
function isParticipant(value) {
  return isObject(value) && isCount(value['index']) && typeof value['modelId'] === 'string';
}

/** @param {unknown} value */
function isConsensus(value) {
  return isObject(value) && [value['a'], value['b']].every(isParticipant) && isLead(value['margin'], 0);
}

/** @param {unknown} value */
function isEvaluation(value) {
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

/** @param {unknown} value */
function isRun(value) {
  return isObject(value) && typeof value['reasoning'] === 'string' && isAmount(value['providerCost']);
}

/**
 * @param {unknown} value
 * @returns {value is MissingLine}
 */
function isMissing(value) {
  return (
    isObject(value) &&
    (value['type'] === 'refused' || value['type'] === 'lost') &&
    typeof value['row'] === 'string' &&
    isPlace(value['place']) &&
    typeof value['reason'] === 'string' &&
    isAmount(value['creditsUsed'])
  );
}
