import { afterEach, expect, it, vi } from 'vitest';
import { say } from '../../core/terminal/say.ts';

const { isTTY, columns } = process.stderr;
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(process.stderr, { isTTY, columns });
});

function printed(text: string, terminal: { readonly isTTY: boolean; readonly columns: number }): string {
  Object.assign(process.stderr, terminal);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  say(text);
  return String(write.mock.calls[0]?.[0]);
}

const TEXT =
  'No gateway answers at http://127.0.0.1:8080.\n    7 | a line of a file that is longer than the terminal';

it('breaks lines between words at the width of a terminal, and leaves quotes of files as they are', () => {
  expect(printed(TEXT, { isTTY: true, columns: 30 })).toBe(
    'No gateway answers at\nhttp://127.0.0.1:8080.\n    7 | a line of a file that is longer than the terminal\n',
  );
});

it('breaks no line for a file or a pipe', () => {
  expect(printed(TEXT, { isTTY: false, columns: 30 })).toBe(`${TEXT}\n`);
});
