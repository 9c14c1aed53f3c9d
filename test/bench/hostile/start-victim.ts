import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ask, end } from '../../support/servers/child-process.ts';
import type { VictimFigures, VictimOrder } from './victim-process.ts';

/** An innocent client in a process of its own, that asks for its balance every few milliseconds. */
export interface Victim {
  /** What it met since the last report. */
  report(): Promise<VictimFigures>;
  stop(): Promise<void>;
}

export function startVictim(order: VictimOrder): Victim {
  const file = fileURLToPath(new URL('./victim-process.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(order)], { execArgv: [] });
  return {
    report: () => ask<VictimFigures>(child, 'report'),
    stop: () => end(child),
  };
}
