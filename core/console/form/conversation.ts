import type { Draft } from './draft.ts';
import type { Store } from '../shell/store.ts';
import { byId, element } from '../shell/element.ts';
import { textNodes } from '../run/text-nodes.ts';

const MAX_TURN_CHARACTERS = 240;

/** Shows the conversation that the next prompt continues, and a button that drops it. */
export function startConversation(draft: Store<Draft>): void {
  const block = byId('conversation', HTMLElement);
  const list = byId('conversation-turns', HTMLElement);
  const show = () => {
    const { history } = draft.get();
    block.hidden = history.length === 0;
    list.replaceChildren(
      ...history.map(({ role, content }) =>
        element(
          'li',
          {},
          element('strong', {}, role === 'user' ? 'You: ' : 'Answer: '),
          ...textNodes(content.slice(0, MAX_TURN_CHARACTERS)),
          content.length > MAX_TURN_CHARACTERS ? ' …' : '',
        ),
      ),
    );
  };
  byId('conversation-drop', HTMLButtonElement).addEventListener('click', () => {
    draft.change({ history: [] });
    byId('prompt', HTMLTextAreaElement).focus();
  });
  draft.subscribe((now, before) => {
    if (now.history !== before.history) show();
  });
  show();
}
