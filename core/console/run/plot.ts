import type { Result } from '../../generated/prompt-response.ts';
import { formatSeconds, formatUsd } from '../../client/figures.ts';
import { element, svgElement } from '../frame/element.ts';
import { placeLabels, type Label } from './place-labels.ts';
import { scaleFor } from './scale.ts';
import { placeLetter } from './place-letter.ts';

const HEIGHT = 260;
/** Before it is laid out, and the least it is drawn for. */
const MIN_WIDTH = 280;
const LEFT = 70;
const RIGHT = 16;
const TOP = 22;
const BOTTOM = 42;
const RADIUS = 11;

interface Point {
  readonly index: number;
  readonly modelId: string;
  readonly latencyMs: number;
  /** US dollars. */
  readonly cost: number;
}

/**
 * Cost against latency of every completed result, drawn anew for whatever width it gets. The figures' table says the
 * same in numbers.
 * @param best the index of the model that won most.
 * @returns undefined where fewer than two completed.
 */
export function costLatencyPlot(
  results: readonly Result[],
  best: number | undefined,
): HTMLElement | undefined {
  const points = results.flatMap(({ status, modelId, latencyMs, providerCost }, index) =>
    status === 'completed' ? [{ index, modelId, latencyMs, cost: providerCost }] : [],
  );
  if (points.length < 2) return undefined;
  const drawing = element('div', { class: 'plot-drawing' });
  const draw = (width: number) => drawing.replaceChildren(drawPlot(points, best, width));
  draw(MIN_WIDTH);
  new ResizeObserver(([entry]) => {
    if (entry !== undefined) draw(Math.max(MIN_WIDTH, Math.floor(entry.contentRect.width)));
  }).observe(drawing);
  const hint = element('span', { class: 'hint' }, ' fast and cheap is near the lower left corner');
  return element(
    'figure',
    { class: 'plot' },
    element('figcaption', {}, 'Cost against latency', hint),
    drawing,
  );
}

/** @param width CSS pixels. */
function drawPlot(points: readonly Point[], best: number | undefined, width: number): SVGSVGElement {
  const across = scaleFor(points.map(({ latencyMs }) => latencyMs));
  const up = scaleFor(points.map(({ cost }) => cost));
  const right = width - RIGHT;
  const x = (at: number) => LEFT + at * (right - LEFT);
  const y = (at: number) => HEIGHT - BOTTOM - at * (HEIGHT - TOP - BOTTOM);
  const spoken = points.map(({ index, modelId, latencyMs, cost }) => {
    return `${placeLetter(index)} ${modelId}: ${formatSeconds(latencyMs)}, ${formatUsd(cost)}`;
  });
  const placed = apart(
    points.map((point) => ({ ...point, x: x(across.at(point.latencyMs)), y: y(up.at(point.cost)) })),
    right,
  );
  const labels = placeLabels(
    placed.map(({ x: left, y: top, modelId }) => ({ x: left, y: top, text: modelId })),
    { radius: RADIUS, left: LEFT, right: width, top: 0, bottom: HEIGHT - BOTTOM },
  );
  return svgElement(
    'svg',
    {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: 'img',
      'aria-label': `Cost against latency. ${spoken.join('. ')}.`,
    },
    ...up.ticks.map(({ value, at }) => horizontal(y(at), right, formatTick(value))),
    ...across.ticks.map(({ value, at }) => vertical(x(at), formatLatencyTick(value))),
    svgElement('text', { x: right, y: HEIGHT - 4, 'text-anchor': 'end' }, 'latency →'),
    svgElement('text', { x: 0, y: 12 }, '↑ cost'),
    ...placed.map((point, place) => pointNode(point, { isBest: best === point.index, label: labels[place] })),
  );
}

/** Points on one place would hide each other: the later ones step aside. */
function apart<Placed extends { x: number; y: number }>(
  points: readonly Placed[],
  right: number,
): readonly Placed[] {
  const placed: Placed[] = [];
  for (const point of points) {
    let { x } = point;
    while (placed.some((other) => Math.hypot(other.x - x, other.y - point.y) < RADIUS * 1.5))
      x += RADIUS * 1.5;
    placed.push({ ...point, x: Math.min(x, right) });
  }
  return placed;
}

function pointNode(
  { index, modelId, latencyMs, cost, x, y }: Point & { x: number; y: number },
  { isBest, label }: { isBest: boolean; label: Label | undefined },
): SVGGElement {
  const name =
    label === undefined
      ? []
      : [
          svgElement(
            'text',
            { class: 'point-name', x: label.x, y: label.y + 4, 'text-anchor': label.anchor },
            modelId,
          ),
        ];
  return svgElement(
    'g',
    { class: isBest ? 'point is-best' : 'point' },
    svgElement('title', {}, `${modelId}: ${formatSeconds(latencyMs)}, ${formatUsd(cost)}`),
    ...name,
    svgElement('circle', { cx: x, cy: y, r: RADIUS }),
    svgElement('text', { class: 'point-place', x, y: y + 4, 'text-anchor': 'middle' }, placeLetter(index)),
  );
}

function horizontal(y: number, right: number, label: string): SVGGElement {
  return svgElement(
    'g',
    { class: 'grid' },
    svgElement('line', { x1: LEFT, x2: right, y1: y, y2: y }),
    svgElement('text', { x: LEFT - 10, y: y + 4, 'text-anchor': 'end' }, label),
  );
}

function vertical(x: number, label: string): SVGGElement {
  return svgElement(
    'g',
    { class: 'grid' },
    svgElement('line', { x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM }),
    svgElement('text', { x, y: HEIGHT - BOTTOM + 18, 'text-anchor': 'middle' }, label),
  );
}

function formatTick(usd: number): string {
  return usd === 0 ? '$0' : `$${Number(usd.toPrecision(2))}`;
}

function formatLatencyTick(milliseconds: number): string {
  return milliseconds === 0 ? '0' : `${Number((milliseconds / 1_000).toPrecision(3))} s`;
}
