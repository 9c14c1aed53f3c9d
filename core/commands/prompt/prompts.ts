import { ArgumentError } from '../../argument-error.ts';
import { print, readArguments, usageError, type Command } from '../command.ts';
import { withOffice } from '../account/with-ledger.ts';

const HOUR_MS = 3_600_000;
const UNITS_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS };

const HELP = `assay prompts: delete the texts of old requests.

  assay prompts prune --older-than AGE    AGE is a whole number of hours or days, such as 12h or 30d; 0h deletes all

Deletes the request and the response of each prompt from the prompt log. Entries, charges and the metering of every call
stay. A request that is repeated under its Idempotency-Key within 24 hours after its text was deleted is answered 409
result-not-retained; it is never run again. Dead letters of webhooks that are older are deleted too.

  --json    print JSON

Example: assay prompts prune --older-than 30d
`;

export const prompts: Command = {
  async run(rest, environment) {
    const args = readArguments(rest, HELP, { 'older-than': { type: 'string' } });
    if (args === undefined) return 0;
    const age = args.text('older-than');
    if (args.positionals.join(' ') !== 'prune' || age === undefined) throw usageError(HELP);
    const before = new Date(Date.now() - parseAge(age)).toISOString();
    const pruned = await withOffice(environment, ({ ledger, by }) => ledger.prunePrompts(before, by));
    print({ pruned, before }, [{ pruned, before }], args.json);
    return 0;
  },
};

/** @returns milliseconds. */
function parseAge(text: string): number {
  const [, count, unit = ''] = /^(0|[1-9]\d{0,4})([hd])$/.exec(text) ?? [];
  const ageMs = Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  if (Number.isNaN(ageMs))
    throw new ArgumentError('--older-than takes a whole number of hours or days, such as 12h or 30d');
  return ageMs;
}
