import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';

/** The marker that opens the first answer in a judge's copy. */
const FIRST = '<<<FIRST';

/** Says to the request `judged` of codegen/examples what the description shows as its answer. */
export function exampleReply({ model, turns, user }: SandboxCall): SandboxReply {
  const isJudge = turns.some(({ text }) => text.includes(FIRST));
  if (!isJudge) return { content: RIGHT.test(model) ? 'Canberra' : 'Sydney', stream: PACE };
  const isFirstRight = user.indexOf('Canberra') < user.indexOf('Sydney');
  return { content: JSON.stringify(verdict(isFirstRight ? 'first' : 'second')) };
}

/** Slow enough for a speed to be measured. */
const PACE = { eventEveryMs: 5 };
/** The model that knows. */
const RIGHT = /^gpt/;

function verdict(winner: 'first' | 'second'): object {
  const [first, second] = winner === 'first' ? ['Right.', 'Wrong.'] : ['Wrong.', 'Right.'];
  return {
    first_notes: first,
    second_notes: second,
    reasoning: 'Canberra is the capital; Sydney is only the largest city.',
    verdict: winner,
    confidence: 0.98,
  };
}
