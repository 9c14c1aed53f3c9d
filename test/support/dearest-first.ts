import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');

/** Files of half a minute and more, dearest first. A clean clone knows no durations, and small files may take longest. */
const DEAREST = [
  'test/package.slow.test.ts',
  'test/soak/hostile-soak.slow.test.ts',
  'test/soak/run-soak.slow.test.ts',
  'test/console/accessibility.slow.test.ts',
  'test/docs/commands.slow.test.ts',
  'test/proof/deaths/kill-at-every-step-postgres.slow.test.ts',
  'test/proof/failing-writes/failing-writes.slow.test.ts',
  'test/proof/deaths/kill-at-every-step.slow.test.ts',
  'test/proof/request-model/request-model.slow.test.ts',
  'test/console/history.slow.test.ts',
  'test/http/server/unread-answers.slow.test.ts',
  'test/codegen/write.slow.test.ts',
].map((name) => join(ROOT, name));
for (const file of DEAREST)
  if (!existsSync(file))
    throw new Error(`${file} is gone: take it from DEAREST in test/support/dearest-first.ts`);

/** Starts what takes longest first, then the other slow files, so that no process works alone at the end of a run. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, which returns another array
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return -1;
  const place = DEAREST.indexOf(moduleId);
  if (place >= 0) return place;
  return moduleId.endsWith('.slow.test.ts') ? DEAREST.length : DEAREST.length + 1;
}
