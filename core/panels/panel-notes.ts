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
  return panels.flatMap(({ panel, source }) =>
    (['models', 'judges'] as const).flatMap((list) =>
      panel[list].flatMap((id, index) => {
        const model = retiring.get(id);
        return model === undefined ? [] : [source.problem([list, index], shutdownNote(panel.id, model))];
      }),
    ),
  );
}

function shutdownNote(panelId: string, { id, shutdown = '', successor }: Model): string {
  return `${panelId} names ${id}, whose shutdown is on ${shutdown}; name ${successor ?? 'another model'} instead`;
}
