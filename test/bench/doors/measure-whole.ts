import { inTurns, type Rounds } from '../in-turns.ts';
import { startAssay, type Subject } from '../throughput/subjects.ts';
import { underLoad } from '../throughput/under-load.ts';
import { askedBy, DOOR_CALLS } from './door-calls.ts';
import { CLIENTS, type DoorFigures, type DoorsPlan } from './doors-plan.ts';

/** Of a provider that answers at once, so that the gateway's own work is all there is. */
export async function measureWhole(plan: DoorsPlan): Promise<readonly Rounds<DoorFigures>[]> {
  return await underLoad([startAssay], async ({ subjects: [gateway], post }) => {
    if (gateway === undefined) throw new Error('The gateway did not start.');
    const measure = async (subject: Subject, connections: number, seconds: number): Promise<DoorFigures> => {
      const before = await subject.cost();
      const found = await post(subject, { connections, seconds });
      const after = await subject.cost();
      const calls = found.requestsPerSecond * seconds;
      return { cpuMicros: (after.cpuMicros - before.cpuMicros) / calls, calls, failed: found.failed };
    };
    const subjects = DOOR_CALLS.map((call) => askedBy(gateway, call, 'whole'));
    for (const subject of subjects) await measure(subject, Math.max(...CLIENTS), plan.warmUpSeconds);
    return await inTurns(subjects, plan.whole.rounds, CLIENTS, (subject, clients) =>
      measure(subject, clients, plan.whole.seconds),
    );
  });
}
