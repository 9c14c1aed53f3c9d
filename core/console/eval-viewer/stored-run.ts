import type { Run } from '../../board/read-run.ts';
import type { AnswerLine } from '../../board/run-lines.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { textOf } from '../../client/request-parts.ts';
import type { Gateway } from '../shell/gateway.ts';

/** Rate limits make reading more records slow. */
const MAX_RECORDS = 1_000;

export interface StoredRun extends Run {
  /** Requests whose models or judges differ from the newest one's, which a board cannot include. */
  readonly omittedRequests: number;
}

/**
 * Reads the run of an eval from the stored requests with its label, the newest 1,000 at most.
 * @param progress is called with values from 0 to 1.
 * @throws Error if no answers are stored.
 */
export async function readStoredRun(
  gateway: Gateway,
  label: string,
  progress: (share: number) => void,
): Promise<StoredRun> {
  const { signal } = new AbortController();
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { label, limit: '100', ...(cursor !== null && { cursor }) };
    const page = await withinRateLimit(() => gateway.list(query, signal));
    ids.push(...page.prompts.map(({ promptLogId }) => promptLogId));
    cursor = page.nextCursor;
  } while (cursor !== null && ids.length < MAX_RECORDS);
  let participants: Pick<PromptRecord, 'models' | 'judges'> | undefined;
  const answers: AnswerLine[] = [];
  let omittedRequests = 0;
  for (const [place, id] of ids.entries()) {
    const { request, response, models, judges, createdAt } = await withinRateLimit(() =>
      gateway.record(id, signal),
    );
    progress((place + 1) / ids.length);
    if (request === null || response === null) continue;
    participants ??= { models, judges };
    if (JSON.stringify(participants) !== JSON.stringify({ models, judges })) {
      omittedRequests += 1;
      continue;
    }
    const prompt = textOf(request['prompt']);
    answers.unshift({ type: 'answer', row: id, tags: [], prompt, at: createdAt, response });
  }
  const [first] = answers;
  if (participants === undefined || first === undefined) throw new Error('its answers are not stored.');
  const head = { type: 'run', version: 1, run: label, name: label, startedAt: first.at } as const;
  const prompts = { count: answers.length, digest: '' };
  return {
    head: { ...head, suite: { name: label, ...participants }, prompts },
    answers,
    missing: [],
    isTorn: false,
    omittedRequests,
  };
}

/** Waits and reads again when the rate limit is reached. */
async function withinRateLimit<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const seconds = error instanceof GatewayProblem ? error.retryAfterSeconds : undefined;
      if (!(error instanceof GatewayProblem) || error.status !== 429 || seconds === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  }
}
