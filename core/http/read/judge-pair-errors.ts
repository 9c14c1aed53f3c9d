import type { FieldError } from '../../errors.ts';
import { lowerFirst, type Pair } from '../../pipeline/judge/judged-pairs.ts';

/**
 * What is wrong with the pairs a request wants judged, beyond their shape.
 * @param count of what can be compared, at least 1.
 * @param field whose places the pairs are.
 */
export function judgePairErrors(
  pairs: readonly Pair[],
  { count, field }: { readonly count: number; readonly field: 'models' | 'answers' },
): readonly FieldError[] {
  const first = new Map<string, number>();
  return pairs.flatMap((pair, index): readonly FieldError[] => {
    const pointer = `/judge_pairs/${index}`;
    const [a, b] = lowerFirst(pair);
    if (b >= count) {
      const place = pair[1] === b ? 1 : 0;
      const message = `there is no entry ${b} in ${field}: places count from 0, and the last is ${count - 1}`;
      return [{ pointer: `${pointer}/${place}`, code: 'range', message }];
    }
    if (a === b)
      return [{ pointer, code: 'not_allowed', message: `a pair needs two different entries of ${field}` }];
    const earlier = first.get(`${a}-${b}`);
    if (earlier === undefined) {
      first.set(`${a}-${b}`, index);
      return [];
    }
    const message = `is the pair of /judge_pairs/${earlier}: name each pair once, in either order`;
    return [{ pointer, code: 'not_allowed', message }];
  });
}
