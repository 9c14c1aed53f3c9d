import type { PromptRecord } from '../generated/prompt-record.ts';
import type { PromptsResponse } from '../generated/prompts-response.ts';
import { GatewayProblem } from './gateway-problem.ts';
import { systemText, textOf, turnsOf, type RequestBody } from './request-parts.ts';

/** Reads an account's requests. Both throw `GatewayProblem` if the gateway refuses. */
interface VotedRequests {
  /** A page of the requests with votes; the first page has no cursor. */
  readonly page: (cursor: string | undefined) => Promise<PromptsResponse>;
  readonly record: (promptLogId: string) => Promise<PromptRecord>;
}

/** The labels of each request that the account has voted on, the newest first. @throws the errors of `page` and `record`. */
export async function* accountLabels({ page, record }: VotedRequests): AsyncGenerator<string, void> {
  let cursor: string | undefined;
  do {
    const { prompts, nextCursor } = await page(cursor);
    for (const { promptLogId } of prompts) {
      const voted = await record(promptLogId).catch((error: unknown) => {
        // The request was deleted after the page was read.
        if (error instanceof GatewayProblem && error.status === 404) return undefined;
        throw error;
      });
      if (voted !== undefined) yield labelLines(voted);
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * The votes on a request as labels for `assay judge calibrate`, one a line. A pair without both answers has no label.
 * @returns lines that end with a line break; empty if the texts are no longer stored.
 */
export function labelLines(record: Pick<PromptRecord, 'request' | 'response' | 'votes'>): string {
  const { request, response, votes = [] } = record;
  if (request === null || response === null) return '';
  const question = questionOf(request);
  const answers = response.results.map(({ status, output, modelId }) =>
    status === 'completed' && output.trim() !== '' ? { output, modelId } : undefined,
  );
  const lines = votes.flatMap(({ a, b, winner }) => {
    const [one, other] = [answers[a], answers[b]];
    if (one === undefined || other === undefined || question.task.trim() === '') return [];
    const models = [one.modelId, other.modelId];
    return [`${JSON.stringify({ ...question, a: one.output, b: other.output, winner, models })}\n`];
  });
  return lines.join('');
}

/** The question that was answered, as the judges of the request saw it. */
function questionOf(request: RequestBody) {
  // Judges see several blocks joined like this.
  const system = systemText(request['system_prompt'], '\n\n[system]\n');
  const history = turnsOf(request['history']);
  return {
    ...(system !== '' && { system_prompt: system }),
    ...(history.length > 0 && { history }),
    task: textOf(request['prompt']),
  };
}
