import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLAIN } from '../../core/terminal/paint.ts';
import { createReadingLine } from '../../core/terminal/progress-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function readingLine(inPlace: boolean) {
  let written = '';
  const stream = { columns: 60, write: (text: string) => void (written += text) };
  const line = createReadingLine({ stream, inPlace, paint: PLAIN, now: () => Date.now() }, 'request');
  return { line, written: () => written };
}

describe('a line about a reading', () => {
  it('is redrawn in a terminal, and its last word says how much was read', () => {
    const { line, written } = readingLine(true);
    line.show(1_234);
    vi.advanceTimersByTime(100);
    expect(written()).toMatch(/reading {2}0\.1 s {2}1,234 requests\n$/);
    line.show(1);
    line.close(true);
    expect(written()).toContain('✓ reading  1 request\n');
  });

  it('says that it was stopped', () => {
    const { line, written } = readingLine(true);
    line.close(false);
    expect(written()).toContain('✗ reading  0 requests\n');
  });

  it('is a line every five seconds elsewhere', () => {
    const { line, written } = readingLine(false);
    for (let read = 1; read <= 120; read += 1) {
      vi.advanceTimersByTime(100);
      line.show(read);
    }
    line.close(true);
    expect(written()).toBe('read 50 requests so far\nread 100 requests so far\n');
  });
});
