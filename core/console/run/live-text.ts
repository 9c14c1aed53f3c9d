import { element } from '../shell/element.ts';
import { drawNextFrame } from '../shell/next-frame.ts';
import { textNodes } from './text-nodes.ts';

/** More is not shown while it is written; the answer itself is, once it is there. */
const MAX_LIVE_CHARACTERS = 200_000;
/** Invisible characters of one answer that have names while it is written. */
const MAX_LIVE_NAMES = 500;

/**
 * An answer while it is written: words are appended as they come, and nothing that stands is drawn again.
 * @param name of the answer, for who cannot see it.
 */
export function liveText(name: string) {
  const text = element('pre', { class: 'is-source' });
  const reasoning = element('pre', { class: 'is-source' });
  const thoughts = element(
    'details',
    { class: 'thoughts', hidden: true },
    element('summary', {}, 'Reasoning'),
    reasoning,
  );
  const node = element(
    'div',
    {
      class: 'output-text is-live',
      tabindex: 0,
      role: 'region',
      'aria-label': `Text of ${name}`,
      dir: 'auto',
    },
    thoughts,
    text,
  );
  const taken = { text: 0, reasoning: 0 };
  const waiting = { text: '', reasoning: '' };
  let isAtEnd = true;
  const drawing = {
    // Only for a reader who is at the end, not for one who has scrolled back.
    measure() {
      isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 80;
    },
    change() {
      if (waiting.text !== '') text.append(...liveNodes(waiting.text, text));
      if (waiting.reasoning !== '') reasoning.append(...liveNodes(waiting.reasoning, reasoning));
      [waiting.text, waiting.reasoning] = ['', ''];
    },
    settle() {
      if (isAtEnd) node.scrollTop = node.scrollHeight;
    },
  };
  const append = (kind: 'text' | 'reasoning', added: string) => {
    const room = MAX_LIVE_CHARACTERS - taken[kind];
    if (room <= 0) return;
    waiting[kind] += added.slice(0, room);
    taken[kind] += added.length;
    drawNextFrame(drawing);
  };
  return {
    node,
    add: (added: string) => append('text', added),
    reason(added: string) {
      thoughts.hidden = false;
      append('reasoning', added);
    },
    /** The reasoning that has come, folded; nothing where there is none. */
    thoughts() {
      drawing.change();
      return thoughts.hidden ? [] : [thoughts];
    },
    /** What stood there does not hold. */
    replace(whole: string) {
      text.replaceChildren();
      waiting.text = '';
      taken.text = 0;
      append('text', whole);
    },
  };
}

/** @param shown what stands there already. */
function liveNodes(added: string, shown: HTMLElement): readonly (string | Node)[] {
  return textNodes(added, Math.max(0, MAX_LIVE_NAMES - shown.childElementCount));
}
