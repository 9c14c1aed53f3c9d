import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The part of a key or an admin token that the ledger stores. */
export interface KeyIdentity {
  /** Identifies the key to people. It does not authenticate. No two keys have the same. */
  readonly prefix: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
}

export interface CreatedKey extends KeyIdentity {
  /** Shown once; only its hash is kept. */
  readonly key: string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX_LENGTH = 8;
/** 62^32 possibilities: 190 bits, so one round of SHA-256 is enough and no salt is needed. */
const SECRET_LENGTH = 32;
/** 62^6 is the first power of 62 above 2^32. */
const CHECKSUM_LENGTH = 6;
const REST_SHAPE = /^_([0-9A-Za-z]{8})_[0-9A-Za-z]{32}_([0-9A-Za-z]{6})$/;
const REST_LENGTH = 1 + PREFIX_LENGTH + 1 + SECRET_LENGTH + 1 + CHECKSUM_LENGTH;

/** The labels that keys begin with, by which people and secret scanners recognize them. */
const API_KEY = 'assay';
const ADMIN_TOKEN = 'assay_admin';

/** A new key: `assay_<prefix>_<secret>_<checksum>`. @param prefix random by default. */
export function createApiKey(prefix?: string): CreatedKey {
  return create(API_KEY, prefix);
}

/** The same prefix for the same text: 8 of the base-62 digits of its SHA-256. */
export function prefixFor(text: string): string {
  let rest = BigInt(`0x${hash('sha256', text)}`);
  let prefix = '';
  for (let index = 0; index < PREFIX_LENGTH; index += 1) {
    prefix += ALPHABET.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return prefix;
}

/** A new token for the administration API: `assay_admin_<prefix>_<secret>_<checksum>`. */
export function createAdminToken(): CreatedKey {
  return create(ADMIN_TOKEN);
}

/**
 * Checks the shape and the checksum, so that texts that are no keys never reach the store.
 * @returns undefined for anything that cannot be a key.
 */
export function parseApiKey(text: string): KeyIdentity | undefined {
  return parse(API_KEY, text);
}

/** @returns undefined for anything that cannot be an admin token, such as an API key. */
export function parseAdminToken(text: string): KeyIdentity | undefined {
  return parse(ADMIN_TOKEN, text);
}

function create(label: string, prefix = randomText(PREFIX_LENGTH)): CreatedKey {
  const body = `${label}_${prefix}_${randomText(SECRET_LENGTH)}`;
  const key = `${body}_${checksum(body)}`;
  return { key, prefix, hash: hash('sha256', key, 'buffer') };
}

function parse(label: string, text: string): KeyIdentity | undefined {
  if (text.length !== label.length + REST_LENGTH || !text.startsWith(label)) return undefined;
  const [, prefix, suffix] = REST_SHAPE.exec(text.slice(label.length)) ?? [];
  const body = text.slice(0, -1 - CHECKSUM_LENGTH);
  if (prefix === undefined || suffix !== checksum(body)) return undefined;
  return { prefix, hash: hash('sha256', text, 'buffer') };
}

const PREFIX_SHAPE = /^(?:assay_)?([0-9A-Za-z]{8})_?$/;

/**
 * Finds the prefix in a text that names a key: the prefix, the beginning of a key, or the whole key.
 * @returns undefined for anything else, such as a key with a typing error.
 */
export function prefixIn(text: string): string | undefined {
  return parseApiKey(text)?.prefix ?? PREFIX_SHAPE.exec(text)?.[1];
}

/** `randomInt` draws again instead of taking a remainder, so every character is equally likely. */
function randomText(length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1) text += ALPHABET.charAt(randomInt(ALPHABET.length));
  return text;
}

/** CRC-32 of the text in base 62, most significant first. It catches typing errors; it protects nothing. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
