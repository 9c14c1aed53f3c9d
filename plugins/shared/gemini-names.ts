import type { ModelCall } from '../../core/contract.ts';

const VALID = /^[A-Za-z_]/;

/**
 * Converts names to those that Gemini accepts, which begin with a letter or an underscore, and back. Other names are prefixed
 * with underscores until they are unique. The names are the same in every step of a conversation.
 */
export function geminiNames({ tools, turns }: Pick<ModelCall, 'tools' | 'turns'>) {
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
    toWire: (name: string): string => wire.get(name) ?? name,
    fromWire: (name: string): string => original.get(name) ?? name,
  };
}
