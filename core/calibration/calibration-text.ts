import type { CalibratedJudge, Calibration } from '../generated/calibration.ts';

/**
 * A calibration as its file has it, one line a fact.
 * @param notes lines of comment above it.
 */
export function calibrationText(
  { date, judgePrompt, judges }: Calibration,
  notes: readonly string[],
): string {
  return [
    ...notes.map((note) => `# ${note}`.trimEnd()),
    'version: 1',
    `date: ${quoted(date)}`,
    `judgePrompt: ${quoted(judgePrompt)}`,
    'judges:',
    ...Object.entries(judges).flatMap(([id, judge]) => [`  ${quoted(id)}:`, ...judgeLines(judge)]),
    '',
  ].join('\n');
}

function judgeLines({ model, labelled, flips }: CalibratedJudge): readonly string[] {
  return [
    `    model: ${quoted(model)}`,
    ...(labelled === undefined
      ? []
      : [`    labelled: { pairs: ${labelled.pairs}, right: ${labelled.right}, ties: ${labelled.ties} }`]),
    ...(flips === undefined ? [] : [`    flips: { pairs: ${flips.pairs}, flipped: ${flips.flipped} }`]),
  ];
}

/** JSON is YAML, whatever the text looks like: a version of digits alone stays a text. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A time as calibrations have it: RFC 3339 in UTC, without fractions of a second. */
export function calibrationDate(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
