import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 100;

/** Looks again and again at the most memory a process has held: one that dies takes its figures with it. */
export function watchPeakMemory(pid: number | undefined): {
  /** Ends the watch. @returns bytes by Linux's count; NaN on another system. */
  endBytes(): number;
} {
  let peakBytes = Number.NaN;
  const look = (): void => {
    const bytes = readStatus(pid, 'VmHWM');
    if (!Number.isNaN(bytes)) peakBytes = bytes;
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    endBytes() {
      clearInterval(timer);
      look();
      return peakBytes;
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
