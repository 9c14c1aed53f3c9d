interface Spot {
  /** Of the point. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface Label {
  /** Where the text begins or ends. */
  readonly x: number;
  /** Its middle. */
  readonly y: number;
  readonly anchor: 'start' | 'end' | 'middle';
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const CHARACTER_WIDTH = 7.3;
const LINE_HEIGHT = 15;
const GAP = 6;

/**
 * A place for each point's name beside, above or below it where it hides no other point and no other name; undefined
 * where there is none, and then its number has to do. Pure.
 */
export function placeLabels(
  spots: readonly Spot[],
  field: {
    readonly radius: number;
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  },
): readonly (Label | undefined)[] {
  const taken: Box[] = spots.map(({ x, y }) => boxAround(x, y, field.radius, field.radius));
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

function candidates(
  { x, y, text }: Spot,
  radius: number,
): readonly { readonly label: Label; readonly box: Box }[] {
  const width = text.length * CHARACTER_WIDTH;
  const reach = radius + GAP;
  const lift = radius + LINE_HEIGHT / 2 + 1;
  const labels: readonly Label[] = [
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

function boxAround(x: number, y: number, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
