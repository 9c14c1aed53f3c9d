import type { Model } from '../generated/manifest.ts';
import { daysBetween } from '../manifests/load/calendar-date.ts';
import type { ManifestProblem } from '../manifests/load/manifest-problem.ts';
import { RETIREMENT_NOTICE_DAYS } from '../model-facts.ts';
import type { ReadPanel } from './check-panels.ts';

/**
 * Which panels name a model that is shut down within 60 days, or has been.
 * @param today `YYYY-MM-DD`
 */
export function panelNotes(
  panels: readonly ReadPanel[],
  models: readonly Model[],
  today: string,
): readonly ManifestProblem[] {
  const retiring = new Map(
    models
      .filter(
        ({ shutdown }) => shutdown !== undefined && daysBetween(today, shutdown) <= RETIREMENT_NOTICE_DAYS,
      )
      .map((model) => [model.id, model]),
  );
  return panels.flatMap(({ panel, source }) => {
    const { id: panelId, models: asked, judges, fuse } = panel;
    const named = [
      ...asked.map((id, index) => ({ id, path: ['models', index] })),
      ...judges.map((id, index) => ({ id, path: ['judges', index] })),
      ...(fuse === undefined ? [] : [{ id: fuse, path: ['fuse'] }]),
    ];
    return named.flatMap(({ id, path }) => {
      const model = retiring.get(id);
      return model === undefined ? [] : [source.problem(path, shutdownNote(panelId, model))];
    });
  });
}

function shutdownNote(panelId: string, { id, shutdown = '', successor }: Model): string {
  return `${panelId} names ${id}, whose shutdown is on ${shutdown}; name ${successor ?? 'another model'} instead`;
}
