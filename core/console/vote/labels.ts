import type { Result } from '../../generated/prompt-response.ts';
import type { Vote } from './votes.ts';
import { textOf, turnsOf } from '../../client/request-parts.ts';

/**
 * Votes on a run as labels for `assay judge calibrate`, one a line. Pure.
 * @returns with a line break at the end of each.
 */
export function labelLines(
  request: Readonly<Record<string, unknown>>,
  results: readonly Pick<Result, 'modelId' | 'output'>[],
  votes: readonly Vote[],
): string {
  const task = taskOf(request);
  const lines = votes.flatMap(({ a, b, winner }) => {
    const [one, other] = [results[a], results[b]];
    if (one === undefined || other === undefined) return [];
    const models = [one.modelId, other.modelId];
    return [`${JSON.stringify({ task, a: one.output, b: other.output, winner, models })}\n`];
  });
  return lines.join('');
}

/** What the answers were given to: the prompt, after the conversation that led to it. */
function taskOf(request: Readonly<Record<string, unknown>>): string {
  const turns = turnsOf(request['history']).map(({ role, content }) => `${role}: ${content}`);
  const prompt = textOf(request['prompt']);
  return turns.length === 0 ? prompt : [...turns, `user: ${prompt}`].join('\n\n');
}

/**
 * Every pair of answers that has no vote yet, in random order and each way round by chance.
 * @param random from 0 to 1.
 */
export function openPairs(
  results: readonly Pick<Result, 'status' | 'output'>[],
  votes: readonly Vote[],
  random: () => number,
): readonly { readonly a: number; readonly b: number }[] {
  const places = results.flatMap(({ status, output }, index) =>
    status === 'completed' && output.trim() !== '' ? [index] : [],
  );
  const voted = new Set(votes.map(({ a, b }) => `${Math.min(a, b)} ${Math.max(a, b)}`));
  return places
    .flatMap((a, at) => places.slice(at + 1).map((b) => ({ a, b })))
    .filter(({ a, b }) => !voted.has(`${a} ${b}`))
    .map((pair) => ({ pair: random() < 0.5 ? pair : { a: pair.b, b: pair.a }, turn: random() }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ pair }) => pair);
}
