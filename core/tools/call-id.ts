import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json, WireNames } from '../contract.ts';

/**
 * Clients give back nothing of a call for certain but its ID. So the ID carries what a provider wants back unchanged:
 * `<id>.<sealed>`, and `<id>` alone where there is nothing to carry. Nothing is stored for it.
 *
 * The sealed part is base64url of a version byte, four bytes that tell whose it is, a tag, and raw deflate of JSON. The tag
 * is an HMAC with the ledger's secret over account, model, ID and data: every gateway of the ledger reads it, and nobody
 * else can make one or use it for another account, model or call. It is no secret from the client, whose own reply it is, and nothing
 * about money or policy is decided by it.
 */
const VERSION = 1;
const HINT_BYTES = 4;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + HINT_BYTES + TAG_BYTES;
/** Of `carried` as JSON, in UTF-16 code units: compressing it takes about a millisecond. */
const MAX_CARRIED_CHARACTERS = 65_536;
/** Three bytes a character at most. */
const MAX_INFLATED_BYTES = 3 * MAX_CARRIED_CHARACTERS;
/** Of the sealed part. Clients that were tried give back IDs of 6,000 characters and more. */
const MAX_SEALED_CHARACTERS = 16_384;
/** What every provider takes as it is, but one that wants nine letters and digits. */
const PLAIN_ID = /^[\w-]{1,40}$/;
const NINE = /^[A-Za-z0-9]{9}$/;
const SENT_ID = /^([\w-]{1,40})\.([\w-]{28,16384})$/;

/** A longer ID is refused in a request. */
export const MAX_ID_CHARACTERS = 20_480;

/** Seals and opens the IDs of one account's calls. */
export class CallIds {
  readonly #secret: Uint8Array;
  readonly #accountId: number;

  /** @param secret of the ledger. */
  constructor(secret: Uint8Array, accountId: number) {
    this.#secret = secret;
    this.#accountId = accountId;
  }

  /**
   * The ID that a client gets, the same whenever it is made. Takes about a millisecond at most.
   * @param id a plain one: see `plainId`.
   * @returns undefined where `carried` is too long to travel.
   */
  seal(id: string, modelId: string, carried: Json): string | undefined {
    const json = JSON.stringify(carried);
    if (json.length > MAX_CARRIED_CHARACTERS) return undefined;
    const data = deflateRawSync(json);
    const head = Buffer.from([VERSION]);
    const sealed = Buffer.concat([head, hintOf(modelId), this.#tag(id, modelId, data), data]).toString(
      'base64url',
    );
    return sealed.length > MAX_SEALED_CHARACTERS ? undefined : `${id}.${sealed}`;
  }

  /**
   * What an ID carries for a model of this account, as JSON text. Anything else is undefined: another model's, altered, or
   * none. Compares before it inflates, so foreign data costs little and no text of a stranger is ever inflated. Whoever
   * opens many bounds what they come to together: a short ID may inflate to `MAX_CARRIED_CHARACTERS`.
   */
  open(sent: string, modelId: string): string | undefined {
    const [, id = '', sealed = ''] = SENT_ID.exec(sent) ?? [];
    if (sealed === '') return undefined;
    const bytes = Buffer.from(sealed, 'base64url');
    const hint = bytes.subarray(1, 1 + HINT_BYTES);
    if (bytes[0] !== VERSION || !hint.equals(hintOf(modelId))) return undefined;
    const data = bytes.subarray(HEAD_BYTES);
    if (!timingSafeEqual(bytes.subarray(1 + HINT_BYTES, HEAD_BYTES), this.#tag(id, modelId, data)))
      return undefined;
    try {
      return inflateRawSync(data, { maxOutputLength: MAX_INFLATED_BYTES }).toString();
    } catch {
      return undefined;
    }
  }

  #tag(id: string, modelId: string, data: Uint8Array): Buffer {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify(['call id', VERSION, this.#accountId, modelId, id]))
      .update('\n')
      .update(data)
      .digest()
      .subarray(0, TAG_BYTES);
  }
}

function hintOf(modelId: string): Buffer {
  return Buffer.from(hash('sha256', modelId, 'hex').slice(0, 2 * HINT_BYTES), 'hex');
}

/**
 * The first part of a call's ID as clients get it: the provider's own, where every format can take that back.
 * @param given the provider's; empty where it has none.
 * @param promptLogId of the request, whose ID and the call's index make one that no other call of any conversation has.
 */
export function plainId(given: string, promptLogId: string, index: number): string {
  return PLAIN_ID.test(given) ? given : `call_${promptLogId.replaceAll('-', '')}${index}`;
}

/**
 * The ID of a call as one provider takes it, the same in every turn.
 * @param sent as the client sent it; of any form, since calls may come from elsewhere.
 */
export function aliasOf(sent: string, form: WireNames['callIds']): string {
  const plain = SENT_ID.exec(sent)?.[1] ?? sent;
  if (form === 'nine')
    return NINE.test(plain)
      ? plain
      : hash('sha256', plain, 'base64')
          .replaceAll(/[^A-Za-z0-9]/g, '')
          .slice(0, 9);
  return PLAIN_ID.test(plain) ? plain : `call_${hash('sha256', plain).slice(0, 32)}`;
}
