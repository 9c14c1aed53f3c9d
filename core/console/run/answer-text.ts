import type { Result } from '../../generated/prompt-response.ts';
import { button, element } from '../shell/element.ts';
import { MAX_MARKDOWN_CHARACTERS, markdownNodes } from './markdown-nodes.ts';
import { jsonNode, sourceNodes } from './output-text.ts';

/** Of one answer that is shown as its source. */
const MAX_SOURCE_CHARACTERS = 200_000;
/** As much of an answer is shown even where the others of its run have taken the room. */
const MIN_SOURCE_CHARACTERS = 20_000;

/** How much the answers of one run may still put on the page, all together. */
export interface Room {
  elements: number;
  /** Of sources. */
  characters: number;
}

export function roomOfRun(): Room {
  return { elements: 20_000, characters: 2_000_000 };
}

/**
 * An answer that has come: JSON in lines, anything else as the Markdown it mostly is, with a switch to the source. What
 * would take the page long is shown as its source.
 * @param name of the answer, for who cannot see it.
 * @returns `change` is the switch; none where there is only one way to show it.
 */
export function answerText(
  result: Pick<Result, 'output' | 'schemaValid'>,
  name: string,
  room: Room,
): { readonly node: HTMLElement; readonly change: HTMLButtonElement | undefined } {
  const { output } = result;
  // Focusable, so that a long answer can be scrolled by the keyboard.
  const node = element('div', {
    class: 'output-text',
    tabindex: 0,
    role: 'region',
    'aria-label': `Text of ${name}`,
    dir: 'auto',
  });
  if (output === '') {
    node.append(element('em', {}, 'An empty answer.'));
    return { node, change: undefined };
  }
  const made = formatted(result);
  const size = made === undefined ? 0 : 1 + made.querySelectorAll('*').length;
  const showsSource = made === undefined || size > room.elements;
  if (showsSource) {
    const most = Math.min(MAX_SOURCE_CHARACTERS, Math.max(MIN_SOURCE_CHARACTERS, room.characters));
    room.characters -= Math.min(most, output.length);
    node.append(...sourceNodes(output, most));
  } else {
    room.elements -= size;
    node.append(made);
  }
  const isOneWay = made === undefined || result.schemaValid === true;
  return { node, change: isOneWay ? undefined : sourceSwitch(node, result, { name, showsSource }) };
}

function sourceSwitch(
  node: HTMLElement,
  result: Pick<Result, 'output' | 'schemaValid'>,
  { name, showsSource }: { readonly name: string; readonly showsSource: boolean },
): HTMLButtonElement {
  const show = (pressed: HTMLButtonElement) => {
    const isSource = pressed.ariaPressed !== 'true';
    pressed.ariaPressed = String(isSource);
    const made = isSource ? undefined : formatted(result);
    node.replaceChildren(
      ...(made === undefined ? sourceNodes(result.output, MAX_SOURCE_CHARACTERS) : [made]),
    );
  };
  const change = button('Source', show, { label: `Source of ${name}` });
  change.ariaPressed = String(showsSource);
  return change;
}

/** @returns undefined where only the source is shown. */
function formatted({ output, schemaValid }: Pick<Result, 'output' | 'schemaValid'>): HTMLElement | undefined {
  try {
    if (schemaValid === true) return jsonNode(output);
    if (output.length > MAX_MARKDOWN_CHARACTERS) return undefined;
    const nodes = markdownNodes(output);
    return nodes && element('div', { class: 'markdown' }, ...nodes);
  } catch {
    // One answer that the page cannot format must not keep the others from being read.
    return undefined;
  }
}
