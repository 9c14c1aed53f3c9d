import { ReplyRoom } from '../../../core/upstream/receive/reply-room.ts';

/** For replies of any size. */
export function ampleRoom(): ReplyRoom {
  return new ReplyRoom({ take: () => true, give: () => {}, holdsMost: () => false });
}
