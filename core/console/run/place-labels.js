/**
 * @typedef {object} Spot
 * @property {number} x Of the point.
 * @property {number} y
 * @property {string} text
 */

/**
 * @typedef {object} Label
 * @property {number} x Where the text begins or ends.
 * @property {number} y Its middle.
 * @property {'start' | 'end' | 'middle'} anchor
 */

/** @typedef {{ readonly left: number, readonly right: number, readonly top: number, readonly bottom: number }} Box */

const CHARACTER_WIDTH = 7.3;
const LINE_HEIGHT = 15;
const GAP = 6;

/**
 * A place for each point's name beside, above or below it where it hides no other point and no other name; undefined
 * where there is none, and then its number has to do. Pure.
 * @param {readonly Spot[]} spots
 * @param {{ readonly radius: number, readonly left: number, readonly right: number, readonly top: number, readonly bottom: number }} field
 * @returns {readonly (Label | undefined)[]}
 */
export function placeLabels(spots, field) {
  /** @type {Box[]} */
  const taken = spots.map(({ x, y }) => boxAround(x, y, field.radius, field.radius));
  return spots.map((spot, own) => {
    const found = candidates(spot, field.radius).find(({ box }) => {
      const isInside =
        box.left >= field.left &&
        box.right <= field.right &&
        box.top >= field.top &&
        box.bottom <= field.bottom;
      return isInside && taken.every((other, index) => index === own || !overlaps(box, other));
    });
    if (found !== undefined) taken.push(found.box);
    return found?.label;
  });
}

/**
 * @param {Spot} spot
 * @param {number} radius
 * @returns {readonly { readonly label: Label, readonly box: Box }[]}
 */
function candidates({ x, y, text }, radius) {
  const width = text.length * CHARACTER_WIDTH;
  const reach = radius + GAP;
  const lift = radius + LINE_HEIGHT / 2 + 1;
  /** @type {readonly Label[]} */
  const labels = [
    { x: x + reach, y, anchor: 'start' },
    { x: x - reach, y, anchor: 'end' },
    { x, y: y - lift, anchor: 'middle' },
    { x, y: y + lift, anchor: 'middle' },
    { x, y: y - lift, anchor: 'start' },
    { x, y: y + lift, anchor: 'start' },
    { x, y: y - lift, anchor: 'end' },
    { x, y: y + lift, anchor: 'end' },
  ];
  return labels.map((label) => {
    const shift = { start: width / 2, middle: 0, end: -width / 2 }[label.anchor];
    return { label, box: boxAround(label.x + shift, label.y, width / 2, LINE_HEIGHT / 2) };
  });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} halfWidth
 * @param {number} halfHeight
 * @returns {Box}
 */
function boxAround(x, y, halfWidth, halfHeight) {
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlaps(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
