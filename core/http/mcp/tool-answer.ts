import type { Evaluation, PromptResponse, Result } from '../../generated/prompt-response.ts';
import type { AskModelsResult, ToolEvaluation, ToolResult } from '../../generated/tool-results.ts';
import { sliceText } from '../../text/slice-text.ts';

/** Upper bound of all texts in one tool result, in UTF-16 code units: some 10,000 tokens of the calling model's context. */
export const MAX_TEXT_CHARACTERS = 40_000;
/** Upper bound of one warning or error message. */
const MAX_MESSAGE_CHARACTERS = 500;

/** A result with its index among the compared answers. */
export interface PlacedResult {
  readonly index: number;
  readonly result: Result;
}

/** Gives each result its index. If the request brings its own answers, the only result is the fused one, after them. */
export function withIndexes(
  results: PromptResponse['results'],
  ranking: readonly unknown[],
): readonly PlacedResult[] {
  const callersAnswers = Math.max(0, ranking.length - results.length);
  return results.map((result, index) => ({ index: callersAnswers + index, result }));
}

/** Results with as much of their texts as one tool call may return, and evaluations without the judges' words. */
export function toolAnswer(
  results: readonly PlacedResult[],
  evaluations: readonly Evaluation[],
): Pick<AskModelsResult, 'results' | 'evaluations'> {
  // A text has at most as many code units as bytes, so the cheaper count cuts no text that fits.
  const lengths = results.map(({ result }) => Buffer.byteLength(result.output));
  const maxLengths = shareCharacters(lengths, MAX_TEXT_CHARACTERS);
  const toolResults = results.map((one, place): ToolResult => {
    const [outputBytes = 0, maxLength = 0] = [lengths[place], maxLengths[place]];
    const { text, nextOffset } = sliceText(one.result.output, 0, Math.max(2, maxLength));
    return { ...toolResult(one), output: text, outputBytes, nextOffset };
  });
  return { results: toolResults, evaluations: evaluations.flatMap(toolEvaluations) };
}

function toolResult({
  index,
  result,
}: PlacedResult): Omit<ToolResult, 'output' | 'outputBytes' | 'nextOffset'> {
  const { modelId, fused, status, tokensIn, tokensOut, latencyMs, credits = 0, finishReason, error } = result;
  const warnings = (result.warnings ?? []).map(({ message }) => message.slice(0, MAX_MESSAGE_CHARACTERS));
  return {
    index,
    modelId,
    ...(fused !== undefined && { fused }),
    status,
    tokensIn,
    tokensOut,
    latencyMs,
    credits,
    ...(finishReason !== undefined && { finishReason }),
    ...(error !== undefined && {
      error: {
        code: error.code,
        message: error.message.slice(0, MAX_MESSAGE_CHARACTERS),
        retryable: error.retryable,
      },
    }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Leaves out skipped pairs, which `judging` counts. */
function toolEvaluations({
  status,
  judge,
  a,
  b,
  winner,
  score,
  agreement,
}: Evaluation): readonly ToolEvaluation[] {
  if (status === 'skipped') return [];
  return [{ judge: judge.index, a: a.index, b: b.index, winner, score, agreement }];
}

/**
 * Shares a number of characters among texts of different lengths. Short texts get all that they need, and long ones
 * share the rest evenly.
 * @returns the upper bound of each text; together at most `total`.
 */
function shareCharacters(lengths: readonly number[], total: number): readonly number[] {
  const shares = lengths.map(() => 0);
  const shortestFirst = [...lengths.entries()].toSorted(([, a], [, b]) => a - b);
  let [left, waiting] = [total, lengths.length];
  for (const [index, length] of shortestFirst) {
    const share = Math.min(length, Math.floor(left / waiting));
    shares[index] = share;
    left -= share;
    waiting -= 1;
  }
  return shares;
}
