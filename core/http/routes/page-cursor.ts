import type { RequestPlace } from '../../ledger/requests/request-page.ts';

const PLACE = /^(0|[1-9]\d{0,14})\.([\w-]{1,64})$/;

/** A place in a list as text that clients hand back as it is. It names no account: each finds only its own requests. */
export function writeCursor({ createdMs, requestId }: RequestPlace): string {
  return Buffer.from(`${createdMs}.${requestId}`).toString('base64url');
}

/** @returns undefined for what `writeCursor` never wrote. */
export function readCursor(cursor: string): RequestPlace | undefined {
  const [, createdMs, requestId] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (createdMs === undefined || requestId === undefined) return undefined;
  const place = { createdMs: Number(createdMs), requestId };
  return writeCursor(place) === cursor ? place : undefined;
}
