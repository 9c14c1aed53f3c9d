import { createLiveLines, type LiveLinesOptions } from './live-lines.ts';
import { counted } from '../client/figures.ts';

/** How far a run has come. */
export interface Progress {
  readonly rows: number;
  readonly ended: number;
  readonly running: number;
  readonly failedAnswers: number;
  readonly creditsUsed: number;
  /** What is left will cost about so much; undefined while that is not known. */
  readonly creditsToCome: number | undefined;
}

export interface ProgressLine {
  readonly show: (progress: Progress) => void;
  /** Gives the terminal back. */
  readonly close: () => void;
}

/** Lines that a log gets of a whole run. */
const LOG_LINES = 10;

/**
 * One line that follows a run: redrawn in a terminal, written at every tenth of the run elsewhere.
 * @param thing what a row is.
 */
export function createProgressLine(options: LiveLinesOptions, thing = 'prompt'): ProgressLine {
  return options.inPlace ? redrawn(options, thing) : logged(options, thing);
}

function redrawn(options: LiveLinesOptions, thing: string): ProgressLine {
  const lines = createLiveLines(options);
  const line = lines.add(`${thing}s`);
  let last: Progress | undefined;
  return {
    show(progress) {
      last = progress;
      line.note(wordsOf(progress, thing));
    },
    close() {
      if (last !== undefined && last.ended === last.rows) line.end(wordsOf(last, thing));
      else line.fail(last === undefined ? 'nothing was sent' : wordsOf(last, thing));
      lines.close();
    },
  };
}

function logged({ stream }: LiveLinesOptions, thing: string): ProgressLine {
  let written = -1;
  return {
    show(progress) {
      const tenth = Math.floor((progress.ended * LOG_LINES) / Math.max(1, progress.rows));
      if (tenth <= written) return;
      written = tenth;
      stream.write(`${wordsOf(progress, thing)}\n`);
    },
    close() {},
  };
}

function wordsOf(
  { rows, ended, running, failedAnswers, creditsUsed, creditsToCome }: Progress,
  thing: string,
): string {
  return [
    `${ended.toLocaleString('en')} of ${counted(rows, thing)}`,
    ...(running > 0 ? [`${running} running`] : []),
    ...(failedAnswers > 0 ? [`${counted(failedAnswers, 'answer')} failed`] : []),
    `${creditsUsed.toFixed(2)} credits`,
    ...(ended < rows && creditsToCome !== undefined ? [`about ${creditsToCome.toFixed(2)} to come`] : []),
  ].join(', ');
}
