import type { TextBlock } from '../../core/contract.ts';

interface CacheableText {
  readonly text: string;
  readonly cacheBreakpoint: boolean;
}

/**
 * Leaves out blocks without a visible character, which several providers refuse; a breakpoint on one moves to the
 * block before it, where the cached prefix ends just as well.
 */
export function withoutBlank<Block extends CacheableText>(blocks: readonly Block[]): readonly Block[] {
  const kept: Block[] = [];
  for (const block of blocks) {
    if (block.text.trim() !== '') kept.push(block);
    else if (block.cacheBreakpoint)
      kept.push(...kept.splice(-1).map((last) => ({ ...last, cacheBreakpoint: true })));
  }
  return kept;
}

/** System blocks as one text with a blank line between; undefined where there is nothing to say. */
export function joinSystem(blocks: readonly TextBlock[]): string | undefined {
  const texts = withoutBlank(blocks).map((block) => block.text);
  return texts.length === 0 ? undefined : texts.join('\n\n');
}
