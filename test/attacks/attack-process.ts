import type { AttackKeys } from './attack.ts';
import { AttackTally, type AttackFigures } from './attack-tally.ts';
import { attackNamed } from './attacks.ts';

/** What the process is told to do. Orders run at the same time; a repeated ID is an error of the parent. */
export interface AttackOrder {
  readonly id: number;
  readonly name: string;
  readonly port: number;
  readonly keys: AttackKeys;
  readonly timeoutMs: number;
  readonly holdMs: number;
}

export interface AttackEnd {
  readonly id: number;
  readonly figures: AttackFigures;
}

async function attack({ id, name, port, keys, timeoutMs, holdMs }: AttackOrder): Promise<AttackEnd> {
  const tally = new AttackTally();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await attackNamed(name).run({ port, keys, signal, holdMs, tally });
  } catch (error) {
    tally.note(`the attack failed: ${error instanceof Error ? error.message : 'unknown'}`);
  }
  return { id, figures: tally.figures() };
}

process.on('message', (message) => {
  void attack(message as AttackOrder).then((end) => process.send?.(end));
});
process.once('disconnect', () => process.exit(0));
