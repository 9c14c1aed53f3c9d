import { CHUNK, type FuzzFailure } from './run-fuzz.ts';

/** A body is shown as text up to so many characters, and whole as base64 up to so many. */
const MAX_SHOWN = 1_500;
const MAX_PASTED = 4_000;

/** What a person needs to see it again. */
export function describeFailure({ seed, smallest, problems }: FuzzFailure): string {
  const base64 = smallest.body.toString('base64');
  const pasted = base64.length > MAX_PASTED ? `${base64.slice(0, MAX_PASTED)}... (cut)` : base64;
  return [
    `${smallest.kind}, ${smallest.body.length} bytes to ${smallest.path}:`,
    ...problems.map((problem) => `  ${problem}`),
    `body    ${JSON.stringify(smallest.body.toString('latin1')).slice(0, MAX_SHOWN)}`,
    `base64  ${pasted}`,
    `again   npm run fuzz -- --seed ${seed} --cases ${CHUNK}`,
  ].join('\n');
}
