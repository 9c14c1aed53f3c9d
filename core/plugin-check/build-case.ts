import type { Json, JsonPointer, WireBody } from '../contract.ts';
import { encodeBody } from '../upstream/encode-body.ts';
import { wireCall } from '../pipeline/plan/long-call.ts';
import { planModel } from '../pipeline/plan/model-plan.ts';
import { planCall, type PlannedCall } from '../pipeline/plan/plan-call.ts';
import type { RegistryEntry } from '../registry/registry.ts';
import type { PluginCase } from './plugin-cases.ts';

/** Facts about a wire format that no manifest has. */
export interface FormatFacts {
  /** The top-level members that the plugin may write by itself. All others must come from a manifest's pointers. */
  readonly members: readonly string[];
  readonly maxTokens: JsonPointer;
  readonly temperature: JsonPointer;
  readonly topP: JsonPointer;
  /** The member that marks a cache breakpoint; absent if the format has none. */
  readonly breakpoint?: string;
}

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
  /** Undefined for a format that does not come with Assay. */
  readonly facts: FormatFacts | undefined;
  /** The place of the model's name in the body, if the path does not contain it. */
  readonly modelMember: JsonPointer;
}

/** Facts about the format of a plugin; both have a default. */
interface FormatOptions {
  readonly facts?: FormatFacts | undefined;
  readonly modelMember?: JsonPointer | undefined;
}

/** @throws Error if the plugin throws, or its body cannot be written as JSON. */
export async function buildCase(
  entry: RegistryEntry,
  pluginCase: PluginCase,
  { facts, modelMember = '/model' }: FormatOptions = {},
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
    facts,
    modelMember,
  };
}

/** A request body as the provider receives it: encoded with its files, and parsed again. */
export function plainBody(body: WireBody): { readonly [key: string]: Json } {
  const text = Buffer.concat(encodeBody(body)).toString('utf8');
  const parsed: { readonly [key: string]: Json } = JSON.parse(text);
  return parsed;
}
