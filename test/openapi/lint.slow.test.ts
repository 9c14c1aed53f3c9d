import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const CLI = join(ROOT, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
const DOCUMENT = join(ROOT, 'core', 'generated', 'openapi.json');
const ADMIN_DOCUMENT = join(ROOT, 'core', 'generated', 'admin-openapi.json');

/** Without telemetry and without the look for a newer version. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
}

async function lint(file: string): Promise<Report> {
  const options = ['lint', file, '--config', join(ROOT, 'redocly.yaml'), '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [CLI, ...options],
      { cwd: ROOT, env: { ...process.env, ...QUIET }, maxBuffer: 16_777_216 },
      (error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout));
        } catch {
          reject(new Error(`the linter said no JSON: ${stderr}`, { cause: error }));
        }
      },
    );
  });
}

describe('the linter', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-lint-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([DOCUMENT, ADMIN_DOCUMENT])(
    'finds nothing in %s, and is told to overlook nothing',
    async (document) => {
      const { totals, problems } = await lint(document);
      expect(problems).toEqual([]);
      expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
    },
  );

  it('finds an example that does not fit its schema, and an operation without a name', async () => {
    const document = JSON.parse(await readFile(DOCUMENT, 'utf8'));
    const { post } = document.paths['/api/v1/prompt'];
    post.responses['200'].content['application/json'].example.creditsUsed = 'much';
    delete post.operationId;
    const file = join(folder, 'broken.json');
    await writeFile(file, JSON.stringify(document));
    const { problems } = await lint(file);
    expect(new Set(problems.map(({ ruleId }) => ruleId))).toEqual(
      new Set(['no-invalid-media-type-examples', 'operation-operationId']),
    );
  });
});
