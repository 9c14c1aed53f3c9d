import { expect, it } from 'vitest';
import { createApiKey, prefixIn } from '../../core/stores/api-key.ts';

it('a key is named by its prefix, by what it begins with, or whole', () => {
  const { key, prefix } = createApiKey();
  for (const named of [prefix, `assay_${prefix}`, `assay_${prefix}_`, key])
    expect(prefixIn(named)).toBe(prefix);
});

it('what may be a typing error names none', () => {
  const { key, prefix } = createApiKey();
  const other = key.replace(prefix, `${prefix.startsWith('a') ? 'b' : 'a'}${prefix.slice(1)}`);
  for (const named of ['', 'assay_', prefix.slice(1), `${prefix}x`, key.slice(0, -1), `${key}x`, other])
    expect(prefixIn(named), named).toBeUndefined();
});
