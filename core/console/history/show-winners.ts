import type { PromptRecord } from '../../generated/prompt-record.ts';
import { headlineOf } from '../../client/run-headline.ts';
import { element } from '../shell/element.ts';

/**
 * Adds the outcome to the rows of judged runs. The list does not contain it, so the records of visible rows are read, one
 * after another.
 * @param read throws if the record no longer exists; the row then shows no outcome.
 */
export function showWinners(list: HTMLElement, read: (promptLogId: string) => Promise<PromptRecord>): void {
  let last = Promise.resolve();
  const show = async (row: HTMLElement) => {
    const { response } = await read(row.dataset['judged'] ?? '');
    if (response === null) return;
    row.append(element('span', { class: 'hint history-winner' }, headlineOf(response).words));
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      last = last.then(() => show(target)).catch(() => {});
    }
  });
  for (const row of list.querySelectorAll('a[data-judged]:not(:has(.history-winner))')) observer.observe(row);
}
