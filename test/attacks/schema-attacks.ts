import { setTimeout as wait } from 'node:timers/promises';
import { hostileModels, type Attack, type AttackScene } from './attack.ts';
import { bytesOf, post, PROMPT, QUOTE, resultsIn } from './attack-client.ts';

const QUOTES = 20;
/** 18 KB that take a thread one to two seconds to compile: each pattern becomes a program of thousands of steps. */
const SLOW_SCHEMA = {
  allOf: Array.from({ length: 680 }, (_, index) => ({ pattern: `(a?){999}${index}` })),
};
const TRIVIAL = {
  prompt: '[[schema]] Answer.',
  models: hostileModels(1),
  response_schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
};
/** Long enough to be parsed by a thread. */
const LONG = bytesOf({ prompt: 'x'.repeat(100_000), models: hostileModels(1) });
const NEIGHBOUR_EVERY_MS = 500;
const MAX_NEIGHBOURS = 100;

export const slowSchemas: Attack = {
  name: 'slow-schemas',
  summary:
    '20 quotes, no credits, each with a schema that takes seconds to compile; a neighbour sends 100 KB and trivial schemas',
  async run(scene) {
    const body = bytesOf({ prompt: 'Hi.', models: hostileModels(1), response_schema: SLOW_SCHEMA });
    let isOver = false;
    const neighbour = askAsNeighbour(scene, () => isOver);
    const quotes = Array.from({ length: QUOTES }, () =>
      post(scene, { path: QUOTE, account: 'penniless', body }),
    );
    await Promise.all(quotes);
    isOver = true;
    await neighbour;
  },
};

/** An innocent account's requests, whether or not the last are answered; and if its outputs were held to their schema. */
async function askAsNeighbour(scene: AttackScene, isOver: () => boolean): Promise<void> {
  let maxMs = 0;
  let checked = 0;
  let asked = 0;
  const time = async (body: unknown) => {
    const startedAt = performance.now();
    const reply = await post(scene, { path: PROMPT, account: 'neighbour', body, label: 'neighbour' });
    maxMs = Math.max(maxMs, performance.now() - startedAt);
    return reply;
  };
  const askTrivial = async (): Promise<void> => {
    const [result] = resultsIn((await time(TRIVIAL))?.body);
    asked += 1;
    if (result?.['schemaValid'] !== undefined) checked += 1;
  };
  const asking: Promise<unknown>[] = [];
  while (asking.length < MAX_NEIGHBOURS && !isOver() && !scene.signal.aborted) {
    asking.push(askTrivial(), time(LONG));
    await wait(NEIGHBOUR_EVERY_MS);
  }
  await Promise.all(asking);
  scene.tally.note(`neighbour: longest wait ${maxMs.toFixed(0)} ms, schema checked ${checked} of ${asked}`);
}
