import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 100;

/** The most memory a process has held. */
export interface PeakMemory {
  /** By Linux's count; NaN on another system. */
  readonly bytes: number;
  /** What went on when it was reached. */
  readonly beside: string;
}

/**
 * Looks again and again at the most memory a process has held: one that dies takes its figures with it.
 * @param beside says what goes on now.
 */
export function watchPeakMemory(
  pid: number | undefined,
  beside: () => string = () => '',
): {
  /** Ends the watch. */
  end(): PeakMemory;
} {
  let peak: PeakMemory = { bytes: Number.NaN, beside: '' };
  const look = (): void => {
    const bytes = readStatus(pid, 'VmHWM');
    if (!Number.isNaN(bytes) && bytes !== peak.bytes) peak = { bytes, beside: beside() };
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    end() {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}

/** What a process holds now, by Linux's count. @returns bytes; NaN where it has gone, or on another system. */
export function memoryBytes(pid: number | undefined): number {
  return readStatus(pid, 'VmRSS');
}

function readStatus(pid: number | undefined, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
  } catch {
    return Number.NaN;
  }
}
