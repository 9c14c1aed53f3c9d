import type { PromptRecord } from '../generated/prompt-record.ts';
import type { PromptsResponse } from '../generated/prompts-response.ts';
import { GatewayProblem } from './gateway-problem.ts';
import { systemText, textOf, turnsOf } from './request-parts.ts';

/** How an account's requests are read. Each throws `GatewayProblem` where the gateway refuses. */
export interface VotedRequests {
  /** A page of the requests with votes; the first without a cursor. */
  readonly page: (cursor: string | undefined) => Promise<PromptsResponse>;
  readonly record: (promptLogId: string) => Promise<PromptRecord>;
}

/** The labels of each request that the account has voted on, the newest first. @throws as what it reads with. */
export async function* accountLabels({ page, record }: VotedRequests): AsyncGenerator<string, void> {
  let cursor: string | undefined;
  do {
    const { prompts, nextCursor } = await page(cursor);
    for (const { promptLogId } of prompts) {
      const found = await record(promptLogId).catch((error: unknown) => {
        // Erased since it was listed.
        if (error instanceof GatewayProblem && error.status === 404) return undefined;
        throw error;
      });
      if (found !== undefined) yield labelLines(found);
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * The votes on a request as labels for `assay judge calibrate`, one a line. Pairs whose answers are not both there give none.
 * @returns with a line break at the end of each; empty where the texts are no longer stored.
 */
export function labelLines(record: Pick<PromptRecord, 'request' | 'response' | 'votes'>): string {
  const { request, response, votes = [] } = record;
  if (request === null || response === null) return '';
  const asked = askedIn(request);
  const answers = response.results.map(({ status, output, modelId }) =>
    status === 'completed' && output.trim() !== '' ? { output, modelId } : undefined,
  );
  const lines = votes.flatMap(({ a, b, winner }) => {
    const [one, other] = [answers[a], answers[b]];
    if (one === undefined || other === undefined || asked.task.trim() === '') return [];
    const models = [one.modelId, other.modelId];
    return [`${JSON.stringify({ ...asked, a: one.output, b: other.output, winner, models })}\n`];
  });
  return lines.join('');
}

/** What the answers were given to, as the judges of the request saw it. */
function askedIn(request: Readonly<Record<string, unknown>>) {
  // Judges see the same of one text as of several blocks.
  const system = systemText(request['system_prompt'], '\n\n[system]\n');
  const history = turnsOf(request['history']);
  return {
    ...(system !== '' && { system_prompt: system }),
    ...(history.length > 0 && { history }),
    task: textOf(request['prompt']),
  };
}
