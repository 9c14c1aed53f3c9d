import { createLiveLines, type LiveLinesOptions } from './live-lines.ts';
import { counted } from '../client/figures.ts';

/** How far a reading has come whose end nobody knows. One of `end` and `stop` gives the terminal back. */
export interface ReadingLine {
  /** @param read how many things were read so far. */
  readonly show: (read: number) => void;
  readonly end: () => void;
  /** Ends it before everything was read. */
  readonly stop: () => void;
}

const LOG_EVERY_MS = 5_000;

/**
 * One line that follows a reading: redrawn in a terminal, written every five seconds elsewhere.
 * @param thing what is read, such as `request`.
 */
export function createReadingLine(options: LiveLinesOptions, thing: string): ReadingLine {
  return options.inPlace ? redrawn(options, thing) : logged(options, thing);
}

function redrawn(options: LiveLinesOptions, thing: string): ReadingLine {
  const lines = createLiveLines(options);
  const line = lines.add('reading');
  let words = counted(0, thing);
  return {
    show(read) {
      words = counted(read, thing);
      line.note(words);
    },
    end() {
      line.end(words);
      lines.close();
    },
    stop() {
      line.fail(words);
      lines.close();
    },
  };
}

function logged({ stream, now }: LiveLinesOptions, thing: string): ReadingLine {
  let writtenMs = now();
  return {
    show(read) {
      if (now() - writtenMs < LOG_EVERY_MS) return;
      writtenMs = now();
      stream.write(`read ${counted(read, thing)} so far\n`);
    },
    end() {},
    stop() {},
  };
}
