import type { PromptRecord } from '../../generated/prompt-record.ts';
import { headlineOf } from '../../client/run-headline.ts';
import { element } from '../shell/element.ts';

/**
 * Says in each row of a judged run what came of it. The list of runs does not tell, so records are read for it, one after
 * another and only of the rows that the reader comes to.
 * @param read throws where there is no such record any more; then the row says nothing.
 */
export function showWinners(list: HTMLElement, read: (promptLogId: string) => Promise<PromptRecord>): void {
  let last = Promise.resolve();
  const show = async (row: HTMLElement) => {
    const { response } = await read(row.dataset['judged'] ?? '');
    if (response === null) return;
    row.append(element('span', { class: 'hint history-winner' }, headlineOf(response).words));
  };
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      seen.unobserve(target);
      last = last.then(() => show(target)).catch(() => {});
    }
  });
  for (const row of list.querySelectorAll('a[data-judged]:not(:has(.history-winner))')) seen.observe(row);
}
