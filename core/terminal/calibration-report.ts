import type { JudgeFigures } from '../calibration/measure/judge-figures.ts';
import type { PanelFigures } from '../calibration/measure/panel-figures.ts';
import { formatSeconds, formatShare, formatUsd } from '../client/figures.ts';
import { weightText } from '../client/weights.ts';
import type { Paint } from './paint.ts';
import { section } from './answer-report.ts';
import { textTable, type Cell } from './text-table.ts';

/** The figures of a judge, and its weight by them. */
export interface ReportedJudge extends JudgeFigures {
  readonly weight: number;
}

export interface ReportedPanel {
  readonly judges: readonly ReportedJudge[];
  readonly panel: readonly PanelFigures[];
}

/** How good each judge and the panel are, as tables under headings. Ends with a line break. */
export function calibrationReport({ judges, panel }: ReportedPanel, paint: Paint): string {
  return [
    section('Judges (pairs read in both orders; a tie is half right)', verdicts(judges, paint), paint),
    section('Leanings (+1 always, 0 as the labels do)', leanings(judges, paint), paint),
    section('Agreement between judges (Cohen’s kappa)', agreement(judges, paint), paint),
    panel.length > 0 &&
      section('The panel, each pair decided by what the others teach', panelTable(panel, paint), paint),
  ]
    .filter((part) => part !== false)
    .join('');
}

function verdicts(judges: readonly ReportedJudge[], paint: Paint): string {
  const rows = judges.map(
    ({ modelId, labelled, flips, accuracy, interval, kappa, weight }): readonly Cell[] => [
      { text: modelId, style: 'bold' },
      ...cells(
        labelled.pairs,
        labelled.right,
        labelled.ties,
        labelled.pairs - labelled.right - labelled.ties,
        labelled.pairs === 0 ? '-' : formatShare(accuracy),
        rangeOf(interval),
        decimals(kappa),
        flips.flipped,
        labelled.pairs === 0 ? '-' : weightText({ weight }),
      ),
    ],
  );
  const headings = [
    'judge',
    'pairs',
    'right',
    'tied',
    'wrong',
    'accuracy',
    '95 % interval',
    'kappa',
    'flips',
    'weight',
  ];
  return textTable(rows, { headings, right: [1, 2, 3, 4, 5, 6, 7, 8, 9], paint });
}

function leanings(judges: readonly ReportedJudge[], paint: Paint): string {
  const rows = judges.map((judge): readonly Cell[] => [
    { text: judge.modelId, style: 'bold' },
    ...cells(
      signed(judge.toFirst),
      signed(judge.toLonger?.lean),
      signed(judge.toOwn?.lean),
      `${judge.unreadable} of ${judge.runs}`,
      `${judge.failed} of ${judge.runs}`,
      judge.costUsd === null ? '-' : formatUsd(judge.costUsd),
      judge.latencyMs === null ? '-' : formatSeconds(judge.latencyMs),
    ),
  ]);
  const headings = [
    'judge',
    'first place',
    'longer answer',
    'own provider',
    'unreadable',
    'failed',
    'cost a verdict',
    'time a verdict',
  ];
  return textTable(rows, { headings, right: [1, 2, 3, 4, 5, 6, 7], paint });
}

function agreement(judges: readonly ReportedJudge[], paint: Paint): string {
  if (judges.length < 2) return '';
  const rows = judges.map(({ modelId, kappaWith }, index): readonly Cell[] => [
    { text: String(index + 1), style: 'dim' },
    { text: modelId, style: 'bold' },
    ...cells(...kappaWith.map((kappa, other) => (other === index ? '·' : decimals(kappa)))),
  ]);
  const columns = judges.map((_judge, index) => String(index + 1));
  return textTable(rows, {
    headings: ['', 'judge', ...columns],
    right: [0, ...columns.map((_c, at) => at + 2)],
    paint,
  });
}

const WEIGHTINGS = {
  alike: 'all judges alike',
  flips: 'weighed by order flips',
  labels: 'weighed by labels',
  best: 'the best judge alone',
} as const;

function panelTable(panel: ReportedPanel['panel'], paint: Paint): string {
  const rows = panel.map(({ weighting, accuracy, interval }): readonly Cell[] => [
    { text: WEIGHTINGS[weighting], style: 'bold' },
    ...cells(formatShare(accuracy), rangeOf(interval)),
  ]);
  return textTable(rows, { headings: ['weighting', 'accuracy', '95 % interval'], right: [1, 2], paint });
}

function cells(...values: readonly (string | number)[]): readonly Cell[] {
  return values.map((value) => ({ text: String(value) }));
}

function rangeOf([low, high]: readonly [number, number]): string {
  return `${Math.round(low * 100)} to ${Math.round(high * 100)} %`;
}

function decimals(value: number | null): string {
  return value === null ? '-' : value.toFixed(2).replace(/^-(?=0\.00$)/, '');
}

function signed(value: number | null | undefined): string {
  if (value === null || value === undefined) return '-';
  return `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
}
