/** One subject under one load for one round. */
export interface Cell {
  readonly subject: string;
  readonly round: number;
  readonly fanOut: number;
  readonly connections: number;
  /** How the upstream answers. */
  readonly upstream: string;
  /** Requests a second that were offered; null where as many as were answered. */
  readonly rate: number | null;
  readonly requestsPerSecond: number;
  readonly callsPerSecond: number;
  /** Over what the upstream takes. */
  readonly addedP50Ms: number;
  readonly addedP99Ms: number;
  /** Of all threads of the subject, for each call upstream. */
  readonly cpuMicrosPerCall: number;
  readonly peakRssMegabytes: number;
  readonly failed: number;
  readonly generatorLoad: number;
}

type Figure =
  | 'requestsPerSecond'
  | 'addedP50Ms'
  | 'addedP99Ms'
  | 'cpuMicrosPerCall'
  | 'peakRssMegabytes'
  | 'callsPerSecond';

const COLUMNS = [
  ['upstream', 18],
  ['fan-out', 8],
  ['clients', 12],
  ['subject', 21],
  ['req/s of limit', 15],
  ['req/s', 8],
  ['calls/s', 8],
  ['p50 +ms', 9],
  ['p99 +ms', 9],
  ['p99 of limit', 13],
  ['CPU us/call', 12],
  ['peak MB', 8],
  ['failed', 7],
] as const;

/** Medians over the rounds; ratios are of the same round, then their median. */
export function printTable(cells: readonly Cell[]): void {
  console.log(`  ${COLUMNS.map(([name, width]) => name.padStart(width)).join(' ')}`);
  for (const group of groups(cells)) {
    const [first] = group;
    if (first === undefined) continue;
    const limit = cells.filter((cell) => cell.subject === 'limit' && loadOf(cell) === loadOf(first));
    const values = [
      first.upstream,
      String(first.fanOut),
      first.rate === null ? String(first.connections) : `${first.rate}/s`,
      first.subject,
      ratio(group, limit, 'requestsPerSecond'),
      median(group, 'requestsPerSecond').toFixed(0),
      median(group, 'callsPerSecond').toFixed(0),
      median(group, 'addedP50Ms').toFixed(2),
      median(group, 'addedP99Ms').toFixed(2),
      ratio(group, limit, 'addedP99Ms'),
      median(group, 'cpuMicrosPerCall').toFixed(0),
      median(group, 'peakRssMegabytes').toFixed(0),
      String(group.reduce((sum, { failed }) => sum + failed, 0)),
    ];
    console.log(`  ${values.map((value, index) => value.padStart(COLUMNS[index]?.[1] ?? 0)).join(' ')}`);
  }
}

function loadOf({ fanOut, connections, upstream, rate }: Cell): string {
  return `${upstream}/${fanOut}/${rate === null ? connections : 'rate'}`;
}

function groups(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  return [...Map.groupBy(cells, (cell) => `${loadOf(cell)}/${cell.subject}`).values()];
}

function median(cells: readonly Cell[], figure: Figure): number {
  return middle(cells.map((cell) => cell[figure]));
}

function ratio(cells: readonly Cell[], limit: readonly Cell[], figure: Figure): string {
  return middle(cells.map((cell, round) => cell[figure] / (limit[round]?.[figure] ?? Number.NaN))).toFixed(2);
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
