/** @import { ModelDescription } from '../generated/models-response.ts' */

const COUNT = 2;
const KINDS = ['primary', 'alternative', 'reasoning'];

/**
 * Two recommended judges of different providers, rather of none that a contestant is of: judges lean to their own kin. Pure.
 * @param {readonly ModelDescription[]} models That can run.
 * @param {readonly string[]} contestants
 * @returns {readonly string[]} Fewer where there are no more.
 */
export function chooseJudges(models, contestants) {
  const kin = new Set(models.filter(({ id }) => contestants.includes(id)).map(({ provider }) => provider));
  const cost = (/** @type {ModelDescription} */ { judge, provider }) =>
    (kin.has(provider) ? KINDS.length : 0) + KINDS.indexOf(judge ?? '');
  const fit = models
    .filter(({ id, judge }) => judge !== null && !contestants.includes(id))
    .toSorted((one, other) => cost(one) - cost(other));
  /** @type {ModelDescription[]} */
  const chosen = [];
  for (const model of fit)
    if (chosen.length < COUNT && chosen.every(({ provider }) => provider !== model.provider))
      chosen.push(model);
  return chosen.map(({ id }) => id);
}
