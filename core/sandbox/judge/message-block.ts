import type { SandboxCall } from '../contract.ts';

/** Whether the gateway asks this model to judge two answers. */
export function isJudgeMessage(call: SandboxCall): boolean {
  return messageBlock(call, 'FIRST') !== undefined && messageBlock(call, 'SECOND') !== undefined;
}

/** The text between a block's markers, as the gateway fences it for judges and writers; of every turn, a repeated question included. */
export function messageBlock(
  { turns }: Pick<SandboxCall, 'turns'>,
  label: 'TASK' | 'CRITERIA' | 'FIRST' | 'SECOND',
): string | undefined {
  const block = new RegExp(`^<<<${label} ([0-9a-f]+)>>>\\n([\\s\\S]*?)\\n<<<END ${label} \\1>>>$`, 'm');
  for (const { role, text } of turns) {
    const found = role === 'user' ? block.exec(text)?.[2] : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
