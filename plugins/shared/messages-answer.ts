import type { ModelCall } from '../../core/contract.ts';
import { member, textOf } from './read-reply.ts';
import { OUTPUT_NAME, readToolInput } from './structured-output.ts';

/** The answer in a message's blocks: the forced tool's input, or else the text; undefined where that input is unreadable. */
export function readMessageAnswer(blocks: readonly unknown[], call: ModelCall): string | undefined {
  const tool = call.outputSchema && blocks.find(isTool);
  if (call.outputSchema !== undefined && tool !== undefined) return readToolInput(member(tool, 'input'));
  const texts = blocks.filter((block) => member(block, 'type') === 'text');
  return texts.map((block) => textOf(member(block, 'text'))).join('');
}

function isTool(block: unknown): boolean {
  return member(block, 'type') === 'tool_use' && member(block, 'name') === OUTPUT_NAME;
}
