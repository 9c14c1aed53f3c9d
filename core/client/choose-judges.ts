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
  const judges: ModelDescription[] = [];
  for (const model of fit)
    if (judges.length < COUNT && judges.every(({ provider }) => provider !== model.provider))
      judges.push(model);
  return judges.map(({ id }) => id);
}
