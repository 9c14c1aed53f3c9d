import type { Paint } from './paint.ts';
import { cutTo } from './printable-text.ts';

/** One line of work in progress. */
export interface LiveLine {
  /** Replaces the text after the label while the work runs. */
  note(text: string): void;
  /** Ends the line as done or as failed; later calls have no effect. */
  end(text: string): void;
  fail(text: string): void;
}

export interface LiveLines {
  add(label: string): LiveLine;
  /** Draws the last state and gives the terminal back. */
  close(): void;
}

/** The part of a stream that the lines use, such as of `process.stdout`. */
export interface LiveStream {
  readonly columns?: number;
  write(text: string): unknown;
}

export interface LiveLinesOptions {
  readonly stream: LiveStream;
  /** Whether the stream is a terminal that moves its cursor. */
  readonly inPlace: boolean;
  readonly paint: Paint;
  /** Milliseconds, never going back. */
  readonly now: () => number;
}

interface LineState {
  readonly label: string;
  readonly startedAt: number;
  note: string;
  ending: Ending | undefined;
}

interface Ending {
  readonly isGood: boolean;
  readonly text: string;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const HIDE_CURSOR = '\u001B[?25l';
const SHOW_CURSOR = '\u001B[?25h';
const ERASE_LINE = '\u001B[2K';

/** In place all lines are redrawn ten times a second; otherwise each line is written once, when it ends. */
export function createLiveLines(options: LiveLinesOptions): LiveLines {
  return options.inPlace ? createRedrawnLines(options) : createAppendedLines(options);
}

function createAppendedLines({ stream, paint }: LiveLinesOptions): LiveLines {
  return {
    add(label) {
      let isRunning = true;
      const write = (ending: Ending): void => {
        if (isRunning) stream.write(`${endingText(label, ending, paint)}\n`);
        isRunning = false;
      };
      return {
        note() {},
        end: (text) => write({ isGood: true, text }),
        fail: (text) => write({ isGood: false, text }),
      };
    },
    close() {},
  };
}

function createRedrawnLines({ stream, paint, now }: LiveLinesOptions): LiveLines {
  const lines: LineState[] = [];
  let drawnLines = 0;
  const draw = (): void => {
    const up = drawnLines === 0 ? '' : `\u001B[${drawnLines}A`;
    const texts = lines.map(
      (line) => `\r${ERASE_LINE}${lineText(line, { now: now(), columns: stream.columns, paint })}\n`,
    );
    stream.write(up + texts.join(''));
    drawnLines = lines.length;
  };
  stream.write(HIDE_CURSOR);
  const timer = setInterval(draw, FRAME_MS);
  return {
    add(label) {
      const line: LineState = { label, startedAt: now(), note: '', ending: undefined };
      const finish = (ending: Ending): void => {
        line.ending ??= ending;
        draw();
      };
      lines.push(line);
      draw();
      return {
        note(text) {
          line.note = text;
        },
        end: (text) => finish({ isGood: true, text }),
        fail: (text) => finish({ isGood: false, text }),
      };
    },
    close() {
      clearInterval(timer);
      draw();
      stream.write(SHOW_CURSOR);
    },
  };
}

interface Moment {
  readonly now: number;
  /** Undefined for a stream without columns. */
  readonly columns: number | undefined;
  readonly paint: Paint;
}

/** Never wider than the terminal: a wrapped line would break the count of lines to go up. */
function lineText(line: LineState, { now, columns, paint }: Moment): string {
  // Some terminals call themselves 0 columns wide.
  const room = (columns === undefined || columns < 1 ? 80 : columns) - 3;
  if (line.ending !== undefined) return endingText(line.label, line.ending, paint, room);
  const elapsedMs = Math.max(0, now - line.startedAt);
  const frame = FRAMES[Math.floor(elapsedMs / FRAME_MS) % FRAMES.length] ?? '';
  const text = `${line.label}  ${(elapsedMs / 1_000).toFixed(1)} s  ${line.note}`;
  return `${paint('cyan', frame)} ${cutTo(text.trimEnd(), room)}`;
}

function endingText(
  label: string,
  { isGood, text }: Ending,
  paint: Paint,
  room = Number.POSITIVE_INFINITY,
): string {
  const mark = isGood ? paint('green', '✓') : paint('red', '✗');
  return `${mark} ${cutTo(`${label}  ${text}`, room)}`;
}
