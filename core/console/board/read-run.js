/** @import { PromptResponse } from '../../generated/prompt-response.ts' */

/**
 * What a run asks; the first line of its file.
 * @typedef {object} RunHead
 * @property {'run'} type
 * @property {1} version
 * @property {string} run A UUID.
 * @property {string} name
 * @property {string} startedAt ISO 8601.
 * @property {RunSuite} suite
 * @property {{ readonly count: number, readonly digest: string }} prompts
 */

/**
 * @typedef {object} RunSuite
 * @property {string} name
 * @property {readonly string[]} models
 * @property {readonly string[]} judges
 * @property {string} [judge_prompt]
 * @property {object} [judge_weights]
 * @property {object} [settings]
 * @property {object} [response_schema]
 * @property {string} [baseline]
 */

/**
 * The gateway has taken a row's request.
 * @typedef {object} SentLine
 * @property {'sent'} type
 * @property {string} row
 * @property {string} promptLogId
 * @property {string} at ISO 8601.
 */

/**
 * A row and its answer.
 * @typedef {object} AnswerLine
 * @property {'answer'} type
 * @property {string} row
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
 * @property {string} at ISO 8601.
 * @property {string} reason
 * @property {number} creditsUsed
 */

/** @typedef {RunHead | SentLine | AnswerLine | MissingLine} RunLine */

/**
 * @typedef {object} Run
 * @property {RunHead} head
 * @property {readonly AnswerLine[]} answers One a row at most, in the order in which they came.
 * @property {readonly MissingLine[]} missing
 * @property {boolean} isTorn Whether the last line was cut short, as by a killed process.
 */

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
      if (tornAt !== undefined) throw new Error(`line ${tornAt} is no line of a run; the file is damaged`);
      const line = readRunLine(text);
      if (line === undefined) {
        if (head === undefined) throw new Error('this is no file of "assay eval run"');
        tornAt = count;
      } else if (line.type === 'run') head ??= line;
      else if (head === undefined) throw new Error('this is no file of "assay eval run"');
      else if (line.type !== 'sent' && !rows.has(line.row)) rows.set(line.row, line);
    },
    end() {
      if (head === undefined) throw new Error('this is no file of "assay eval run": it is empty');
      const lines = [...rows.values()];
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
  if (isHead(value) || isSent(value) || isAnswer(value) || isMissing(value)) return value;
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

/**
 * @param {unknown} value
 * @returns {value is RunHead}
 */
function isHead(value) {
  if (!isObject(value) || value['type'] !== 'run' || value['version'] !== 1) return false;
  const { suite, prompts } = value;
  return (
    ['run', 'name', 'startedAt'].every((name) => typeof value[name] === 'string') &&
    isObject(suite) &&
    isTexts(suite['models']) &&
    isTexts(suite['judges']) &&
    isObject(prompts) &&
    typeof prompts['count'] === 'number'
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
    typeof value['prompt'] === 'string' &&
    isTexts(value['tags']) &&
    isResponse(value['response'])
  );
}

/**
 * Whether it has what the figures need; a gateway's answer has more.
 * @param {unknown} value
 */
function isResponse(value) {
  if (!isObject(value) || typeof value['creditsUsed'] !== 'number') return false;
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
    ['latencyMs', 'providerCost', 'tokensOut'].every((name) => typeof value[name] === 'number') &&
    (value['error'] === undefined || isError(value['error']))
  );
}

/** @param {unknown} value */
function isError(value) {
  return isObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string';
}

/** @param {unknown} value */
function isParticipant(value) {
  return isObject(value) && typeof value['index'] === 'number' && typeof value['modelId'] === 'string';
}

/** @param {unknown} value */
function isConsensus(value) {
  if (!isObject(value)) return false;
  const { a, b, margin } = value;
  return isParticipant(a) && isParticipant(b) && (margin === null || typeof margin === 'number');
}

/** @param {unknown} value */
function isEvaluation(value) {
  if (!isObject(value)) return false;
  const { judge, a, b, status, score, runs } = value;
  return (
    [judge, a, b].every(isParticipant) &&
    typeof status === 'string' &&
    (score === null || typeof score === 'number') &&
    Array.isArray(runs) &&
    runs.every((run) => isObject(run) && typeof run['reasoning'] === 'string')
  );
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
    typeof value['reason'] === 'string' &&
    typeof value['creditsUsed'] === 'number'
  );
}
