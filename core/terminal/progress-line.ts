import { createLiveLines, type LiveLinesOptions } from './live-lines.ts';
import { formatCount } from '../client/figures.ts';
import type { RunProgress } from '../client/run-progress.ts';

/** One line that follows some work. */
interface FollowLine<State> {
  readonly show: (state: State) => void;
  /** Gives the terminal back. @param isDone whether the work did not fail. */
  readonly close: (isDone: boolean) => void;
}

/** Does work that a line follows. @throws what the work throws. */
export async function follow<State, T>(
  line: FollowLine<State>,
  work: (show: (state: State) => void) => Promise<T>,
): Promise<T> {
  let isDone = false;
  try {
    const result = await work(line.show);
    isDone = true;
    return result;
  } finally {
    line.close(isDone);
  }
}

/** The number of lines of a whole run in a log. */
const LOG_LINES = 10;
const LOG_EVERY_MS = 5_000;

/**
 * One line that follows a run: redrawn in a terminal, written at every tenth of the run elsewhere.
 * @param thing names a row.
 */
export function createProgressLine(options: LiveLinesOptions, thing = 'prompt'): FollowLine<RunProgress> {
  const textOf = (progress: RunProgress): string => progressText(progress, thing);
  const isOver = ({ ended, rows }: RunProgress): boolean => ended === rows;
  if (options.inPlace)
    return redrawnLine(options, { label: `${thing}s`, initialText: 'nothing was sent', textOf, isOver });
  let writtenTenth = -1;
  return {
    show(progress) {
      const tenth = Math.floor((progress.ended * LOG_LINES) / Math.max(1, progress.rows));
      if (tenth <= writtenTenth) return;
      writtenTenth = tenth;
      options.stream.write(`${textOf(progress)}\n`);
    },
    close() {},
  };
}

/**
 * One line with the number of things read so far, for work of unknown length: redrawn in a terminal, written every five
 * seconds elsewhere.
 * @param thing names what is read, such as `request`.
 */
export function createReadingLine(options: LiveLinesOptions, thing: string): FollowLine<number> {
  const textOf = (read: number): string => formatCount(read, thing);
  if (options.inPlace)
    return redrawnLine(options, { label: 'reading', initialText: textOf(0), textOf, isOver: () => true });
  const { stream, now } = options;
  let writtenMs = now();
  return {
    show(read) {
      if (now() - writtenMs < LOG_EVERY_MS) return;
      writtenMs = now();
      stream.write(`read ${textOf(read)} so far\n`);
    },
    close() {},
  };
}

interface LineTexts<State> {
  readonly label: string;
  /** Shown before the first state. */
  readonly initialText: string;
  readonly textOf: (state: State) => string;
  /** Whether nothing is left. */
  readonly isOver: (state: State) => boolean;
}

function redrawnLine<State>(
  options: LiveLinesOptions,
  { label, initialText, textOf, isOver }: LineTexts<State>,
): FollowLine<State> {
  const lines = createLiveLines(options);
  const line = lines.add(label);
  let last: State | undefined;
  return {
    show(state) {
      last = state;
      line.note(textOf(state));
    },
    close(isDone) {
      const text = last === undefined ? initialText : textOf(last);
      if (isDone && (last === undefined || isOver(last))) line.end(text);
      else line.fail(text);
      lines.close();
    },
  };
}

function progressText(
  { rows, ended, running, failedAnswers, creditsUsed, creditsToCome }: RunProgress,
  thing: string,
): string {
  return [
    `${ended.toLocaleString('en')} of ${formatCount(rows, thing)}`,
    ...(running > 0 ? [`${running} running`] : []),
    ...(failedAnswers > 0 ? [`${formatCount(failedAnswers, 'answer')} failed`] : []),
    `${creditsUsed.toFixed(2)} credits`,
    ...(ended < rows && creditsToCome !== undefined ? [`about ${creditsToCome.toFixed(2)} to come`] : []),
  ].join(', ');
}
