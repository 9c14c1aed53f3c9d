import { join } from 'node:path';
import { expect, it } from 'vitest';
import { enabledModels } from '../../core/manifests/link/enabled-models.ts';
import { checkPanels } from '../../core/panels/check-panels.ts';
import { panelNotes } from '../../core/panels/panel-notes.ts';
import { readManifestFolder } from '../../core/commands/manifests/manifest-folder.ts';

const { manifests } = await readManifestFolder({
  ASSAY_MANIFESTS: join(import.meta.dirname, '../../manifests'),
});
const models = manifests
  .flatMap(({ manifest }) => enabledModels(manifest))
  .map(({ shutdown: _shutdown, ...model }) =>
    model.id === 'gpt-4o' ? { ...model, shutdown: '2026-03-02', successor: 'gpt-5.4' } : model,
  );
const panel = 'id: panel/careful\nmodels: [gpt-5.4, gpt-4o]\njudges: [gpt-4o]\nwins: quality\n';

it.each([
  ['61 days before', '2025-12-31', 0],
  ['60 days before', '2026-01-01', 2],
  ['afterwards', '2026-04-01', 2],
])('a panel with a model that is shut down is named %s', (_name, today, count) => {
  const { read } = checkPanels(new Map([['careful.yaml', panel]]), {
    models: models.map(({ id }) => id),
    calibrations: [],
  });
  const notes = panelNotes(read, models, today);
  expect(notes).toHaveLength(count);
  if (count > 0)
    expect(notes).toMatchObject([
      {
        file: 'careful.yaml',
        line: 2,
        column: 19,
        message: 'panel/careful names gpt-4o, whose shutdown is on 2026-03-02; name gpt-5.4 instead',
      },
      { line: 3, column: 10 },
    ]);
});
