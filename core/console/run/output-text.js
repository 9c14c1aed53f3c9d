/** @import { Result } from '../../generated/prompt-response.ts' */
import { element } from '../frame/element.js';
import { prettyJson } from './pretty-json.js';
import { textNodes } from './text-nodes.js';

/** A longer text is shown as it is: colours for every token of it would make the page slow. */
const MAX_PRETTY_CHARACTERS = 200_000;

/**
 * What a model said, as nodes: JSON that satisfies the caller's schema in lines, anything else as plain text. Never HTML.
 * @param {Pick<Result, 'output' | 'schemaValid'>} result
 * @returns {readonly (Node | string)[]}
 */
export function outputNodes({ output, schemaValid }) {
  if (schemaValid !== true || output.length > MAX_PRETTY_CHARACTERS) return textNodes(output);
  return prettyJson(output).map(({ kind, text }) =>
    kind === 'space' ? text : element('span', { class: `json-${kind}` }, ...textNodes(text)),
  );
}
