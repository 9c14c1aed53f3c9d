interface Offer {
  readonly cost: number;
  readonly quality: number;
}

/**
 * The Pareto frontier: offers for which no other one is as cheap and better, or as good and cheaper.
 * @returns the cheapest first.
 */
export function frontierOf<Some extends Offer>(offers: readonly Some[]): readonly Some[] {
  const byCost = offers.toSorted((one, other) => one.cost - other.cost || other.quality - one.quality);
  const frontier: Some[] = [];
  for (const offer of byCost)
    if (offer.quality > (frontier.at(-1)?.quality ?? -Infinity)) frontier.push(offer);
  return frontier;
}
