import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Needed } from '../support/describe-where-found.ts';

const PACKAGES = join(import.meta.dirname, 'node_modules');

/** The folder of the packages that only these tests use; the project's own installation leaves out their 250 MB. */
export const CLIENT_PACKAGES: Needed<string> = {
  tool: 'the clients’ packages',
  found: existsSync(join(PACKAGES, '.package-lock.json')) ? PACKAGES : undefined,
};
