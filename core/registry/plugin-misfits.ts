import type { JsonPointer, Model, ModelCall, Provider, WireBody, WirePlugin } from '../contract.ts';
import { namesIn, valueUnder } from '../schema/json-pointer.ts';

/** A tuning parameter that sets a place of the request which the format writes. */
export interface OverwrittenPlace {
  readonly model: Model;
  readonly parameter: string;
  readonly pointer: JsonPointer;
}

/** Every one of a provider's models; of models that are alike, the first. */
export async function overwrittenPlaces(
  provider: Provider,
  models: readonly Model[],
  plugin: WirePlugin,
): Promise<readonly OverwrittenPlace[]> {
  const alike = new Set<string>();
  const found: OverwrittenPlace[] = [];
  for (const model of models) {
    const places = placesSet(model);
    const key = JSON.stringify([places, model.sampling, model.schemaEnforcement]);
    if (model.provider !== provider.id || places.length === 0 || alike.has(key)) continue;
    alike.add(key);
    const body = await bodyOf(fullCall(provider, model), plugin);
    for (const [parameter, pointer] of places)
      if (isWritten(body, pointer)) found.push({ model, parameter, pointer });
  }
  return found;
}

export function describeOverwritten({ parameter, pointer }: Omit<OverwrittenPlace, 'model'>): string {
  return `${parameter} sets ${pointer}, which the format writes itself; name another place`;
}

function placesSet({ tuning }: Model): readonly (readonly [parameter: string, JsonPointer])[] {
  return Object.entries(tuning).flatMap(([name, { cases }]) => {
    const pointers = new Set(cases.flatMap(({ set = {} }) => Object.keys(set)));
    return [...pointers].map((pointer) => [name, pointer] as const);
  });
}

/** With all that a format may write for the model, and nothing of its manifest's pointers. */
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

/** Undefined where the plugin cannot build it, of which `assay plugin test` tells. */
async function bodyOf(call: ModelCall, plugin: WirePlugin): Promise<WireBody | undefined> {
  try {
    const whole = await plugin.buildRequest(call);
    const request = (await plugin.stream?.request(whole, call)) ?? whole;
    return request.body;
  } catch {
    return undefined;
  }
}

/** Also where the pointer leads through something that has no members. */
function isWritten(body: WireBody | undefined, pointer: JsonPointer): boolean {
  let node: unknown = body;
  for (const name of namesIn(pointer)) {
    if (node === undefined) return false;
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return true;
    node = valueUnder(node, [name]);
  }
  return node !== undefined;
}

/** What is billed apart: as a manifest prices it, as the registry does, and where replies count it. */
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
