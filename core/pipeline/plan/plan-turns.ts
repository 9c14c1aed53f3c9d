import type { Provider, Turn } from '../../contract.ts';
import type { Warning } from './warning.ts';

export interface PlannedTurns {
  readonly turns: readonly Turn[];
  /** Of what was added, in UTF-8. */
  readonly addedBytes: number;
  readonly warnings: readonly Warning[];
}

const OPENING: Turn = {
  role: 'user',
  text: '(The assistant speaks first.)',
  cacheBreakpoint: false,
};

const OPENING_ADDED: Warning = {
  code: 'turn_added',
  pointer: '/history/0',
  message: `this provider's conversations begin with the user, so the turn "${OPENING.text}" is sent first`,
};

/** History and prompt as the provider takes them. Blank turns do not count: formats with this rule leave them out. */
export function planTurns(turns: readonly Turn[], { rules }: Pick<Provider, 'rules'>): PlannedTurns {
  const first = rules.userFirst ? turns.find(({ text }) => /\S/.test(text)) : undefined;
  if (first?.role !== 'assistant') return { turns, addedBytes: 0, warnings: [] };
  return {
    turns: [OPENING, ...turns],
    addedBytes: Buffer.byteLength(OPENING.text),
    warnings: [OPENING_ADDED],
  };
}
