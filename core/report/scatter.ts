import { percent } from './scale.ts';
import { tree, type Tree } from './tree.ts';

/** Pixels. Points are spaced for a drawing of this width. */
const WIDTH = 560;
const HEIGHT = 320;
const RADIUS = 11;

interface Tick {
  /** Position on its axis, 0 to 1. */
  readonly at: number;
  readonly label: string;
}

interface ScatterPoint {
  /** Shown inside the point. */
  readonly letter: string;
  /** Position on its axis, 0 to 1. */
  readonly x: number;
  readonly y: number;
  /** The interval of `y`. */
  readonly reach?: { readonly low: number; readonly high: number };
  readonly isBest: boolean;
  /** Its figures, for pointers and screen readers. */
  readonly words: string;
}

interface Scatter {
  readonly title: string;
  readonly hint: string;
  readonly up: { readonly name: string; readonly ticks: readonly Tick[] };
  readonly across: { readonly name: string; readonly ticks: readonly Tick[] };
  readonly points: readonly ScatterPoint[];
  /** Whether a line joins the best points. */
  readonly joinsBest: boolean;
}

/** Points over two axes, in a drawing that scales with the page. */
export function scatter({ title, hint, up, across, points, joinsBest }: Scatter): Tree {
  const spaced = spacePoints(points);
  const description = points.map(({ letter, words }) => `${letter} ${words}`).join('. ');
  return tree(
    'figure',
    { class: 'panel scatter' },
    tree('figcaption', {}, `${title} `, tree('span', { class: 'hint' }, hint)),
    tree(
      'div',
      { class: 'scatter-drawing' },
      tree(
        'svg',
        { width: '100%', height: HEIGHT, role: 'img', 'aria-label': `${title}. ${description}.` },
        ...up.ticks.map(horizontal),
        ...across.ticks.map(vertical),
        ...(joinsBest ? frontier(spaced) : []),
        ...spaced.flatMap(reachOf),
        ...spaced.map(pointTree),
      ),
      tree(
        'p',
        { class: 'axis', 'aria-hidden': 'true' },
        tree('span', {}, `↑ ${up.name}`),
        tree('span', {}, `${across.name} →`),
      ),
    ),
  );
}

function heightOf(y: number): number {
  return HEIGHT * (1 - y);
}

/** Moves later points aside that would cover earlier ones. */
function spacePoints(points: readonly ScatterPoint[]): readonly ScatterPoint[] {
  const step = (RADIUS * 1.5) / WIDTH;
  const spaced: ScatterPoint[] = [];
  for (const point of points) {
    let { x } = point;
    const overlaps = (other: ScatterPoint) =>
      Math.hypot((other.x - x) * WIDTH, (other.y - point.y) * HEIGHT) < RADIUS;
    while (spaced.some(overlaps)) x += step;
    spaced.push({ ...point, x: Math.min(x, 1) });
  }
  return spaced;
}

function horizontal({ at, label }: Tick): Tree {
  const y = heightOf(at);
  return tree(
    'g',
    {},
    tree('line', { class: 'grid', x1: '0%', x2: '100%', y1: y.toFixed(1), y2: y.toFixed(1) }),
    tree('text', { x: 0, dx: -10, y: (y + 4).toFixed(1), 'text-anchor': 'end' }, label),
  );
}

function vertical({ at, label }: Tick): Tree {
  return tree(
    'g',
    { class: 'across' },
    tree('line', { class: 'grid', x1: percent(at), x2: percent(at), y1: 0, y2: HEIGHT }),
    tree('text', { x: percent(at), y: HEIGHT + 18, 'text-anchor': at > 0.97 ? 'end' : 'middle' }, label),
  );
}

function frontier(points: readonly ScatterPoint[]): readonly Tree[] {
  const best = points.filter(({ isBest }) => isBest).toSorted((one, other) => one.x - other.x);
  return best.slice(1).map((point, index) => {
    const from = best[index] ?? point;
    return tree('line', {
      class: 'frontier',
      x1: percent(from.x),
      y1: heightOf(from.y).toFixed(1),
      x2: percent(point.x),
      y2: heightOf(point.y).toFixed(1),
    });
  });
}

function reachOf({ reach, x }: ScatterPoint): readonly Tree[] {
  if (reach === undefined) return [];
  return [
    tree('line', {
      class: 'reach',
      x1: percent(x),
      x2: percent(x),
      y1: heightOf(reach.low).toFixed(1),
      y2: heightOf(reach.high).toFixed(1),
    }),
  ];
}

function pointTree({ letter, x, y, isBest, words }: ScatterPoint): Tree {
  const top = heightOf(y);
  return tree(
    'g',
    { class: isBest ? 'point is-best' : 'point' },
    tree('title', {}, words),
    tree('circle', { cx: percent(x), cy: top.toFixed(1), r: RADIUS }),
    tree(
      'text',
      { class: 'point-place', x: percent(x), y: (top + 4).toFixed(1), 'text-anchor': 'middle' },
      letter,
    ),
  );
}
