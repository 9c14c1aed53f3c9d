import { element } from '../shell/element.ts';
import { textNodes } from './text-nodes.ts';

/** The rest of a longer answer is shown only once it is complete. */
const MAX_LIVE_CHARACTERS = 200_000;
/** Invisible characters of one answer that have names while it is written. */
const MAX_LIVE_NAMES = 500;

/**
 * An answer while it is written. New text is appended, so that the browser draws only that.
 * @param name of the answer, for screen readers.
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
  const received = { text: 0, reasoning: 0 };
  const pending = { text: '', reasoning: '' };
  let isAtEnd = true;
  const drawing = {
    // Scrolls along only while the reader is at the end.
    measure() {
      isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 80;
    },
    change() {
      if (pending.text !== '') text.append(...liveNodes(pending.text, text));
      if (pending.reasoning !== '') reasoning.append(...liveNodes(pending.reasoning, reasoning));
      [pending.text, pending.reasoning] = ['', ''];
    },
    settle() {
      if (isAtEnd) node.scrollTop = node.scrollHeight;
    },
  };
  const append = (kind: 'text' | 'reasoning', added: string) => {
    const room = MAX_LIVE_CHARACTERS - received[kind];
    if (room <= 0) return;
    pending[kind] += added.slice(0, room);
    received[kind] += added.length;
    drawNextFrame(drawing);
  };
  return {
    node,
    add: (added: string) => append('text', added),
    reason(added: string) {
      thoughts.hidden = false;
      append('reasoning', added);
    },
    /** The reasoning so far, folded; empty without reasoning. */
    thoughts() {
      drawing.change();
      return thoughts.hidden ? [] : [thoughts];
    },
    /** Replaces all earlier text. */
    replace(whole: string) {
      text.replaceChildren();
      pending.text = '';
      received.text = 0;
      append('text', whole);
    },
  };
}

/** @param parent of the new nodes, whose children are the names of invisible characters so far. */
function liveNodes(added: string, parent: HTMLElement): readonly (string | Node)[] {
  return textNodes(added, Math.max(0, MAX_LIVE_NAMES - parent.childElementCount));
}

/**
 * Changes for the next frame, in three steps, so that the browser computes the layout once for all drawings.
 */
interface Drawing {
  /** Reads the layout. */
  readonly measure: () => void;
  readonly change: () => void;
  /** Scrolls, after all changes. */
  readonly settle: () => void;
}

let pending = new Set<Drawing>();

/**
 * Draws with the next frame, which an invisible page gets only when it becomes visible.
 * @param drawing is drawn once, even if it is passed several times.
 */
function drawNextFrame(drawing: Drawing): void {
  if (pending.size === 0) requestAnimationFrame(drawAll);
  pending.add(drawing);
}

function drawAll(): void {
  const drawings = [...pending];
  pending = new Set();
  for (const { measure } of drawings) measure();
  for (const { change } of drawings) change();
  for (const { settle } of drawings) settle();
}
