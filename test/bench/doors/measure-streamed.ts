import { inTurns, type Rounds } from '../in-turns.ts';
import { startStreamingAssay, type StreamSubject } from '../streaming/stream-subject.ts';
import { openStreamSurroundings } from '../streaming/surroundings.ts';
import { askedBy, DOOR_CALLS } from './door-calls.ts';
import { CLIENTS, type DoorFigures, type DoorsPlan } from './doors-plan.ts';

const TOKENS = 25;
/** Fifty tokens a second. */
const TOKEN_EVERY_MS = 20;
const THINK_MS = 20;

/** Of a provider that writes short answers at the speed of a real one. */
export async function measureStreamed(plan: DoorsPlan): Promise<readonly Rounds<DoorFigures>[]> {
  const surroundings = await openStreamSurroundings();
  let gateway: StreamSubject | undefined;
  try {
    const started = await startStreamingAssay(surroundings.upstreamUrl);
    gateway = started;
    const measure = async (
      subject: StreamSubject,
      streams: number,
      seconds: number,
    ): Promise<DoorFigures> => {
      const figures = await surroundings.measure({
        subject,
        streams,
        thinkMs: THINK_MS,
        tokens: TOKENS,
        tokenEveryMs: TOKEN_EVERY_MS,
        // They begin evenly, not in one wave.
        startEveryMs: Math.floor((THINK_MS + TOKENS * TOKEN_EVERY_MS) / streams),
        settleMs: plan.streamed.settleSeconds * 1_000,
        windowMs: seconds * 1_000,
      });
      const calls = (figures.tokensPerSecond * seconds) / TOKENS;
      return { cpuMicros: figures.cpuMicrosPerToken * TOKENS, calls, failed: figures.failed };
    };
    const subjects = DOOR_CALLS.map((call) => askedBy(started, call, 'streamed'));
    for (const subject of subjects) await measure(subject, 2 * Math.max(...CLIENTS), plan.warmUpSeconds);
    return await inTurns(subjects, plan.streamed.rounds, CLIENTS, (subject, clients) =>
      measure(subject, clients, plan.streamed.seconds),
    );
  } finally {
    await gateway?.stop();
    await surroundings.stop();
  }
}
