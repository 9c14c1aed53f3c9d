import { ReplyRoom } from '../../../core/upstream/receive/reply-bounds.ts';

/** For replies of any size. */
export function ampleRoom(): ReplyRoom {
  return new ReplyRoom({ take: () => true, give: () => {}, holdsMost: () => false });
}
