import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json, WireNames } from '../contract.ts';

/**
 * The only part of a call that every client gives back is its ID. So the ID carries the data that a provider wants back
 * unchanged: it is `<id>.<sealed>`, or `<id>` alone if there is no such data. Nothing is stored for it.
 *
 * The sealed part is base64url of a version byte, four bytes of a hash of the model's ID, a tag, and raw deflate of JSON. The
 * tag is an HMAC with the ledger's secret over account, model, ID and data. Every gateway of the ledger can check it, and
 * nobody else can make one or use it for another account, model or call. The data is not secret from the client, whose
 * reply it is part of, and it decides nothing about money or policy.
 */
const VERSION = 1;
const HINT_BYTES = 4;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + HINT_BYTES + TAG_BYTES;
/** Upper bound of `carried` as JSON, in UTF-16 code units. Compressing this much takes about a millisecond. */
const MAX_CARRIED_CHARACTERS = 65_536;
/** A character has at most three bytes. */
const MAX_INFLATED_BYTES = 3 * MAX_CARRIED_CHARACTERS;
/** Upper bound of the sealed part. Tested clients give back IDs of 6,000 characters and more. */
const MAX_SEALED_CHARACTERS = 16_384;
/** IDs that every provider accepts, except one that requires nine letters and digits. */
const PLAIN_ID = /^[\w-]{1,40}$/;
const NINE = /^[A-Za-z0-9]{9}$/;
const SENT_ID = /^([\w-]{1,40})\.([\w-]{28,16384})$/;

/** A longer ID is refused in a request. */
export const MAX_ID_CHARACTERS = 20_480;

/** Seals and opens the IDs of one account's calls. */
export class CallIds {
  readonly #secret: KeyObject;
  readonly #accountId: number;

  /** @param secret the ledger's secret. */
  constructor(secret: KeyObject, accountId: number) {
    this.#secret = secret;
    this.#accountId = accountId;
  }

  /**
   * Makes the ID that a client gets. The same call always gets the same ID. It takes at most about a millisecond.
   * @param id a plain ID: see `plainId`.
   * @returns undefined if `carried` is too long for an ID.
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
   * Opens an ID. The tag is checked before anything is inflated, so that forged data costs little. A short ID may inflate
   * to `MAX_CARRIED_CHARACTERS`, so a caller that opens many must bound their sum.
   * @returns the data for a model of this account, as JSON text; undefined if the ID has none, was altered, or is another
   *   model's.
   */
  open(sentId: string, modelId: string): string | undefined {
    const [, id = '', sealed = ''] = SENT_ID.exec(sentId) ?? [];
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
 * Makes the first part of a call's ID as clients get it: the provider's own ID if every format accepts it.
 * @param providerId empty if there is none.
 * @param requestId the ID of the request, which makes a unique ID together with the call's index.
 */
export function plainId(providerId: string, requestId: string, index: number): string {
  return PLAIN_ID.test(providerId) ? providerId : `call_${requestId.replaceAll('-', '')}${index}`;
}

/**
 * Makes the ID of a call in the form that one provider accepts. It is the same in every turn.
 * @param sentId the ID that the client sent. It may have any form, because the call may be another service's.
 */
export function aliasOf(sentId: string, form: WireNames['callIds']): string {
  const plain = SENT_ID.exec(sentId)?.[1] ?? sentId;
  if (form === 'nine')
    return NINE.test(plain)
      ? plain
      : hash('sha256', plain, 'base64')
          .replaceAll(/[^A-Za-z0-9]/g, '')
          .slice(0, 9);
  return PLAIN_ID.test(plain) ? plain : `call_${hash('sha256', plain).slice(0, 32)}`;
}
