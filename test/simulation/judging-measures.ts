import type { JudgingReport, RuleFigures } from './simulate-judging.ts';

/**
 * What judging until sure is held to, chosen before it was written. Judges and pairs are those of public transcripts with
 * known answers, half of them held out: constants and calibrations come from the one half, tournaments from the other.
 *
 * - Until 0.95: at most 40 % of the judge calls of all pairs, and right as often as all pairs, within a point. All pairs are
 *   the better of today's ranking and of the most probable answer by all verdicts.
 * - Until 0.8: at most 25 % of the calls.
 * - Both: in each tenth of the stated probability with at least 100 cases, the leader is best as often as stated, within
 *   three points.
 *
 * The shares are means over as many tournaments of 3, 5 and 8 answers.
 */
export const MEASURES = {
  calls: { 'until 0.95': 0.4, 'until 0.8': 0.25 },
  accuracyLost: 0.01,
  misstatement: 0.03,
  casesOfTenth: 100,
} as const;

/** In words; empty where all measures are met. */
export function brokenMeasures(report: JudgingReport): readonly string[] {
  const of = (rule: string): RuleFigures | undefined => report[rule]?.all;
  const whole = Math.max(
    of('all pairs, by win rate')?.right ?? 1,
    of('all pairs, by probability')?.right ?? 1,
  );
  const lost = whole - (of('until 0.95')?.right ?? 0);
  return [
    ...Object.entries(MEASURES.calls).flatMap(([rule, most]) => [
      ...((of(rule)?.calls ?? 1) > most
        ? [`${rule} takes ${of(rule)?.calls} of the calls, not ${most}`]
        : []),
      ...misstatements(rule, of(rule)),
    ]),
    ...(lost > MEASURES.accuracyLost ? [`until 0.95 is right ${lost} less often than all pairs`] : []),
  ];
}

function misstatements(rule: string, figures: RuleFigures | undefined): readonly string[] {
  return (figures?.tenths ?? []).flatMap(({ cases, stated, right }) =>
    cases >= MEASURES.casesOfTenth && Math.abs(stated - right) > MEASURES.misstatement
      ? [`${rule} states ${stated.toFixed(3)} where ${right.toFixed(3)} are right (${cases} cases)`]
      : [],
  );
}
