import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { end } from '../support/servers/child-process.ts';
import type { AttackEnd, AttackOrder } from './attack-process.ts';
import type { AttackFigures } from './attack-tally.ts';

/** Attackers in a process of their own, so that what they do slows down nobody's clock but the gateway's. */
export interface Attackers {
  /**
   * Several may run at once.
   * @throws Error where the process has ended.
   */
  run(order: Omit<AttackOrder, 'id'>): Promise<AttackFigures>;
  stop(): Promise<void>;
}

/** They stand for other machines, so they give way to the gateway and to its threads. */
const PRIORITY = 19;
/** Beyond an order's own limit; then the process is taken to hang. */
const GRACE_MS = 15_000;

export function startAttackers(): Attackers {
  const child = fork(fileURLToPath(new URL('./attack-process.ts', import.meta.url)), [], { execArgv: [] });
  setPriority(child.pid ?? 0, PRIORITY);
  const waiting = new Map<number, PromiseWithResolvers<AttackFigures>>();
  let orders = 0;
  child.on('message', (message) => {
    const { id, figures } = message as AttackEnd;
    waiting.get(id)?.resolve(figures);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the attackers have ended'));
  });
  return {
    async run(order) {
      orders += 1;
      const id = orders;
      const answer = Promise.withResolvers<AttackFigures>();
      waiting.set(id, answer);
      const timer = setTimeout(() => child.kill('SIGKILL'), order.timeoutMs + GRACE_MS);
      child.send({ ...order, id } satisfies AttackOrder);
      try {
        return await answer.promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    stop: () => end(child),
  };
}
