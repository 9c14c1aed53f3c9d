import type { PromptResponse } from '../../generated/prompt-response.ts';
import { answerReport, outputsText } from '../../terminal/answer-report.ts';
import { paintFor } from '../../terminal/paint.ts';

/** Of a file or a pipe. */
const DEFAULT_WIDTH = 160;

/** Every answer, then figures, verdicts and credits, for standard output. */
export function answersText(response: PromptResponse): string {
  const { stdout } = process;
  const paint = paintFor(stdout);
  const maxWidth = stdout.isTTY && stdout.columns > 0 ? stdout.columns : DEFAULT_WIDTH;
  return outputsText(response, paint) + answerReport(response, { maxWidth, paint });
}
