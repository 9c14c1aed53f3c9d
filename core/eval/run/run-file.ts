import { readRunLine, type RunHead, type RunLine } from '../../console/board/read-run.js';
import { openLineFile } from './line-file.ts';

/** The file of a run, to which its lines are appended. Each one is on the disk before the next is written. */
export interface RunFile {
  readonly head: RunHead;
  /** Rows that have their answer, or will have none. */
  readonly ended: ReadonlySet<string>;
  /** The request of each row that was sent and has not ended. */
  readonly sent: ReadonlyMap<string, string>;
  /** Of the rows that have ended. */
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
  let creditsUsed = 0;
  const note = (line: RunLine): void => {
    if (line.type === 'run') return;
    if (line.type === 'sent') sent.set(line.row, line.promptLogId);
    else if (!ended.has(line.row)) {
      ended.add(line.row);
      sent.delete(line.row);
      creditsUsed += line.type === 'answer' ? line.response.creditsUsed : line.creditsUsed;
    }
  };
  const terms = { beginning: '{"type":"run",', command: 'assay eval run', read: readRunLine, isHead, begin };
  const file = await openLineFile<RunHead, RunLine>(path, terms, note);
  return { ...file, ended, sent, creditsUsed };
}

function isHead(line: RunLine): line is RunHead {
  return line.type === 'run';
}
