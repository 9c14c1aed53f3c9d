import type { ModelDescription } from '../../generated/models-response.ts';

const COUNT = 2;
const KINDS = ['primary', 'alternative', 'reasoning'];

/**
 * Two recommended judges of different providers, rather of none that a contestant is of: judges lean to their own kin.
 * @param today YYYY-MM-DD.
 * @returns fewer where the gateway has no more.
 */
export function chooseJudges(
  models: readonly ModelDescription[],
  contestants: readonly string[],
  today: string,
): readonly string[] {
  const kin = new Set(models.filter(({ id }) => contestants.includes(id)).map(({ provider }) => provider));
  const fit = models
    .filter(({ id, judge, configured }) => judge !== null && configured && !contestants.includes(id))
    .filter(({ shutdown }) => shutdown === null || shutdown > today)
    .toSorted((one, other) => cost(one, kin) - cost(other, kin));
  const chosen: ModelDescription[] = [];
  for (const model of fit) {
    if (chosen.length < COUNT && chosen.every(({ provider }) => provider !== model.provider))
      chosen.push(model);
  }
  return chosen.map(({ id }) => id);
}

function cost({ judge, provider }: ModelDescription, kin: ReadonlySet<string>): number {
  return (kin.has(provider) ? KINDS.length : 0) + KINDS.indexOf(judge ?? '');
}
