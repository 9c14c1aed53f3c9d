import { countChanges, RELOADED, type Reloaded } from '../../administration/reload-answer.ts';
import type { Changes } from '../../registry/registry-changes.ts';
import type { Row } from '../print.ts';

/** Cells for the kinds that a reload changed, in words. @param changed the changes, or their counts as `countChanges` writes them. */
export function changesRow(changed: { readonly [kind in Reloaded]: Changes | string }): Row {
  return Object.fromEntries(
    RELOADED.flatMap((kind) => {
      const changes = changed[kind];
      const counts = (typeof changes === 'string' ? changes : countChanges(changes)).match(/\d+/g) ?? [];
      if (counts.every((count) => count === '0')) return [];
      const [added, altered, removed] = counts;
      return [[`changed ${kind}`, `${added} added, ${altered} changed, ${removed} removed`] as const];
    }),
  );
}
