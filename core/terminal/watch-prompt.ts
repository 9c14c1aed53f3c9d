import { askGateway, type Answer, type PromptCall } from '../client/ask-gateway.ts';
import type { LiveLinesOptions } from './live-lines.ts';
import { createRunLines, type DrawnPrompt, type RunLines } from './run-lines.ts';

export interface Watch extends Omit<PromptCall, 'json'>, LiveLinesOptions {
  readonly body: DrawnPrompt;
}

/**
 * Sends a prompt, with a live line per model and per judge from the moment the gateway has taken it.
 * @throws as `askGateway`.
 */
export async function watchPrompt({ stream, inPlace, paint, now, body, ...ask }: Watch): Promise<Answer> {
  let lines: RunLines | undefined;
  try {
    const answer = await askGateway(
      { ...ask, json: JSON.stringify(body) },
      () => (lines = createRunLines(body, { stream, inPlace, paint, now })),
    );
    lines?.finish(answer.response);
    return answer;
  } finally {
    lines?.close();
  }
}
