import { byId, element } from '../frame/element.ts';
import type { Store } from '../frame/store.ts';
import type { Draft } from './draft.ts';

/** The weights, the criteria and when to stop, folded, and only with judges; and ties the last of them to the draft. */
export function startJudgingFields(draft: Store<Draft>): void {
  const block = byId('judging', HTMLDetailsElement);
  const until = byId('judge-until', HTMLSelectElement);
  const show = ({ judges, judgeUntil }: Draft) => {
    block.hidden = judges.length === 0;
    // An earlier request may have had any other.
    if (![...until.options].some(({ value }) => value === judgeUntil))
      until.append(element('option', { value: judgeUntil }, `at ${Number(judgeUntil) * 100} % sure`));
    until.value = judgeUntil;
  };
  until.addEventListener('change', () => draft.change({ judgeUntil: until.value }));
  draft.subscribe(show);
  show(draft.get());
}
