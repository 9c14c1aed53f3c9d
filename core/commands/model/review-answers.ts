import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';

/** Where an answer stands in a manifest: the end of its JSON Pointer. */
const OPTION_AT: readonly (readonly [end: string, option: string])[] = [
  ['/provider/baseUrl', 'base-url'],
  ['/price/input', 'price-input'],
  ['/price/output', 'price-output'],
  ['/price/cachedInput', 'price-cached-input'],
  ['/price/cacheWrite', 'price-cache-write'],
  ['/price/searchPerThousand', 'price-search'],
  ['/price/checked', 'checked'],
  ['/limits/contextTokens', 'context'],
  ['/limits/outputTokens', 'max-output'],
  ['/limits/defaultOutputTokens', 'default-output'],
  ['/limits/imageTokens', 'image-tokens'],
  ['/limits/pdfPageTokens', 'pdf-page-tokens'],
  ['/sampling/temperature', 'temperature'],
  ['/sampling/topP', 'top-p'],
  ['/schemaEnforcement', 'schema'],
  ['/caching/mode', 'caching'],
  ['/caching/minTokens', 'cache-min-tokens'],
  ['/caching/discount', 'cache-discount'],
  ['/tuning', 'tuning'],
  ['/shutdown', 'shutdown'],
  ['/successor', 'successor'],
];

/** What the checks of a manifest say of the answers it was made of; what no answer decides is left out. */
export function problemsByOption(problems: readonly ManifestProblem[]): ReadonlyMap<string, string> {
  return new Map(
    problems.flatMap(({ path, message }) => {
      const option = OPTION_AT.find(([end]) => path.endsWith(end))?.[1];
      return option === undefined ? [] : [[option, message] as const];
    }),
  );
}
