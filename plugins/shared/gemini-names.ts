import type { ModelCall } from '../../core/contract.ts';

/** Names as Gemini takes them: they begin with a letter or an underscore. */
export interface GeminiNames {
  readonly toWire: (name: string) => string;
  readonly fromWire: (name: string) => string;
}

const TAKEN = /^[A-Za-z_]/;

/** Other names get underscores in front, as many as make them names of their own. The same for every step of a conversation. */
export function geminiNames({ tools, turns }: Pick<ModelCall, 'tools' | 'turns'>): GeminiNames {
  const given = [
    ...(tools?.functions ?? []).map(({ name }) => name),
    ...turns.flatMap(({ calls = [] }) => calls.map(({ name }) => name)),
  ];
  const known = new Set(given);
  const wire = new Map<string, string>();
  for (const name of known) {
    let changed = TAKEN.test(name) ? name : `_${name}`;
    while (changed !== name && known.has(changed)) changed = `_${changed}`;
    if (changed !== name) wire.set(name, changed);
  }
  const own = new Map([...wire].map(([name, changed]) => [changed, name]));
  return {
    toWire: (name) => wire.get(name) ?? name,
    fromWire: (name) => own.get(name) ?? name,
  };
}
