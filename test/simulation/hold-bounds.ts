import type { SimulationReport } from './simulate-holds.ts';

/** What is promised of holds on accounts with next to nothing free, with 200 requests at once. */
const MAX_RATIO_MEDIAN = 5;
const MAX_RATIO_P99 = 15;
const MAX_OWED_PERCENT = 2;

/** @returns a sentence for each promise that a simulation breaks. */
export function brokenPromises(report: SimulationReport): readonly string[] {
  const { ratioMedian, ratioP99, owedShare, problems } = report;
  return [
    ...(ratioMedian <= MAX_RATIO_MEDIAN ? [] : [`The median hold is ${ratioMedian} times the charge.`]),
    ...(ratioP99 <= MAX_RATIO_P99 ? [] : [`A hold in a hundred is ${ratioP99} times the charge.`]),
    ...(owedShare < MAX_OWED_PERCENT ? [] : [`Accounts come to owe ${owedShare} % of the charges.`]),
    ...(problems.length === 0 ? [] : ['The ledger is not exact.']),
  ];
}
