import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFESTS = join(import.meta.dirname, '../../manifests');

/** How many models the manifests have. */
export const MODEL_COUNT = readdirSync(MANIFESTS).flatMap(
  (name) => readFileSync(join(MANIFESTS, name), 'utf8').match(/^ {2}- id: /gm) ?? [],
).length;
