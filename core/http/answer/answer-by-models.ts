import type { KeyLimits } from '../../ledger/administration/settings.ts';
import { staticJson, type StaticAnswer } from './static-answer.ts';

/** The part of a key that decides which models its caller is told of. */
export type KeyModels = Pick<KeyLimits, 'models'>;

/** Upper bound of the lists of models whose answers are kept for one source. */
export const MAX_MODEL_LISTS = 16;

/**
 * Makes an answer once for each source, such as a registry, and each list of models that keys may use, and frees it
 * together with the source. Of the lists of one source, the last ones asked for are kept.
 * @param write the answer as JSON in UTF-8.
 */
export function staticJsonByModels<T extends object>(
  write: (source: T, key: KeyModels) => Buffer,
): (source: T, key: KeyModels) => StaticAnswer {
  const answers = new WeakMap<T, Map<string, StaticAnswer>>();
  return (source, key) => {
    const byList = answers.get(source) ?? new Map<string, StaticAnswer>();
    answers.set(source, byList);
    const list = JSON.stringify(key.models);
    const answer = byList.get(list) ?? staticJson(write(source, key));
    // A map keeps the order of its entries, so the first one has not been asked for the longest.
    byList.delete(list);
    byList.set(list, answer);
    const [oldest] = byList.keys();
    if (byList.size > MAX_MODEL_LISTS && oldest !== undefined) byList.delete(oldest);
    return answer;
  };
}
