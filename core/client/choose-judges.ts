import type { ModelDescription } from '../generated/models-response.ts';

const COUNT = 2;
const KINDS = ['primary', 'alternative', 'reasoning'];

/**
 * Chooses two recommended judges of different providers. Providers of contestants come last, because judges favour
 * answers of their own provider's models. Pure.
 * @param models that can run.
 * @returns at most two IDs.
 */
export function chooseJudges(
  models: readonly ModelDescription[],
  contestants: readonly string[],
): readonly string[] {
  const contestantProviders = new Set(
    models.filter(({ id }) => contestants.includes(id)).map(({ provider }) => provider),
  );
  const cost = ({ judge, provider }: ModelDescription) =>
    (contestantProviders.has(provider) ? KINDS.length : 0) + KINDS.indexOf(judge ?? '');
  const fit = models
    .filter(({ id, judge }) => judge !== null && !contestants.includes(id))
    .toSorted((one, other) => cost(one) - cost(other));
  const chosen: ModelDescription[] = [];
  for (const model of fit)
    if (chosen.length < COUNT && chosen.every(({ provider }) => provider !== model.provider))
      chosen.push(model);
  return chosen.map(({ id }) => id);
}
