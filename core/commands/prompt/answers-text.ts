import type { PromptResponse } from '../../generated/prompt-response.ts';
import { answerReport, outputsText } from '../../terminal/answer-report.ts';
import { nameFusedAnswer } from '../../terminal/name-fused-answer.ts';
import { paintFor } from '../../terminal/paint.ts';
import { columnsOf } from '../../terminal/printable-text.ts';

/** The width for a file or a pipe. */
const DEFAULT_WIDTH = 160;

/** Every answer, then figures, verdicts and credits, for standard output. */
export function answersText(response: PromptResponse): string {
  const { stdout } = process;
  const paint = paintFor(stdout);
  const width = columnsOf(stdout);
  const maxWidth = Number.isFinite(width) ? width : DEFAULT_WIDTH;
  const named = nameFusedAnswer(response);
  return outputsText(named, paint, width) + answerReport(named, { maxWidth, paint });
}
