import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A key that was never issued, with a valid checksum: it differs from `key` after `kept` characters. */
export function forgeKey(key: string, kept: number): string {
  const secretEnd = key.lastIndexOf('_');
  const other = key.slice(kept, secretEnd).replaceAll(/[^_]/g, (letter) => (letter === 'x' ? 'y' : 'x'));
  const body = key.slice(0, kept) + other;
  let checksum = '';
  for (let rest = crc32(body); checksum.length < 6; rest = Math.floor(rest / ALPHABET.length))
    checksum = ALPHABET.charAt(rest % ALPHABET.length) + checksum;
  return `${body}_${checksum}`;
}
