import { printColumns } from '../print-columns.ts';
import { median } from '../scale/median.ts';

/** One subject under one load for one round. */
export interface Cell {
  readonly subject: string;
  readonly round: number;
  readonly fanOut: number;
  readonly connections: number;
  /** How the upstream answers. */
  readonly upstream: string;
  readonly requestsPerSecond: number;
  readonly callsPerSecond: number;
  /** Over what the upstream takes. */
  readonly addedP50Ms: number;
  readonly addedP99Ms: number;
  /** Of all threads of the subject, for each call upstream. */
  readonly cpuMicrosPerCall: number;
  readonly residentMegabytes: number;
  readonly failed: number;
  readonly generatorLoad: number;
}

type Figure =
  | 'requestsPerSecond'
  | 'addedP50Ms'
  | 'addedP99Ms'
  | 'cpuMicrosPerCall'
  | 'residentMegabytes'
  | 'callsPerSecond';

const HEAD = [
  'subject',
  'upstream',
  'fan-out',
  'clients',
  'req/s of limit',
  'req/s',
  'calls/s',
  'p50 +ms',
  'p99 +ms',
  'p99 of limit',
  'CPU us/call',
  'MB',
  'failed',
];

/** Medians over the rounds; ratios are of the same round, then their median. */
export function printTable(cells: readonly Cell[]): void {
  const limits = cells.filter(({ subject }) => subject === 'limit');
  const lines = groups(cells).map((group) =>
    line(
      group,
      limits.filter((limit) => group.some((cell) => loadOf(cell) === loadOf(limit))),
    ),
  );
  printColumns([HEAD, ...lines]);
}

function line(group: readonly Cell[], limit: readonly Cell[]): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  return [
    first.subject,
    first.upstream,
    String(first.fanOut),
    String(first.connections),
    ratio(group, limit, 'requestsPerSecond'),
    medianOf(group, 'requestsPerSecond').toFixed(0),
    medianOf(group, 'callsPerSecond').toFixed(0),
    medianOf(group, 'addedP50Ms').toFixed(2),
    medianOf(group, 'addedP99Ms').toFixed(2),
    ratio(group, limit, 'addedP99Ms'),
    medianOf(group, 'cpuMicrosPerCall').toFixed(0),
    medianOf(group, 'residentMegabytes').toFixed(0),
    String(group.reduce((sum, { failed }) => sum + failed, 0)),
  ];
}

function loadOf({ fanOut, connections, upstream }: Cell): string {
  return `${upstream}/${fanOut}/${connections}`;
}

function groups(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  return [...Map.groupBy(cells, (cell) => `${loadOf(cell)}/${cell.subject}`).values()];
}

function medianOf(cells: readonly Cell[], figure: Figure): number {
  return median(cells.map((cell) => cell[figure]));
}

function ratio(cells: readonly Cell[], limit: readonly Cell[], figure: Figure): string {
  return median(cells.map((cell, round) => cell[figure] / (limit[round]?.[figure] ?? Number.NaN))).toFixed(2);
}
