import { inTurns, type Rounds } from '../in-turns.ts';
import { askLoad } from '../throughput/ask-load.ts';
import { end, printedPort, startPinned } from '../throughput/pinned-process.ts';
import { startAssay, type Subject } from '../throughput/subjects.ts';
import { askedBy, DOOR_CALLS } from './door-calls.ts';
import { CLIENTS, type DoorFigures, type DoorsPlan } from './doors-plan.ts';

const UPSTREAM = new URL('../attachments/drain-upstream.ts', import.meta.url);
const LOAD = new URL('../throughput/load.ts', import.meta.url);

/** Of a provider that answers at once, so that the gateway's own work is all there is. */
export async function measureWhole(plan: DoorsPlan): Promise<readonly Rounds<DoorFigures>[]> {
  const upstream = startPinned(UPSTREAM, { processor: 'others' });
  const load = startPinned(LOAD, { processor: 'others' });
  let gateway: Subject | undefined;
  try {
    const started = await startAssay(`http://127.0.0.1:${await printedPort(upstream)}`);
    gateway = started;
    const measure = async (subject: Subject, connections: number, seconds: number): Promise<DoorFigures> => {
      const { url, headers } = subject;
      const before = await subject.cost();
      const found = await askLoad(load, { url, headers, body: subject.body(1), connections, seconds });
      const after = await subject.cost();
      const calls = found.requestsPerSecond * seconds;
      return { cpuMicros: (after.cpuMicros - before.cpuMicros) / calls, calls, failed: found.failed };
    };
    const subjects = DOOR_CALLS.map((call) => askedBy(started, call, 'whole'));
    for (const subject of subjects) await measure(subject, Math.max(...CLIENTS), plan.warmUpSeconds);
    return await inTurns(subjects, plan.whole.rounds, CLIENTS, (subject, clients) =>
      measure(subject, clients, plan.whole.seconds),
    );
  } finally {
    await gateway?.stop();
    await Promise.all([end(upstream), end(load)]);
  }
}
