import { ReplyMemory } from '../../../core/upstream/receive/reply-bounds.ts';

/** For replies of any size. */
export function ampleMemory(): ReplyMemory {
  return new ReplyMemory({ take: () => true, give: () => {}, holdsMost: () => false });
}
