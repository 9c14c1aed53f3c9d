import type { RowAsking } from '../run/row-asking.ts';
import type { RowEnd } from '../run/send-row.ts';

/** Prompts after which a model that answered none of them is taken to be gone. */
const SILENT_AFTER = 5;

/**
 * Ends a run whose baseline answers none of its first prompts: the successors' answers would be paid for and compared with
 * nothing.
 * @param place of the baseline in the suite's models. @param silent makes the error from the reasons of the failures.
 */
export function heedSilence(
  asking: RowAsking,
  { place, silent }: { readonly place: number; readonly silent: (failures: readonly string[]) => Error },
): RowAsking {
  const failures: string[] = [];
  let hasAnswered = false;
  const heed = (end: RowEnd | undefined): RowEnd | undefined => {
    if (end?.kind !== 'answer') return end;
    const result = end.response.results[place];
    if (result?.status === 'completed') hasAnswered = true;
    else failures.push(result?.error?.code ?? 'failed');
    if (!hasAnswered && failures.length >= SILENT_AFTER) throw silent(failures);
    return end;
  };
  return {
    quote: (rows, quoting) => asking.quote(rows, quoting),
    fetch: async (row, means) => heed(await asking.fetch(row, means)),
    ask: async (row, means) => heed(await asking.ask(row, means)),
  };
}
