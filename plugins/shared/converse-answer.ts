import type { ModelCall } from '../../core/contract.ts';
import { member, textOf } from './read-reply.ts';
import { OUTPUT_NAME, readToolInput } from './structured-output.ts';

/** The answer in a message's blocks: the forced tool's input, or else the text; undefined where that input is unreadable. */
export function readConverseAnswer(blocks: readonly unknown[], call: ModelCall): string | undefined {
  const uses = blocks.map((block) => member(block, 'toolUse'));
  const tool = call.outputSchema && uses.find((use) => member(use, 'name') === OUTPUT_NAME);
  // Text beside the tool call is the model thinking aloud.
  if (call.outputSchema !== undefined && tool !== undefined) return readToolInput(member(tool, 'input'));
  return blocks.map((block) => textOf(member(block, 'text'))).join('');
}
