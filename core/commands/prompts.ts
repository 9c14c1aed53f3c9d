import { print, readWords, usageError, type Command } from './command.ts';
import { withLedger } from './with-ledger.ts';

const HOUR_MS = 3_600_000;
const UNITS_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS };
const LEAST_MS = 24 * HOUR_MS;

const HELP = `assay prompts: delete the texts of old requests.

  assay prompts prune --older-than AGE    AGE is a whole number of hours or days, such as 36h or 30d; at least 24h

Deleted are the request and the response as they stand in the prompt log. The money stays: entries, charges and the
metering of every call. 24 hours are kept because repeated requests are answered from these texts.

  --json    print JSON

Example: assay prompts prune --older-than 30d
`;

export const prompts: Command = {
  name: 'prompts',
  summary: 'Delete the texts of old requests; their figures stay.',
  async run(rest, environment) {
    const words = readWords(rest, HELP, { 'older-than': { type: 'string' } });
    if (words === undefined) return 0;
    const age = words.text('older-than');
    if (words.positionals.join(' ') !== 'prune' || age === undefined) throw usageError(HELP);
    const before = new Date(Date.now() - parseAge(age)).toISOString();
    const pruned = await withLedger(environment, (ledger) => ledger.prunePrompts(before));
    print({ pruned, before }, [{ pruned, before }], words.json);
    return 0;
  },
};

/** @returns milliseconds. */
function parseAge(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? [];
  const ageMs = Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  if (!(ageMs >= LEAST_MS))
    throw new Error('--older-than takes a number of hours or days of at least 24h, such as 36h or 30d');
  return ageMs;
}
