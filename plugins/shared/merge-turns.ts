import type { Turn } from '../../core/contract.ts';
import { withoutBlank } from './text-blocks.ts';

/** Neighbouring turns of one speaker. */
export interface Message {
  readonly role: Turn['role'];
  readonly turns: readonly Turn[];
}

/**
 * Groups turns so that the roles alternate, for formats that ask for it. Blank turns of the history, which those
 * formats refuse, are left out; the last turn always stays.
 */
export function mergeTurns(turns: readonly Turn[]): readonly Message[] {
  const groups: { readonly role: Turn['role']; readonly turns: Turn[] }[] = [];
  for (const turn of [...withoutBlank(turns.slice(0, -1)), ...turns.slice(-1)]) {
    const last = groups.at(-1);
    if (last?.role === turn.role) last.turns.push(turn);
    else groups.push({ role: turn.role, turns: [turn] });
  }
  return groups;
}
