import type { ClaimedEvent } from '../ledger/webhooks/outbox.ts';

/**
 * What a webhook is sent, as JSON in UTF-8.
 * @param response the answer of a request as it is stored, JSON already; undefined where it is left out.
 */
export function eventPieces(
  message: ClaimedEvent['message'],
  response: Uint8Array | undefined,
): readonly Uint8Array[] {
  const json = JSON.stringify(message);
  if (response === undefined) return [Buffer.from(json)];
  const end = 'null}}';
  return [Buffer.from(json.slice(0, -end.length)), response, Buffer.from('}}')];
}
