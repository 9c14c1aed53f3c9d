import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVerdictFile, type VerdictFile } from '../../core/eval/calibrate/verdict-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-verdicts-'));
  path = join(folder, 'verdicts.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RUN = '{"status":"completed","winner":"a","latencyMs":5,"providerCost":0.1}';
const HEAD = '{"type":"calibration","version":2,"run":"r"}';
const VERDICT = `{"type":"verdict","question":"q","at":"2026-11-22T00:00:00Z","runs":[${RUN},${RUN}],"creditsUsed":1}`;
const REFUSED = '{"type":"refused","question":"p","reason":"too long","creditsUsed":0}';
const SENT = '{"type":"sent","question":"s","promptLogId":"id"}';

function open(...lines: readonly string[]): Promise<VerdictFile> {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return openVerdictFile(path, () => ({ type: 'calibration', version: 2, run: 'new' }));
}

describe('a file of verdicts', () => {
  it('is read with what it holds', async () => {
    const file = await open(
      HEAD,
      VERDICT,
      VERDICT.replace('"q"', '"n"').replace(/\[.*\]/, 'null'),
      REFUSED,
      SENT,
    );
    await file.close();
    expect([...file.verdicts.keys()]).toEqual(['q', 'n']);
    expect(file.verdicts.get('n')?.runs).toBeNull();
    expect([...file.missing]).toEqual([['p', 'too long']]);
    expect([...file.sent]).toEqual([['s', 'id']]);
    expect(file.creditsUsed()).toBe(2);
  });

  it.each([
    VERDICT.replace(`,${RUN}]`, ',null]'),
    VERDICT.replace(`,${RUN}]`, ']'),
    VERDICT.replace('"winner":"a"', '"winner":"c"'),
    VERDICT.replace('"status":"completed"', '"status":"odd"'),
    VERDICT.replace('"latencyMs":5', '"latencyMs":1e999'),
    VERDICT.replace('"providerCost":0.1', '"providerCost":-1'),
    VERDICT.replace('"creditsUsed":1', '"creditsUsed":-1e999'),
    VERDICT.replace(/,"at":"[^"]*"/, ''),
    REFUSED.replace('"creditsUsed":0', '"creditsUsed":"0"'),
    REFUSED.replace('"too long"', '1'),
    SENT.replace('"id"', 'null'),
    SENT.replace('"s"', '{}'),
    '[]',
  ])('is damaged where a line reads %s', async (line) => {
    await expect(open(HEAD, line, SENT)).rejects.toThrow(`line 2 of ${path} is not a line of a run`);
    expect(readFileSync(path, 'utf8')).toContain(line);
  });
});
