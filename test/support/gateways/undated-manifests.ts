import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datedManifests } from './adjusted-manifests.ts';

/**
 * For gateways that run as processes of their own, by the real clock: manifests in which no model is shut down, so that
 * tests say the same in any year. All tests share them, and the registry that the first gateway generates from them.
 */
export function undatedEnvironment(): { readonly ASSAY_MANIFESTS: string; readonly ASSAY_CACHE: string } {
  const made = datedManifests({});
  const hash = createHash('sha256');
  for (const name of readdirSync(made.folder).toSorted())
    hash.update(`${name}\n${readFileSync(join(made.folder, name), 'utf8')}`);
  const shared = join(tmpdir(), `assay-undated-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(shared)) made.remove();
  else placeAt(shared, made);
  return { ASSAY_MANIFESTS: shared, ASSAY_CACHE: join(tmpdir(), 'assay-undated-cache') };
}

function placeAt(shared: string, { folder, remove }: ReturnType<typeof datedManifests>): void {
  try {
    renameSync(folder, shared);
  } catch (error) {
    remove();
    // Another process was first, with the same.
    if (!existsSync(shared)) throw error;
  }
}
