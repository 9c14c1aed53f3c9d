import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../contract.ts';
import type { Model } from '../../generated/manifest.ts';
import { checkManifests } from '../check/check-manifests.ts';
import type { ShapeChecker } from '../check/check-shape.ts';

/** The entry of a model in a manifest. The other facts follow from `every` and from defaults. */
export type ModelEntry = Pick<Model, 'id' | 'group' | 'price'> &
  Partial<Omit<Model, 'limits'>> & { readonly limits: Partial<Model['limits']> };

export interface FileFacts {
  readonly checkShape: ShapeChecker;
  /** Undefined for a file without `every`. */
  readonly every: Json | undefined;
}

const PROVIDER = {
  id: 'file',
  name: 'File',
  plugin: 'any',
  baseUrl: 'https://file.example',
  auth: { scheme: 'none' },
};
const PRICE = { input: '0', output: '0', checked: '2026-01-01' };

const CONTEXT_TOKENS = 100_000_000;
/** Large enough not to lower a default of `every`. */
const MOST_OUTPUT_TOKENS = 10_000_000;

/** The facts of a model whose entry in the file has only its bounds. */
export function sharedFacts({ checkShape, every }: FileFacts, outputTokens = MOST_OUTPUT_TOKENS): Model {
  // The checks report a bound that the schema refuses.
  const possible = Math.min(Math.max(outputTokens, 16), MOST_OUTPUT_TOKENS);
  const limits = { contextTokens: CONTEXT_TOKENS, outputTokens: possible };
  const model = { id: 'bare', group: 'fast', price: PRICE, limits };
  const text = JSON.stringify({ provider: PROVIDER, every, models: [model] });
  const { manifests } = checkManifests({
    manifests: new Map([['file.yaml', text]]),
    plugins: [],
    checkShape,
  });
  const shared = manifests[0]?.manifest.models[0];
  if (shared === undefined) throw new Error('the manifest schema takes no model; restore it');
  return shared;
}

/** The facts of a model that its entry must contain. */
export function entryOf(model: Model, shared: Model): ModelEntry {
  const { id, upstream, group, judge, price, limits, tools, send, shutdown, successor, ...others } = model;
  const { contextTokens, outputTokens, ...bounds } = limits;
  const own = without(others, shared);
  const ownTools = tools && shared.tools ? without(tools, shared.tools) : tools;
  const hasOwnTools =
    ownTools !== undefined && (shared.tools === undefined || Object.keys(ownTools).length > 0);
  const ownSend = Object.entries(send ?? {}).filter(
    ([pointer, value]) => !isDeepStrictEqual(value, shared.send?.[pointer]),
  );
  return {
    id,
    ...(upstream !== id && { upstream }),
    group,
    ...(judge !== undefined && { judge }),
    price,
    limits: { contextTokens, outputTokens, ...without(bounds, shared.limits) },
    ...own,
    ...(hasOwnTools && { tools: ownTools }),
    ...(ownSend.length > 0 && { send: Object.fromEntries(ownSend) }),
    ...(shutdown !== undefined && { shutdown }),
    ...(successor !== undefined && { successor }),
  };
}

function without<Facts extends object>(facts: Facts, shared: object): Partial<Facts> {
  const sharedByKey = new Map<string, unknown>(Object.entries(shared));
  const own = Object.entries(facts).filter(([key, value]) => !isDeepStrictEqual(value, sharedByKey.get(key)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries of the same object
  return Object.fromEntries(own) as Partial<Facts>;
}
