import type { MeasuredAttack } from './measure-attack.ts';

const COLUMNS = [
  'attack',
  'stall ms',
  'idle ms',
  'p50 ms',
  'idle p50',
  'p99 ms',
  'idle p99',
  'lag max ms',
  'idle lag',
  'own work ms',
  'peak MB',
  'idle MB',
  'took s',
  'new connections',
  'answers',
  'credits',
] as const;
/** The columns from the second on hold figures, up to this one. */
const LAST_FIGURE = 12;

/** One line for each attack as it is measured, under a heading. */
export function printHeading(): void {
  console.log(`  ${COLUMNS.join(' | ')}`);
}

export function printAttack(measured: MeasuredAttack): void {
  console.log(`  ${attackCells(measured).join(' | ')}`);
  for (const note of measured.attack.notes) console.log(`      ${note}`);
  for (const { name, reserved } of measured.books)
    if (reserved !== 0) console.log(`      ${name}: ${reserved / 1e6} credits are still held`);
  for (const invariant of measured.brokenInvariants) console.log(`      ledger broken: ${invariant}`);
  for (const line of freeOf(measured)) console.log(`      FREE: ${line}`);
  if (!measured.survived) console.log('      THE GATEWAY ENDED');
}

/** The table as Markdown, for a document. */
export function markdownOf(all: readonly MeasuredAttack[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = line(COLUMNS.map((_, index) => (index > 0 && index <= LAST_FIGURE ? '--:' : '---')));
  return [line(COLUMNS), rule, ...all.map((measured) => line(attackCells(measured)))].join('\n');
}

function attackCells(measured: MeasuredAttack): readonly string[] {
  const { name, idle, attacked, attack, peakBytes, idleBytes, tookMs } = measured;
  return [
    name,
    stallMs(measured).toFixed(0),
    idle.longestGapMs.toFixed(0),
    attacked.p50Ms.toFixed(1),
    idle.p50Ms.toFixed(1),
    attacked.p99Ms.toFixed(1),
    idle.p99Ms.toFixed(1),
    attacked.lagMaxMs.toFixed(0),
    idle.lagMaxMs.toFixed(0),
    attacked.longestWorkMs.toFixed(0),
    (peakBytes / 1e6).toFixed(0),
    (idleBytes / 1e6).toFixed(0),
    (tookMs / 1_000).toFixed(1),
    `${attacked.newConnectionsAnswered} of ${attacked.newConnections}`,
    Object.entries(attack.statuses)
      .map(([status, count]) => `${status} x${count}`)
      .join(', '),
    (chargedTo(measured) / 1e6).toFixed(2),
  ];
}

/** The victim's longest gap beyond its longest while the gateway was idle. */
export function stallMs({ idle, attacked }: MeasuredAttack): number {
  return Math.max(0, attacked.longestGapMs - idle.longestGapMs);
}

/** Accounts that were charged less than the answers they received said they cost. */
function freeOf({ books, attack }: MeasuredAttack): readonly string[] {
  return books.flatMap(({ name, charged }) => {
    const received = attack.microCreditsReceived[name] ?? 0;
    if (charged >= received) return [];
    return [`${name} received answers worth ${received / 1e6} credits and paid ${charged / 1e6}`];
  });
}

/** Micro-credits, to all accounts of the attackers. */
function chargedTo({ books }: MeasuredAttack): number {
  return books.reduce((sum, { charged }) => sum + charged, 0);
}
