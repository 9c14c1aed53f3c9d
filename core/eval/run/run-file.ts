import { CREDIT_PLACES, exactSum } from '../../board/exact-sum.ts';
import { readRunLine } from '../../board/read-run.ts';
import type { PromptLine, RunHead, RunLine, SentLine } from '../../board/run-lines.ts';
import { openLineFile } from './line-file.ts';

/** The file of a run, to which its lines are appended. Each one is on the disk before the next is written. */
export interface RunFile {
  /** The newest one. */
  readonly head: RunHead;
  /** Rows that have their answer, or will have none. */
  readonly ended: ReadonlySet<string>;
  /** The first request of each row that was sent and has not ended. */
  readonly sent: ReadonlyMap<string, string>;
  /** The same for the further requests of each row; `sent` for the first. */
  readonly sentAs: (step: SentLine['step']) => ReadonlyMap<string, string>;
  /** The prompts of a migration; empty for a suite. */
  readonly prompts: readonly PromptLine[];
  /** The cost of the rows that have ended. */
  readonly creditsUsed: number;
  append(line: RunLine): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a run's file, or begins one. Half a line at its end, as a killed process leaves it, is cut off.
 * @param begin The head of a new run.
 * @throws Error if it is the file of something else, damaged, or cannot be written.
 */
export async function openRunFile(path: string, begin: () => RunHead): Promise<RunFile> {
  const ended = new Set<string>();
  const sent = new Map<string, string>();
  const further = { compare: new Map<string, string>(), score: new Map<string, string>() };
  const sentAs = (step: SentLine['step']) => (step === undefined ? sent : further[step]);
  const prompts: PromptLine[] = [];
  let creditsUsed = 0;
  let newestHead: RunHead | undefined;
  const note = (line: RunLine): void => {
    if (line.type === 'run') newestHead = line;
    else if (line.type === 'prompt') prompts.push(line);
    else if (line.type === 'sent') sentAs(line.step).set(line.row, line.promptLogId);
    else if (!ended.has(line.row)) {
      ended.add(line.row);
      for (const requests of [sent, further.compare, further.score]) requests.delete(line.row);
      const credits = line.type === 'answer' ? line.response.creditsUsed : line.creditsUsed;
      creditsUsed = exactSum([creditsUsed, credits], CREDIT_PLACES);
    }
  };
  const format = {
    prefix: '{"type":"run",',
    command: 'assay eval run',
    readLine: readRunLine,
    isHead,
    begin,
  };
  const file = await openLineFile<RunHead, RunLine>(path, format, note);
  return { ...file, head: newestHead ?? file.head, ended, sent, sentAs, prompts, creditsUsed };
}

function isHead(line: RunLine): line is RunHead {
  return line.type === 'run';
}
