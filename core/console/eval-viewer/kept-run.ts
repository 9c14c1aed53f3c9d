import type { Run } from '../../board/read-run.ts';
import type { AnswerLine } from '../../board/run-lines.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { textOf } from '../../client/request-parts.ts';
import type { Gateway } from '../shell/gateway.ts';

/** Reading more takes long, because an account may read only so many records a minute. */
const MAX_RECORDS = 1_000;

export interface KeptRun extends Run {
  /** Requests to other models or judges than the newest one's, which a board cannot hold beside it. */
  readonly leftOut: number;
}

/**
 * The run of an eval whose requests have this label: of the newest 1,000 those whose texts are stored.
 * @param progress from 0 to 1.
 * @throws Error where no answers are stored.
 */
export async function readKeptRun(
  gateway: Gateway,
  label: string,
  progress: (share: number) => void,
): Promise<KeptRun> {
  const { signal } = new AbortController();
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { label, limit: '100', ...(cursor !== null && { cursor }) };
    const page = await patiently(() => gateway.list(query, signal));
    ids.push(...page.prompts.map(({ promptLogId }) => promptLogId));
    cursor = page.nextCursor;
  } while (cursor !== null && ids.length < MAX_RECORDS);
  let asked: Pick<PromptRecord, 'models' | 'judges'> | undefined;
  const answers: AnswerLine[] = [];
  let leftOut = 0;
  for (const [place, id] of ids.entries()) {
    const { request, response, models, judges, createdAt } = await patiently(() =>
      gateway.record(id, signal),
    );
    progress((place + 1) / ids.length);
    if (request === null || response === null) continue;
    asked ??= { models, judges };
    if (JSON.stringify(asked) !== JSON.stringify({ models, judges })) {
      leftOut += 1;
      continue;
    }
    const prompt = textOf(request['prompt']);
    answers.unshift({ type: 'answer', row: id, tags: [], prompt, at: createdAt, response });
  }
  const [first] = answers;
  if (asked === undefined || first === undefined) throw new Error('its answers are not stored.');
  const head = { type: 'run', version: 1, run: label, name: label, startedAt: first.at } as const;
  const prompts = { count: answers.length, digest: '' };
  return {
    head: { ...head, suite: { name: label, ...asked }, prompts },
    answers,
    missing: [],
    isTorn: false,
    leftOut,
  };
}

/** An account may read so many records a minute. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
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
