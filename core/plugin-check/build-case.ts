import type { Json, JsonPointer, WireBody } from '../contract.ts';
import { encodeBody } from '../upstream/encode-body.ts';
import { wireCall } from '../pipeline/plan/long-call.ts';
import { planModel } from '../pipeline/plan/model-plan.ts';
import { planCall, type PlannedCall } from '../pipeline/plan/plan-call.ts';
import type { RegistryEntry } from '../registry/registry.ts';
import type { OwedCase } from './owed-cases.ts';

/** What is known of a wire format beyond what the manifests say. */
export interface FormatFacts {
  /** Top-level members the plugin may write by itself. Any other must come from a manifest's pointer. */
  readonly members: readonly string[];
  readonly maxTokens: JsonPointer;
  readonly temperature: JsonPointer;
  readonly topP: JsonPointer;
  /** The member that marks a cache breakpoint, where the format has one. */
  readonly breakpoint?: string;
}

/** One owed case as the plugin has built it. */
export interface BuiltCase {
  readonly entry: RegistryEntry;
  readonly owed: OwedCase;
  readonly planned: PlannedCall;
  readonly path: string;
  /** As the plugin gave it. */
  readonly raw: WireBody;
  /** As the provider gets it. */
  readonly body: { readonly [key: string]: Json };
  readonly text: string;
  /** The text of a second build. */
  readonly again: string;
  /** Undefined for a format that is not ours. */
  readonly facts: FormatFacts | undefined;
  /** Where the body names the model, if its path does not. */
  readonly modelMember: JsonPointer;
}

/** Where a format says what; both have a default. */
export interface KnownOfFormat {
  readonly facts?: FormatFacts | undefined;
  readonly modelMember?: JsonPointer | undefined;
}

/** @throws what the plugin throws, and where its body cannot be written as JSON. */
export async function buildCase(
  entry: RegistryEntry,
  owed: OwedCase,
  { facts, modelMember = '/model' }: KnownOfFormat = {},
): Promise<BuiltCase> {
  const planned = planCall(planModel(entry), owed.question);
  const { call } = wireCall(planned.call);
  const request = await entry.plugin.buildRequest(call);
  const body = plainBody(request.body);
  const second = await entry.plugin.buildRequest(call);
  return {
    entry,
    owed,
    planned,
    path: request.path,
    raw: request.body,
    body,
    text: JSON.stringify(body),
    again: JSON.stringify(plainBody(second.body)),
    facts,
    modelMember,
  };
}

/** A request body as the provider gets it: encoded with its files spliced in, then parsed again. */
export function plainBody(body: WireBody): { readonly [key: string]: Json } {
  const text = Buffer.concat(encodeBody(body)).toString('utf8');
  const parsed: { readonly [key: string]: Json } = JSON.parse(text);
  return parsed;
}
