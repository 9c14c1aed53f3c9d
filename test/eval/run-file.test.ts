import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadRun } from '../../core/commands/eval/load-run.ts';
import type { RunHead, RunLine } from '../../core/board/run-lines.ts';
import { openRunFile, type RunFile } from '../../core/eval/run/run-file.ts';
import { sampleResponse } from '../support/samples/sample-run.ts';
import { cases } from '../support/whole-run.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-run-'));
  path = join(folder, 'runs/a.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HEAD: RunHead = {
  type: 'run',
  version: 1,
  run: 'r',
  name: 'a',
  startedAt: '2026-11-22T00:00:00.000Z',
  suite: { name: 'a', models: ['one', 'two'], judges: [] },
  prompts: { count: 3, digest: 'd' },
};
const AT = '2026-11-22T00:00:01.000Z';
const sent = (row: string): RunLine => ({ type: 'sent', row, promptLogId: `id-${row}`, at: AT });
const answer = (row: string): RunLine => ({
  type: 'answer',
  row,
  tags: [],
  prompt: 'é\u2028"',
  at: AT,
  response: sampleResponse({ models: ['one', 'two'], creditsUsed: 0.5 }),
});

async function open(): Promise<RunFile> {
  return openRunFile(path, () => HEAD);
}

/** Writes some lines, closes the file and opens it again. */
async function reopen(...lines: readonly RunLine[]): Promise<RunFile> {
  const file = await open();
  for (const line of lines) await file.append(line);
  await file.close();
  return open();
}

describe('the file of a run', () => {
  it('is read in the order of the suite, with lines of before places were written behind', async () => {
    const answerAt = (row: string, place: number): RunLine => Object.assign(answer(row), { place });
    const missing = (row: string, place: number): RunLine => ({
      type: 'refused',
      row,
      place,
      at: AT,
      reason: 'too long',
      creditsUsed: 0,
    });
    const lines = [
      answerAt('d', 3),
      answer('old'),
      missing('c', 2),
      answerAt('a', 0),
      answer('older'),
      missing('b', 1),
    ];
    await (await reopen(...lines)).close();
    const run = await loadRun(path);
    expect(run.answers.map(({ row }) => row)).toEqual(['a', 'd', 'old', 'older']);
    expect(run.missing.map(({ row }) => row)).toEqual(['b', 'c']);
  });

  it('is begun once, readable by its owner alone, and remembers what has ended', async () => {
    const file = await reopen(sent('1'), sent('2'), answer('1'), {
      type: 'lost',
      row: '3',
      at: AT,
      reason: 'x',
      creditsUsed: 0.25,
    });
    expect([...file.ended]).toEqual(['1', '3']);
    expect([...file.sent]).toEqual([['2', 'id-2']]);
    expect(file.creditsUsed).toBe(0.75);
    expect(file.head).toEqual(HEAD);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await file.close();
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(6);
  });

  it('counts a row that was answered twice once', async () => {
    const file = await reopen(answer('1'), answer('1'));
    expect(file.creditsUsed).toBe(0.5);
    await file.close();
    expect((await loadRun(path)).answers).toHaveLength(1);
  });

  it('goes on after whatever a killed process leaves of its last lines', async () => {
    await (await reopen(sent('1'), answer('1'), sent('2'), answer('2'))).close();
    const whole = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length }), async (length) => {
        writeFileSync(path, whole);
        truncateSync(path, length);
        const file = await open();
        const endedRows = file.ended.size;
        await file.append(answer('9'));
        await file.close();
        const { head, answers, isTorn } = await loadRun(path);
        expect(head).toEqual(HEAD);
        expect(answers.map(({ row }) => row)).toEqual([...['1', '2'].slice(0, endedRows), '9']);
        expect(isTorn).toBe(false);
      }),
      { numRuns: cases(40) },
    );
  });

  it.each(['-1e999', '1e999', '-1', 'null'])(
    'is damaged where a row has cost %s credits',
    async (credits) => {
      await (await reopen(answer('1'))).close();
      const line = `{"type":"refused","row":"2","at":"now","reason":"r","creditsUsed":${credits}}`;
      appendFileSync(path, `${line}\n${JSON.stringify(answer('3'))}\n`);
      await expect(open()).rejects.toThrow('line 3 of');
    },
  );

  it('is read by a report although its last line is torn, and not although another one is', async () => {
    await (await reopen(answer('1'))).close();
    appendFileSync(path, '{"type":"answer","row":"2","pro');
    expect(await loadRun(path)).toMatchObject({ isTorn: true, answers: [{ row: '1' }] });
    appendFileSync(path, '\n{"type":"sent","row":"3","promptLogId":"x","at":"now"}\n');
    await expect(loadRun(path)).rejects.toThrow('line 3 is not a line of a run; the file is damaged');
    await expect(open()).rejects.toThrow('line 3 of');
  });

  it.each(['name: suite\nmodels: [a]\n', '{"type":"other"}\n', '{"type":"other"}', 'x'])(
    'is never written over another file: %j',
    async (text) => {
      path = join(folder, 'other');
      writeFileSync(path, text);
      await expect(open()).rejects.toThrow('is not a file of "assay eval run"');
      expect(readFileSync(path, 'utf8')).toBe(text);
      await expect(loadRun(path)).rejects.toThrow('this is not a file of "assay eval run"');
    },
  );

  it('cannot be a folder', async () => {
    path = folder;
    await expect(open()).rejects.toThrow('is not a file; give --out the path of a file');
  });
});
