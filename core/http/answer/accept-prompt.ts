import type { Response } from 'express';
import type { PromptStatus } from '../../generated/prompt-status.ts';
import { setPromptLogId } from './answer-state.ts';

/** Answers 202 with where the request is from now on (RFC 9110, 15.3.3). */
export function acceptPrompt(response: Response, status: PromptStatus): void {
  setPromptLogId(response, status.promptLogId);
  response
    .status(202)
    .set({
      Location: `/api/v1/prompts/${status.promptLogId}`,
      'Preference-Applied': 'respond-async',
      'Cache-Control': 'no-store',
    })
    .json(status);
}
