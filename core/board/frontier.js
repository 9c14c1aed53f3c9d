/**
 * @typedef {object} Offer
 * @property {number} cost
 * @property {number} quality
 */

/**
 * The offers that no other one beats: none is as cheap and better, or as good and cheaper.
 * @template {Offer} Some
 * @param {readonly Some[]} offers
 * @returns {readonly Some[]} From the cheapest up.
 */
export function frontierOf(offers) {
  const byCost = offers.toSorted((one, other) => one.cost - other.cost || other.quality - one.quality);
  /** @type {Some[]} */
  const frontier = [];
  for (const offer of byCost)
    if (offer.quality > (frontier.at(-1)?.quality ?? -Infinity)) frontier.push(offer);
  return frontier;
}
