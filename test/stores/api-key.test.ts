import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createApiKey, parseApiKey, prefixIn } from '../../core/stores/api-key.ts';

// Its checksum was computed apart: CRC-32 of the text before it is 0x4d796db0, in base 62 `1PxqHg`.
const KNOWN = 'assay_00000000_00000000000000000000000000000000_';

/** Another character of the alphabet in the same place. */
function alter(text: string, index: number): string {
  return text.slice(0, index) + (text.charAt(index) === 'x' ? 'y' : 'x') + text.slice(index + 1);
}

describe('a new key', () => {
  test('has the documented form and is read back as itself', () => {
    const { key, prefix, hash } = createApiKey();
    expect(key).toMatch(/^assay_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    expect(key.startsWith(`assay_${prefix}_`)).toBe(true);
    expect(parseApiKey(key)).toEqual({ prefix, hash });
    expect(Buffer.from(hash)).toEqual(createHash('sha256').update(key).digest());
  });

  test('differs from a thousand others in key, prefix and hash', () => {
    const keys = Array.from({ length: 1000 }, createApiKey);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(1000);
    expect(new Set(keys.map(({ prefix }) => prefix)).size).toBe(1000);
    expect(new Set(keys.map(({ hash }) => Buffer.from(hash).toString('hex'))).size).toBe(1000);
  });

  test('draws every character alike', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 4000; index += 1) {
      const secret = createApiKey().key.split('_')[2] ?? '';
      for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    // 128,000 draws over 62 characters: 2065 each, standard deviation 45. A remainder of a byte would give eight of them 2500.
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 2065)).toBeLessThan(300);
  });
});

describe('reading a key', () => {
  test('the checksum is CRC-32 in base 62', () => {
    expect(parseApiKey(`${KNOWN}1PxqHg`)?.prefix).toBe('00000000');
    expect(parseApiKey(`${KNOWN}1PxqHh`)).toBeUndefined();
  });

  test('any one changed character is refused before any store is asked', () => {
    const { key } = createApiKey();
    for (let index = 0; index < key.length; index += 1)
      expect(parseApiKey(alter(key, index))).toBeUndefined();
  });

  test('the hash of a key is not a key', () => {
    expect(parseApiKey(Buffer.from(createApiKey().hash).toString('hex'))).toBeUndefined();
  });

  test.each([
    ['nothing', () => ''],
    ['a space behind', (key: string) => `${key} `],
    ['a space in front', (key: string) => ` ${key}`],
    ['a line end behind', (key: string) => `${key}\n`],
    ['a NUL', (key: string) => `${key.slice(0, 20)}\0${key.slice(21)}`],
    ['one character less', (key: string) => key.slice(0, -1)],
    ['one character more', (key: string) => `${key}0`],
    ['upper case', (key: string) => key.toUpperCase()],
    ['twice', (key: string) => key + key],
    ['a quote', (key: string) => `${key.slice(0, 15)}'--${key.slice(18)}`],
    ['eight kibibytes', () => 'a'.repeat(8192)],
    ['look-alike letters', (key: string) => key.replace('assay', 'аssay')],
    ['another scheme', (key: string) => key.replace('assay', 'sk-an')],
  ])('%s is refused', (_, change) => {
    expect(parseApiKey(change(createApiKey().key))).toBeUndefined();
  });
});

test('a key is named by its prefix, by what it begins with, or whole', () => {
  const { key, prefix } = createApiKey();
  for (const text of [prefix, `assay_${prefix}`, `assay_${prefix}_`, key])
    expect(prefixIn(text)).toBe(prefix);
});

test('what may be a typing error names none', () => {
  const { key, prefix } = createApiKey();
  const other = key.replace(prefix, `${prefix.startsWith('a') ? 'b' : 'a'}${prefix.slice(1)}`);
  for (const text of ['', 'assay_', prefix.slice(1), `${prefix}x`, key.slice(0, -1), `${key}x`, other])
    expect(prefixIn(text), text).toBeUndefined();
});
