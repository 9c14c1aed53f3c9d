import type { JsonPointer } from '../../core/contract.ts';
import type { BuiltCase } from '../../core/plugin-check/build-case.ts';
import { namesIn, valueUnder } from '../../core/schema/json-pointer.ts';

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

/** The members of a body that its format does not have. */
export function foreignMembers({ planned, body }: BuiltCase, { members }: FormatFacts): readonly string[] {
  const fromManifest = [...planned.call.fields.keys()].map((pointer) => pointer.split('/')[1]);
  const allowed = new Set([...members, ...fromManifest]);
  return Object.keys(body).filter((name) => !allowed.has(name));
}

/** The settings at their places in the body. */
export function sentSettings({ body }: BuiltCase, { maxTokens, temperature, topP }: FormatFacts) {
  const at = (pointer: JsonPointer): unknown => valueUnder(body, namesIn(pointer));
  return { maxTokens: at(maxTokens), temperature: at(temperature), topP: at(topP) };
}

export function countBreakpoints({ text }: BuiltCase, { breakpoint }: FormatFacts): number {
  return breakpoint === undefined ? 0 : text.split(`"${breakpoint}"`).length - 1;
}
