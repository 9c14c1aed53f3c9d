import { performance } from 'node:perf_hooks';
import { startTestGateway } from '../support/gateways/test-gateway.ts';
import { verdictText } from '../support/samples/verdict-text.ts';

/** Upstream latencies, milliseconds: five contestants of five wire formats and two judges. */
const CONTESTANTS = new Map([
  ['gpt-4o', 50],
  ['claude-haiku-4-5', 200],
  ['gemini-2.5-flash', 400],
  ['mistral-large-2512', 600],
  ['codestral-2508', 800],
]);
const JUDGES = new Map([
  ['claude-opus-4-6', 700],
  ['gpt-5.5', 300],
]);
const ROUNDS = 7;
const VERDICT = verdictText('tie');

/** The request can end no sooner than its slowest pair: the slower of two answers, then the slower judge's run. */
const CRITICAL_PATH_MS = Math.max(...CONTESTANTS.values()) + Math.max(...JUDGES.values());

export async function judgingBench(): Promise<void> {
  const gateway = await startTestGateway({
    sandbox: {
      reply: ({ model, turns }) => {
        const judges = turns.some(({ text }) => text.includes('<<<FIRST'));
        const delayMs = (judges ? JUDGES : CONTESTANTS).get(model) ?? 0;
        return { content: judges ? VERDICT : 'an answer', delayMs };
      },
    },
  });
  try {
    const { key } = await gateway.account(10_000_000);
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const startedAt = performance.now();
      const { body } = await gateway.post(key, {
        prompt: 'x',
        models: [...CONTESTANTS.keys()],
        judges: [...JUDGES.keys()],
      });
      const ratio = (performance.now() - startedAt) / CRITICAL_PATH_MS;
      if (body.evaluations?.length !== 20) throw new Error('the request was not judged whole');
      // The first round opens connections and warms the code.
      if (round > 0) ratios.push(ratio);
    }
    const sorted = ratios.toSorted((a, b) => a - b);
    const shown = (ratio: number | undefined): string => (ratio ?? Number.NaN).toFixed(3);
    console.log(
      `  5 models, 2 judges, 45 calls; time as a multiple of the critical path over ${ROUNDS} requests`,
    );
    console.log(
      `  minimum ${shown(sorted[0])}  median ${shown(sorted[Math.floor(ROUNDS / 2)])}  maximum ${shown(sorted.at(-1))}`,
    );
  } finally {
    await gateway.stop();
  }
}
