import { readdirSync, readFileSync } from 'node:fs';

/** Processor time by thread name, nanoseconds. Threads of one name are added up. */
export type ThreadTimes = ReadonlyMap<string, number>;

/** What the threads of some processes have taken so far, by Linux's count; empty on another system. */
export function readThreadTimes(pids: readonly number[]): ThreadTimes {
  const times = new Map<string, number>();
  for (const pid of pids) {
    for (const thread of listThreads(pid)) {
      const folder = `/proc/${pid}/task/${thread}`;
      try {
        const name = readFileSync(`${folder}/comm`, 'utf8').trim();
        const [runningNs = '0'] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ');
        times.set(name, (times.get(name) ?? 0) + Number(runningNs));
      } catch {
        // The thread has ended since its name was read.
      }
    }
  }
  return times;
}

function listThreads(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** What was taken between two readings, by thread name. */
export function timesBetween(before: ThreadTimes, after: ThreadTimes): ThreadTimes {
  return new Map([...after].map(([name, ns]) => [name, Math.max(0, ns - (before.get(name) ?? 0))]));
}

export function totalOf(times: ThreadTimes): number {
  return [...times.values()].reduce((sum, ns) => sum + ns, 0);
}
