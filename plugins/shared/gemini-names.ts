import type { ModelCall } from '../../core/contract.ts';

/** Converts names to those that Gemini accepts, which begin with a letter or an underscore, and back. */
interface GeminiNames {
  readonly toWire: (name: string) => string;
  readonly fromWire: (name: string) => string;
}

const VALID = /^[A-Za-z_]/;

/** Prefixes other names with underscores until they are unique. The names are the same in every step of a conversation. */
export function geminiNames({ tools, turns }: Pick<ModelCall, 'tools' | 'turns'>): GeminiNames {
  const names = new Set([
    ...(tools?.functions ?? []).map(({ name }) => name),
    ...turns.flatMap(({ calls = [] }) => calls.map(({ name }) => name)),
  ]);
  const wire = new Map<string, string>();
  for (const name of names) {
    let changed = VALID.test(name) ? name : `_${name}`;
    while (changed !== name && names.has(changed)) changed = `_${changed}`;
    if (changed !== name) wire.set(name, changed);
  }
  const original = new Map([...wire].map(([name, changed]) => [changed, name]));
  return {
    toWire: (name) => wire.get(name) ?? name,
    fromWire: (name) => original.get(name) ?? name,
  };
}
