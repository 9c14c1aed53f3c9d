import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Needed } from '../support/describe-where-found.ts';

const PACKAGES = join(import.meta.dirname, 'node_modules');

/** The folder of the packages that only these tests use; the project's own installation leaves out their 260 MB. */
export const CLIENT_PACKAGES: Needed<string> = {
  tool: 'the clients’ packages',
  found: existsSync(join(PACKAGES, '.package-lock.json')) ? PACKAGES : undefined,
};

/** What one of them exports. It has no types, so that the project's types are checked without them. */
// oxlint-disable-next-line typescript/no-explicit-any -- it is not installed everywhere
export async function loadClient(name: string): Promise<any> {
  return import(pathToFileURL(createRequire(join(PACKAGES, 'any.js')).resolve(name)).href);
}
