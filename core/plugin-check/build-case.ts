import type { Json, JsonPointer, WireBody } from '../contract.ts';
import { encodeBody } from '../upstream/encode-body.ts';
import { planModel } from '../pipeline/plan/model-plan.ts';
import { planCall, type PlannedCall, wireCall } from '../pipeline/plan/plan-call.ts';
import type { RegistryEntry } from '../registry/registry.ts';
import type { PluginCase } from './plugin-cases.ts';

/** A case with the request that the plugin built for it. */
export interface BuiltCase {
  readonly entry: RegistryEntry;
  readonly pluginCase: PluginCase;
  readonly planned: PlannedCall;
  readonly path: string;
  /** The body that the plugin returned. */
  readonly raw: WireBody;
  /** The body that the provider receives. */
  readonly body: { readonly [key: string]: Json };
  readonly text: string;
  /** The text of the body that a second build returned. */
  readonly secondText: string;
  /** The place of the model's name in the body, if the path does not contain it. */
  readonly modelMember: JsonPointer;
}

/**
 * @param modelMember the place of the model's name in a body whose path does not contain it.
 * @throws Error if the plugin throws, or its body cannot be written as JSON.
 */
export async function buildCase(
  entry: RegistryEntry,
  pluginCase: PluginCase,
  modelMember: JsonPointer = '/model',
): Promise<BuiltCase> {
  const planned = planCall(planModel(entry), pluginCase.question);
  const { call } = wireCall(planned.call);
  const request = await entry.plugin.buildRequest(call);
  const body = plainBody(request.body);
  const second = await entry.plugin.buildRequest(call);
  return {
    entry,
    pluginCase,
    planned,
    path: request.path,
    raw: request.body,
    body,
    text: JSON.stringify(body),
    secondText: JSON.stringify(plainBody(second.body)),
    modelMember,
  };
}

/** A request body as the provider receives it: encoded with its files, and parsed again. */
export function plainBody(body: WireBody): { readonly [key: string]: Json } {
  const text = Buffer.concat(encodeBody(body)).toString('utf8');
  const parsed: { readonly [key: string]: Json } = JSON.parse(text);
  return parsed;
}
