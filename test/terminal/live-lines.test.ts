import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveLines } from '../../core/terminal/live-lines.ts';
import { PLAIN } from '../../core/terminal/paint.ts';

/** What a terminal shows after these bytes: enough of one for cursor-up, carriage return, line feed and erase-line. */
function screenOf(output: string): readonly string[] {
  const rows: string[] = [''];
  let row = 0;
  // oxlint-disable-next-line no-control-regex -- escape sequences are what a terminal reads
  for (const [part] of output.matchAll(/\u001B\[\??\d*[A-Za-z]|\r|\n|[^\u001B\r\n]+/g)) {
    // oxlint-disable-next-line no-control-regex -- as above
    const up = /^\u001B\[(\d+)A$/.exec(part)?.[1];
    if (up !== undefined) row -= Number(up);
    else if (part === '\u001B[2K') rows[row] = '';
    else if (part === '\n') row += 1;
    else if (part !== '\r' && !part.startsWith('\u001B')) rows[row] = part;
  }
  return rows;
}

function liveLines(options: { readonly inPlace: boolean; readonly columns?: number }) {
  let output = '';
  const stream = { columns: options.columns ?? 60, write: (text: string) => void (output += text) };
  const live = createLiveLines({ stream, inPlace: options.inPlace, paint: PLAIN, now: () => Date.now() });
  return { live, written: () => output };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('live lines in place', () => {
  it('show elapsed time and notes while they run, and the last word when they end', () => {
    const { live, written: output } = liveLines({ inPlace: true });
    const one = live.add('one');
    const two = live.add('two');
    vi.advanceTimersByTime(1_200);
    two.note('1 of 6 pairs');
    vi.advanceTimersByTime(100);
    expect(screenOf(output())).toEqual([
      expect.stringMatching(/^\S one {2}1\.3 s$/),
      expect.stringMatching(/^\S two {2}1\.3 s {2}1 of 6 pairs$/),
    ]);
    two.end('done');
    one.fail('broken');
    two.fail('never said');
    live.close();
    expect(screenOf(output())).toEqual(['✗ one  broken', '✓ two  done']);
  });

  it('never write a line as wide as the terminal, where it would wrap', () => {
    const { live, written: output } = liveLines({ inPlace: true, columns: 20 });
    live.add('a label').end('x'.repeat(100));
    live.close();
    const [line = ''] = screenOf(output());
    expect(line).toMatch(/^✓ a label {2}x+…$/);
    expect(line.length).toBeLessThan(20);
  });

  it('still say something on a terminal that calls itself 0 columns wide', () => {
    const { live, written: output } = liveLines({ inPlace: true, columns: 0 });
    live.add('label').end('done');
    live.close();
    expect(screenOf(output())[0]).toBe('✓ label  done');
  });

  it('hide the cursor and give it back, and stop drawing', () => {
    const { live, written: output } = liveLines({ inPlace: true });
    live.add('one');
    live.close();
    expect(output().startsWith('\u001B[?25l')).toBe(true);
    expect(output().endsWith('\u001B[?25h')).toBe(true);
    const before = output();
    vi.advanceTimersByTime(5_000);
    expect(output()).toBe(before);
  });
});

describe('live lines of a file or a pipe', () => {
  it('are appended once each, in the order they end, without escape sequences', () => {
    const { live, written: output } = liveLines({ inPlace: false, columns: 10 });
    const one = live.add('one');
    const two = live.add('two');
    vi.advanceTimersByTime(5_000);
    two.note('1 of 6 pairs');
    two.end('a text longer than the ten columns');
    one.fail('broken');
    one.end('never said');
    live.close();
    expect(output()).toBe('✓ two  a text longer than the ten columns\n✗ one  broken\n');
  });
});
