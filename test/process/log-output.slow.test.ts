import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { MAX_WAITING } from '../../core/log-output.ts';

const LOG = new URL('../../core/log.ts', import.meta.url).href;
const LINE_CHARACTERS = 100_000;

let child: ChildProcessByStdio<Writable, Readable, null>;
afterEach(() => child.kill('SIGKILL'));

/** A process with a `log`, which runs this once its standard input has something. */
function logging(program: string): typeof child {
  const whole = `const { createLog } = await import('${LOG}'); const log = createLog('info');
    process.stdin.once('data', () => { ${program} });`;
  return spawn(process.execPath, ['--input-type=module', '--eval', whole], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

function linesOf(output: string): readonly Readonly<Record<string, unknown>>[] {
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('has every line, in order, of a process that ends right after them', async () => {
  child = logging(`for (let n = 0; n < 5000; n += 1) log.info({ n }, 'line'); process.exit(0);`);
  child.stdin.write('go');
  const lines = linesOf(await text(child.stdout));
  expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
});

test('keeps no process whose reader has gone', async () => {
  child = logging(`for (let n = 0; n < 9; n += 1) log.info('nobody reads '.repeat(9_000)); process.exit(7);`);
  child.stdout.destroy();
  child.stdin.write('go');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('drops lines, and says how many, while nobody reads', async () => {
  const many = Math.ceil((MAX_WAITING * 1.5) / LINE_CHARACTERS);
  child =
    logging(`for (let n = 0; n < ${many}; n += 1) log.info({ n, long: 'x'.repeat(${LINE_CHARACTERS}) }, 'line');
    setTimeout(() => { log.info('last'); process.stdin.destroy(); }, 500);`);
  child.stdin.write('go');
  const lines = linesOf(await text(child.stdout));
  const dropped = lines.filter(({ count }) => count !== undefined);
  expect(dropped).toMatchObject([{ level: 40, msg: 'lines dropped: whoever reads the log is too slow' }]);
  expect(Number(dropped[0]?.['count'])).toBeGreaterThan(many * 0.2);
  expect(lines.filter(({ msg }) => msg === 'line').length + Number(dropped[0]?.['count'])).toBe(many);
  expect(lines.at(-1)?.['msg']).toBe('last');
});
