import type { BenchOptions } from './bench-options.ts';
import { DOOR_CALLS, OWN_CALL, type DoorCall } from './doors/door-calls.ts';
import { CLIENTS, type DoorFigures, type DoorsPlan } from './doors/doors-plan.ts';
import { measureStreamed } from './doors/measure-streamed.ts';
import { measureWhole } from './doors/measure-whole.ts';
import type { Rounds } from './in-turns.ts';
import { printRows, type Row } from './scale/row.ts';
import { CAN_PIN } from './throughput/pinned-process.ts';
import { writeFigures } from './write-figures.ts';

const FULL: DoorsPlan = {
  warmUpSeconds: 5,
  // Many short rounds: what the machine does meanwhile then meets all addresses alike.
  whole: { rounds: 13, seconds: 1 },
  streamed: { rounds: 7, settleSeconds: 0.6, seconds: 2 },
};
const QUICK: DoorsPlan = {
  warmUpSeconds: 3,
  whole: { rounds: 3, seconds: 1 },
  streamed: { rounds: 1, settleSeconds: 0.6, seconds: 2 },
};

/** The same call at the addresses of OpenAI's dialects and at the gateway's own: one gateway, everything on. */
export async function doorsBench({ quick, jsonPath }: BenchOptions): Promise<void> {
  const plan = quick ? QUICK : FULL;
  console.log(
    `  processor time of a call, medians of ${plan.whole.rounds} and ${plan.streamed.rounds} rounds, in turns, ratios within a round; ` +
      (CAN_PIN ? 'the gateway has a processor of its own' : 'nothing is pinned to a processor here'),
  );
  const whole = await measureWhole(plan);
  printRows('Whole answers', rowsOf(whole));
  const streamed = await measureStreamed(plan);
  printRows('Streams', rowsOf(streamed));
  writeFigures(jsonPath, { pinned: CAN_PIN, plan, whole, streamed });
}

function rowsOf(measured: readonly Rounds<DoorFigures>[]): readonly Row[] {
  const roundsOf = ({ name }: DoorCall, clients: number): readonly DoorFigures[] =>
    measured.find(({ subject, level }) => subject === name && level === clients)?.rounds ?? [];
  const others = DOOR_CALLS.filter((call) => call !== OWN_CALL);
  return CLIENTS.flatMap((clients) =>
    others.map((call): Row => {
      const [rounds, against] = [roundsOf(call, clients), roundsOf(OWN_CALL, clients)];
      const failed = [...rounds, ...against].reduce((sum, figures) => sum + figures.failed, 0);
      return {
        what: `${call.name}, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
        unit: 'us',
        values: rounds.map(({ cpuMicros }) => cpuMicros),
        against: OWN_CALL.name,
        others: against.map(({ cpuMicros }) => cpuMicros),
        target: call.target,
        ...(failed > 0 && { note: `${failed} REQUESTS FAILED` }),
      };
    }),
  );
}
