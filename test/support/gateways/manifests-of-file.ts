import { afterAll } from 'vitest';
import { adjustManifests, type Adjustments } from './adjusted-manifests.ts';

/** A folder of manifests for all tests of a file or a `describe`, removed after the last. */
export function manifestsOfFile(adjustments: Adjustments = {}): string {
  const { folder, remove } = adjustManifests(adjustments);
  afterAll(remove);
  return folder;
}
