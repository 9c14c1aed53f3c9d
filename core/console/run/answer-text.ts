import type { Result } from '../../generated/prompt-response.ts';
import { button, element } from '../shell/element.ts';
import { MAX_MARKDOWN_CHARACTERS, markdownNodes } from './markdown-nodes.ts';
import { jsonNode, sourceNodes } from './output-text.ts';

/** Limit for one answer that is shown as its source. */
const MAX_SOURCE_CHARACTERS = 200_000;
/** This much of an answer is shown even if other answers have used up the budget. */
const MIN_SOURCE_CHARACTERS = 20_000;

/** What the answers of one run may still add to the page. */
export interface RenderBudget {
  elements: number;
  /** Characters of answers that are shown as their source. */
  characters: number;
}

export function createRenderBudget(): RenderBudget {
  return { elements: 20_000, characters: 2_000_000 };
}

/**
 * A complete answer: JSON in lines, anything else as Markdown with a button that shows the source. An answer that would
 * take long to render is shown as its source.
 * @param name of the answer, for screen readers.
 * @returns `sourceButton` is undefined if there is only one way to show the answer.
 */
export function answerText(
  result: Pick<Result, 'output' | 'schemaValid'>,
  name: string,
  budget: RenderBudget,
): { readonly node: HTMLElement; readonly sourceButton: HTMLButtonElement | undefined } {
  const { output } = result;
  // Focusable, so that the keyboard can scroll a long answer.
  const node = element('div', {
    class: 'output-text',
    tabindex: 0,
    role: 'region',
    'aria-label': `Text of ${name}`,
    dir: 'auto',
  });
  if (output === '') {
    node.append(element('em', {}, 'An empty answer.'));
    return { node, sourceButton: undefined };
  }
  const content = formattedAnswer(result);
  const size = content === undefined ? 0 : 1 + content.querySelectorAll('*').length;
  const showsSource = content === undefined || size > budget.elements;
  if (showsSource) {
    const most = Math.min(MAX_SOURCE_CHARACTERS, Math.max(MIN_SOURCE_CHARACTERS, budget.characters));
    budget.characters -= Math.min(most, output.length);
    node.append(...sourceNodes(output, most));
  } else {
    budget.elements -= size;
    node.append(content);
  }
  const hasOneView = content === undefined || result.schemaValid === true;
  return {
    node,
    sourceButton: hasOneView ? undefined : createSourceButton(node, result, { name, showsSource }),
  };
}

function createSourceButton(
  node: HTMLElement,
  result: Pick<Result, 'output' | 'schemaValid'>,
  { name, showsSource }: { readonly name: string; readonly showsSource: boolean },
): HTMLButtonElement {
  const show = (pressed: HTMLButtonElement) => {
    const isSource = pressed.ariaPressed !== 'true';
    pressed.ariaPressed = String(isSource);
    const content = isSource ? undefined : formattedAnswer(result);
    node.replaceChildren(
      ...(content === undefined ? sourceNodes(result.output, MAX_SOURCE_CHARACTERS) : [content]),
    );
  };
  const toggle = button('Source', show, { label: `Source of ${name}` });
  toggle.ariaPressed = String(showsSource);
  return toggle;
}

/** @returns undefined if only the source can be shown. */
function formattedAnswer({
  output,
  schemaValid,
}: Pick<Result, 'output' | 'schemaValid'>): HTMLElement | undefined {
  try {
    if (schemaValid === true) return jsonNode(output);
    if (output.length > MAX_MARKDOWN_CHARACTERS) return undefined;
    const nodes = markdownNodes(output);
    return nodes && element('div', { class: 'markdown' }, ...nodes);
  } catch {
    // An answer that the page cannot format must not hide the others.
    return undefined;
  }
}
