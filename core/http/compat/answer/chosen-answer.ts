import { type CompatOptions, type CompatWarning, originOf } from '../../../dialects/translated-prompt.ts';
import type { AnswerExtension } from '../../../generated/chat-completion.ts';
import type { PromptResponse, Result } from '../../../generated/prompt-response.ts';
import type { Panel } from '../../../panels/panels.ts';
import { type CompatError, compatErrorOfFault, compatErrorOfUnjudged } from '../compat-error.ts';
import { judgedAnswer } from './panel-outcome.ts';

/** The parts of an answer that are known before its first word. */
export interface AnswerHead {
  readonly requestId: string;
  /** When the request began, in seconds since 1970. A replayed answer has the same time. */
  readonly createdSeconds: number;
  readonly options: CompatOptions;
}

export function answerHead(requestId: string, options: CompatOptions): AnswerHead {
  return { requestId, createdSeconds: secondsOf(requestId), options };
}

/** The time that a UUID of version 7 begins with (RFC 9562, 5.7); 0 for any other ID. */
function secondsOf(requestId: string): number {
  const [, high, low] = /^([\da-f]{8})-([\da-f]{4})-7/i.exec(requestId) ?? [];
  return high === undefined ? 0 : Math.floor(Number.parseInt(`${high}${low ?? ''}`, 16) / 1_000);
}

/** The one result that answers a request of another dialect. */
export interface ChosenAnswer extends AnswerHead {
  readonly result: Result;
  /** The fields that Assay adds to the dialect's own. */
  readonly extension: AnswerExtension;
}

/** How an answer ends. */
export type Ending = { readonly answer: ChosenAnswer } | { readonly error: CompatError };

/** The facts besides the response that decide which result is sent, and with which warnings. */
export interface ChoiceContext {
  readonly options: CompatOptions;
  /** Warnings of the translation. Those of the result follow them. */
  readonly warnings: readonly CompatWarning[];
  /** Undefined for a model, and for a panel that no longer exists. */
  readonly panel: Panel | undefined;
}

/**
 * Picks the one result that the client gets: a model's answer, or the winner of a panel.
 * @param promptField the field of the dialect that holds the prompt, for errors.
 */
export function chooseAnswer(
  response: PromptResponse,
  { options, warnings: earlierWarnings, panel }: ChoiceContext,
  promptField: string,
): Ending {
  const { results, promptLogId, creditsUsed } = response;
  const judged = panel === undefined && results.length === 1 ? undefined : judgedAnswer(response, panel);
  if (judged === 'unjudged') return { error: compatErrorOfUnjudged({ promptLogId, creditsUsed }) };
  const result = judged?.result ?? results.find(({ error }) => error?.retryable === true) ?? results[0];
  if (result === undefined) throw new Error('an answer without results');
  if (result.error !== undefined) return { error: compatErrorOfFault(result.error, promptField) };
  const warnings = [
    ...earlierWarnings,
    ...(judged?.warnings ?? []),
    ...[...(response.warnings ?? []), ...(result.warnings ?? [])].map(({ code, pointer, message }) => ({
      code,
      pointer: originOf(pointer, options.origins),
      message,
    })),
  ];
  const extension = {
    promptLogId,
    creditsUsed,
    ...(result.schemaValid !== undefined && { schemaValid: result.schemaValid }),
    ...(judged !== undefined && { panel: judged.outcome }),
    ...(warnings.length > 0 && { warnings }),
  };
  return { answer: { ...answerHead(promptLogId, options), result, extension } };
}
