import type { RowRunner } from '../run/row-runner.ts';
import type { RowEnd } from '../run/send-row.ts';

/** A model that answers none of this many prompts is assumed to be gone. */
const SILENT_AFTER = 5;

/**
 * Stops a run whose baseline answers none of its first prompts, because the successors' answers would cost credits and have
 * nothing to be compared with.
 * @param place of the baseline in the suite's models. @param silent makes the error from the reasons of the failures.
 */
export function stopWhenSilent(
  runner: RowRunner,
  {
    place,
    silenceError,
  }: { readonly place: number; readonly silenceError: (failures: readonly string[]) => Error },
): RowRunner {
  const failures: string[] = [];
  let hasAnswered = false;
  const checkEnd = (end: RowEnd | undefined): RowEnd | undefined => {
    if (end?.kind !== 'answer') return end;
    const result = end.response.results[place];
    if (result?.status === 'completed') hasAnswered = true;
    else failures.push(result?.error?.code ?? 'failed');
    if (!hasAnswered && failures.length >= SILENT_AFTER) throw silenceError(failures);
    return end;
  };
  return {
    quote: (rows, services) => runner.quote(rows, services),
    fetch: async (row, services) => checkEnd(await runner.fetch(row, services)),
    ask: async (row, services) => checkEnd(await runner.ask(row, services)),
  };
}
