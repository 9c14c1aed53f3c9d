import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * A temporary folder for all tests of a file or a `describe`, removed after the last.
 * @param purpose is part of its name.
 */
export function folderOfFile(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `assay-${purpose}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
