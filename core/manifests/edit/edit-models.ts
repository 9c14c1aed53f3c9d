import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import { isJsonArray, isJsonObject } from '../../schema/json-values.ts';
import { YAML_OPTIONS } from '../load/load-yaml.ts';
import { applyEdit, ManifestText } from './manifest-text.ts';
import type { ModelEntry } from './model-entry.ts';
import { modelLines } from './model-lines.ts';

interface EditedManifest {
  /** The whole manifest after the change. */
  readonly text: string;
  /** The lines that were added or removed. */
  readonly entry: string;
}

/**
 * Adds a model after the last one of a manifest. It adds only lines, and parses the result to check that it has the old
 * facts and the model.
 * @throws Error if the layout of the manifest does not allow it.
 */
export function addModel(text: string, model: ModelEntry, today: string): EditedManifest {
  const manifest = new ManifestText(text);
  const note = `# Added ${today} with \`assay model add\`; compare it with the provider's page.`;
  const edit = manifest.appendModel([note, ...modelLines(model)]);
  const added = applyEdit(text, edit);
  const before = manifest.value();
  const after: unknown = parseDocument(added, YAML_OPTIONS).toJS();
  const models = isJsonObject(before) ? before['models'] : undefined;
  const expected = isJsonObject(before) && isJsonArray(models) && { ...before, models: [...models, model] };
  if (!isDeepStrictEqual(after, expected))
    throw new Error('its layout is unusual, and the entry would not land in `models`; add it by hand');
  return { text: added, entry: edit.text.replace(/^\s*\n/, '') };
}

/**
 * Removes a model from a manifest. It removes only lines, and parses the result to check it.
 * @param index of the model in the file.
 * @throws Error if the layout of the manifest does not allow it, or there is no other model.
 */
export function removeModel(text: string, index: number): EditedManifest {
  const manifest = new ManifestText(text);
  const before = manifest.value();
  const models = isJsonObject(before) ? before['models'] : undefined;
  if (!isJsonObject(before) || !isJsonArray(models) || models.length < 2)
    throw new Error('it has no other model; delete the file, or switch the model off with enabled: false');
  const edit = manifest.removeModel(index);
  const removed = applyEdit(text, edit);
  const after: unknown = parseDocument(removed, YAML_OPTIONS).toJS();
  if (!isDeepStrictEqual(after, { ...before, models: models.toSpliced(index, 1) }))
    throw new Error('its layout is unusual, and more than the entry would be removed; remove it by hand');
  return { text: removed, entry: text.slice(edit.start, edit.end) };
}
