import { startAttackers } from '../attacks/attackers.ts';
import { ATTACKS } from '../attacks/attacks.ts';
import type { BenchOptions } from './bench-options.ts';
import { measureAttack, type HostilePlan, type MeasuredAttack } from './hostile/measure-attack.ts';
import { markdownOf, printAttack, printHeading, stallMs } from './hostile/print-attacks.ts';
import { writeFigures } from './write-figures.ts';

const FULL: HostilePlan = { idleMs: 5_000, timeoutMs: 60_000, holdMs: 15_000 };
const QUICK: HostilePlan = { idleMs: 2_000, timeoutMs: 20_000, holdMs: 5_000 };
/** On a machine that does nothing else. */
const WANTED_MS = 50;

interface HostileOptions extends BenchOptions {
  /** Names of attacks; none means all. */
  readonly only: readonly string[];
}

export const ATTACK_NAMES: readonly string[] = ATTACKS.map(({ name }) => name);

/** What each attack does to an innocent client, to memory and to the books; a fresh gateway for each. */
export async function hostileBench({ quick, only, jsonPath }: HostileOptions): Promise<void> {
  const chosen = ATTACKS.filter(({ name, isLarge }) =>
    only.length > 0 ? only.includes(name) : !(quick && isLarge === true),
  );
  const plan = quick ? QUICK : FULL;
  const measured: MeasuredAttack[] = [];
  console.log(
    '  stall: the longest a client waits for its balance, beyond the same on the idle gateway;' +
      ' lag: what the gateway says of its event loop; own work: its processor time in one go',
  );
  printHeading();
  for (const attack of chosen) {
    const attackers = startAttackers();
    try {
      const figures = await measureAttack(attack, attackers, plan);
      measured.push(figures);
      printAttack(figures);
    } finally {
      await attackers.stop();
    }
  }
  const worst = measured.toSorted((one, other) => stallMs(other) - stallMs(one))[0];
  if (worst !== undefined)
    console.log(
      `  longest stall: ${stallMs(worst).toFixed(0)} ms, by ${worst.name} (wanted: ${WANTED_MS} ms)`,
    );
  writeFigures(jsonPath, { plan, table: markdownOf(measured), attacks: measured });
}
