import { isDeepStrictEqual } from 'node:util';
import type { RunHead, Suite } from '../../board/run-lines.ts';
import { counted, listed } from '../../client/figures.ts';

/** Which lists of a suite may hold more or fewer names. */
const LISTS = new Set(['models', 'judges']);
/** Which fields hold one name. */
const NAMES = new Set(['baseline', 'calibration']);

/** How a suite differs from the one that a run was begun with, its prompts left out: one sentence part a field. */
export function suiteChanges(before: RunHead['suite'], now: Suite): readonly string[] {
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(now))];
  const fields = [...new Set([...old.keys(), ...current.keys()])].filter(
    (field) => field !== 'name' && !isDeepStrictEqual(old.get(field), current.get(field)),
  );
  return fields.map((field) => changeOf(field, old.get(field), current.get(field)));
}

/** @param count of the prompts that the run was begun with; some of these are not as they were. */
export function promptsChange(count: number, now: number): string {
  if (now < count) return `prompts (${counted(count - now, 'prompt')} fewer)`;
  return 'prompts (an earlier one is changed, moved or removed)';
}

function changeOf(field: string, before: unknown, now: unknown): string {
  if (LISTS.has(field)) return `${field} (${listChange(namesIn(before), namesIn(now))})`;
  if (before === undefined) return `${field} (added)`;
  if (now === undefined) return `${field} (removed)`;
  return typeof before === 'string' && typeof now === 'string' && NAMES.has(field)
    ? `${field} (${now}, was ${before})`
    : field;
}

function listChange(before: readonly string[], now: readonly string[]): string {
  const added = now.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !now.includes(id));
  const parts = [
    ...(added.length > 0 ? [`${listed(added)} added`] : []),
    ...(removed.length > 0 ? [`${listed(removed)} removed`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'in another order';
}

function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
