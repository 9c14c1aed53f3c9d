import { type CompatTerms, type CompatWarning, originOf } from '../../../dialects/translated-prompt.ts';
import type { AnswerExtension } from '../../../generated/chat-completion.ts';
import type { PromptResponse, Result, ResultError } from '../../../generated/prompt-response.ts';
import type { Panel } from '../../../panels/panels.ts';
import { judgedAnswer } from './panel-outcome.ts';

/** What is known of an answer before its first word. */
export interface AnswerHead {
  readonly promptLogId: string;
  /** Of the request, seconds since 1970. The same whenever it is told. */
  readonly createdSeconds: number;
  readonly terms: CompatTerms;
}

export function answerHead(promptLogId: string, terms: CompatTerms): AnswerHead {
  return { promptLogId, createdSeconds: secondsOf(promptLogId), terms };
}

/** The time that a UUID of version 7 begins with (RFC 9562, 5.7); 0 for any other ID. */
function secondsOf(promptLogId: string): number {
  const [, high, low] = /^([\da-f]{8})-([\da-f]{4})-7/i.exec(promptLogId) ?? [];
  return high === undefined ? 0 : Math.floor(Number.parseInt(`${high}${low ?? ''}`, 16) / 1_000);
}

/** The one result that answers a request of another dialect. */
export interface ChosenAnswer extends AnswerHead {
  readonly result: Result;
  /** What these addresses add to the dialect's own fields. */
  readonly extension: AnswerExtension;
}

interface FailedAnswer {
  readonly error: ResultError;
}

/** Of a panel: nothing was judged, so nothing has won. */
interface UnjudgedAnswer {
  readonly unjudged: Pick<PromptResponse, 'promptLogId' | 'creditsUsed'>;
}

export interface ChooseTerms {
  readonly terms: CompatTerms;
  /** Of the translation; the result's own follow. */
  readonly warnings: readonly CompatWarning[];
  /** Undefined for a model, and for a panel that is gone. */
  readonly panel: Panel | undefined;
}

/** The one result that is told: of a panel the winner. */
export function chooseAnswer(
  response: PromptResponse,
  chosen: ChooseTerms,
): ChosenAnswer | FailedAnswer | UnjudgedAnswer {
  const { terms, panel } = chosen;
  const { results, promptLogId, creditsUsed } = response;
  const judged = panel === undefined && results.length === 1 ? undefined : judgedAnswer(response, panel);
  if (judged === 'unjudged') return { unjudged: { promptLogId, creditsUsed } };
  const result = judged?.result ?? results.find(({ error }) => error?.retryable === true) ?? results[0];
  if (result === undefined) throw new Error('an answer without results');
  if (result.error !== undefined) return { error: result.error };
  const warnings = [
    ...chosen.warnings,
    ...(judged?.warnings ?? []),
    ...[...(response.warnings ?? []), ...(result.warnings ?? [])].map(({ code, pointer, message }) => ({
      code,
      pointer: originOf(pointer, terms.origins),
      message,
    })),
  ];
  return {
    ...answerHead(promptLogId, terms),
    result,
    extension: {
      promptLogId,
      creditsUsed,
      ...(result.schemaValid !== undefined && { schemaValid: result.schemaValid }),
      ...(judged !== undefined && { panel: judged.outcome }),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}
