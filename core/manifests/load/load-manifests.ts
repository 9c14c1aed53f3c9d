import { compareText } from './hash-manifests.ts';
import { atStart, loadYaml, type LoadedYaml } from './load-yaml.ts';
import type { ManifestProblem } from './manifest-problem.ts';
import type { ManifestSource } from './manifest-source.ts';

const MAX_MANIFESTS = 256;
const MAX_CHARACTERS = 1_048_576;

/** Reads every manifest as plain YAML 1.2: one document, no anchors, aliases, merge keys, tags or directives. */
export function loadManifests(manifests: ReadonlyMap<string, string>) {
  const sources: ManifestSource[] = [];
  const problems: ManifestProblem[] = [];
  const files = [...manifests].toSorted(([a], [b]) => compareText(a, b));
  if (files.length === 0) {
    problems.push(atStart('manifests', 'there is no manifest; add one <provider>.yaml per provider'));
  }
  if (files.length > MAX_MANIFESTS) {
    problems.push(atStart('manifests', `there are over ${MAX_MANIFESTS} manifests; merge some`));
  }
  for (const [file, text] of files.slice(0, MAX_MANIFESTS)) {
    const loaded = loadManifest(file, text);
    if ('source' in loaded) sources.push(loaded.source);
    else problems.push(...loaded.problems);
  }
  return { sources, problems };
}

function loadManifest(file: string, text: string): LoadedYaml {
  if (!file.endsWith('.yaml')) {
    return { problems: [atStart(file, 'a manifest is called <provider id>.yaml; rename the file')] };
  }
  return loadYaml(file, text, {
    maxCharacters: MAX_CHARACTERS,
    tooLong: `is longer than ${MAX_CHARACTERS} characters; split the provider`,
    empty: 'is empty; write a `provider` and its `models`',
  });
}
