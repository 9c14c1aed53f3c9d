/** @import { Result } from '../../generated/prompt-response.ts' */
/** @import { Vote } from './votes.js' */
import { textOf, turnsOf } from '../../client/request-parts.ts';

/**
 * Votes on a run as labels for `assay judge calibrate`, one a line. Pure.
 * @param {Readonly<Record<string, unknown>>} request
 * @param {readonly Pick<Result, 'modelId' | 'output'>[]} results
 * @param {readonly Vote[]} votes
 * @returns {string} With a line break at the end of each.
 */
export function labelLines(request, results, votes) {
  const task = taskOf(request);
  const lines = votes.flatMap(({ a, b, winner }) => {
    const [one, other] = [results[a], results[b]];
    if (one === undefined || other === undefined) return [];
    const models = [one.modelId, other.modelId];
    return [`${JSON.stringify({ task, a: one.output, b: other.output, winner, models })}\n`];
  });
  return lines.join('');
}

/**
 * What the answers were given to: the prompt, after the conversation that led to it.
 * @param {Readonly<Record<string, unknown>>} request
 */
function taskOf(request) {
  const turns = turnsOf(request['history']).map(({ role, content }) => `${role}: ${content}`);
  const prompt = textOf(request['prompt']);
  return turns.length === 0 ? prompt : [...turns, `user: ${prompt}`].join('\n\n');
}

/**
 * Every pair of answers that has no vote yet, in random order and each way round by chance.
 * @param {readonly Pick<Result, 'status' | 'output'>[]} results
 * @param {readonly Vote[]} votes
 * @param {() => number} random From 0 to 1.
 * @returns {readonly { readonly a: number, readonly b: number }[]}
 */
export function openPairs(results, votes, random) {
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
