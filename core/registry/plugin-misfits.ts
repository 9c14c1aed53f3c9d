import type { JsonPointer, Model, ModelCall, Provider, WireBody, WirePlugin } from '../contract.ts';
import { namesIn, valueUnder } from '../schema/json-pointer.ts';

/** A tuning parameter that sets a place in the request that the plugin writes itself. */
export interface OverwrittenPlace {
  readonly model: Model;
  readonly parameter: string;
  readonly pointer: JsonPointer;
}

/** Finds the overwritten places of a provider's models. Of models that are alike, it checks the first. */
export async function overwrittenPlaces(
  provider: Provider,
  models: readonly Model[],
  plugin: WirePlugin,
): Promise<readonly OverwrittenPlace[]> {
  const alike = new Set<string>();
  const overwritten: OverwrittenPlace[] = [];
  for (const model of models) {
    const places = tuningPlaces(model);
    const key = JSON.stringify([places, model.sampling, model.schemaEnforcement]);
    if (model.provider !== provider.id || places.length === 0 || alike.has(key)) continue;
    alike.add(key);
    const body = await bodyOf(fullCall(provider, model), plugin);
    for (const [parameter, pointer] of places)
      if (isWritten(body, pointer)) overwritten.push({ model, parameter, pointer });
  }
  return overwritten;
}

export function describeOverwritten({ parameter, pointer }: Omit<OverwrittenPlace, 'model'>): string {
  return `${parameter} sets ${pointer}, which the format writes itself; name another place`;
}

function tuningPlaces({ tuning }: Model): readonly (readonly [parameter: string, JsonPointer])[] {
  return Object.entries(tuning).flatMap(([name, { cases }]) => {
    const pointers = new Set(cases.flatMap(({ set = {} }) => Object.keys(set)));
    return [...pointers].map((pointer) => [name, pointer] as const);
  });
}

/** A call with every setting that a plugin may write for the model, and without the manifest's own fields. */
function fullCall(provider: Provider, model: Model): ModelCall {
  const { temperature, topP, together } = model.sampling;
  return {
    model,
    provider,
    system: [{ text: 'system', cacheBreakpoint: false }],
    turns: [{ role: 'user', text: 'prompt', cacheBreakpoint: false }],
    attachments: [],
    settings: {
      maxTokens: model.limits.defaultOutputTokens,
      ...(temperature !== null && { temperature: temperature[0] }),
      ...(topP !== null && (together || temperature === null) && { topP: topP[1] }),
    },
    fields: new Map(),
    outputSchema: model.schemaEnforcement === 'instruction' ? undefined : { type: 'object' },
  };
}

/** @returns undefined if the plugin cannot build it, which `assay plugin test` reports. */
async function bodyOf(call: ModelCall, plugin: WirePlugin): Promise<WireBody | undefined> {
  try {
    const whole = await plugin.buildRequest(call);
    const request = (await plugin.stream?.request(whole, call)) ?? whole;
    return request.body;
  } catch {
    return undefined;
  }
}

/** True also if the pointer leads through a value that has no members. */
function isWritten(body: WireBody | undefined, pointer: JsonPointer): boolean {
  let node: unknown = body;
  for (const name of namesIn(pointer)) {
    if (node === undefined) return false;
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return true;
    node = valueUnder(node, [name]);
  }
  return node !== undefined;
}

/** The separately billed usage: its price in the manifest and in the registry, and its place in `usage`. */
const KINDS = [
  { price: 'cachedInput', picoUsd: 'cachedInputPicoUsd', usage: 'cachedInput' },
  { price: 'cacheWrite', picoUsd: 'cacheWritePicoUsd', usage: 'cacheWrite' },
  { price: 'searchPerThousand', picoUsd: 'searchPicoUsd', usage: 'searches' },
] as const;

/** A price of a model for something that its provider's replies do not count. */
export interface UncountedPrice extends Pick<(typeof KINDS)[number], 'price' | 'usage'> {
  readonly model: Model;
}

/** The prices of a provider's models that can never be billed. */
export function uncountedPrices(
  { id, usage: counted }: Provider,
  models: readonly Model[],
): readonly UncountedPrice[] {
  return models
    .filter(({ provider }) => provider === id)
    .flatMap((model) =>
      KINDS.filter(({ picoUsd, usage }) => model.price[picoUsd] !== null && counted[usage] === undefined).map(
        ({ price, usage }) => ({ model, price, usage }),
      ),
    );
}

export function describeUncounted({ usage }: UncountedPrice): string {
  return `can never be billed: provider.usage or the plugin must say, as ${usage}, where a reply counts it`;
}
