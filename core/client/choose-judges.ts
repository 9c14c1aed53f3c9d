import type { ModelDescription } from '../generated/models-response.ts';

const COUNT = 2;
const KINDS = ['primary', 'alternative', 'reasoning'];

/**
 * Two recommended judges of different providers, rather of none that a contestant is of: judges lean to their own kin. Pure.
 * @param models that can run.
 * @returns fewer where there are no more.
 */
export function chooseJudges(
  models: readonly ModelDescription[],
  contestants: readonly string[],
): readonly string[] {
  const kin = new Set(models.filter(({ id }) => contestants.includes(id)).map(({ provider }) => provider));
  const cost = ({ judge, provider }: ModelDescription) =>
    (kin.has(provider) ? KINDS.length : 0) + KINDS.indexOf(judge ?? '');
  const fit = models
    .filter(({ id, judge }) => judge !== null && !contestants.includes(id))
    .toSorted((one, other) => cost(one) - cost(other));
  const chosen: ModelDescription[] = [];
  for (const model of fit)
    if (chosen.length < COUNT && chosen.every(({ provider }) => provider !== model.provider))
      chosen.push(model);
  return chosen.map(({ id }) => id);
}
