import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FIELD_ERRORS } from '../../core/errors.ts';

const GENERATED = new URL('../../core/generated/', import.meta.url);

it('schemas state no code that the documentation does not list', () => {
  const codes = new Set(
    readdirSync(GENERATED)
      .filter((name) => /validators?\.ts$/.test(name))
      .flatMap((name) => [
        ...readFileSync(new URL(name, GENERATED), 'utf8').matchAll(/"code":"(\w+)","message":/g),
      ])
      .map(([, code]) => code ?? ''),
  );
  expect(codes.size).toBeGreaterThan(3);
  expect([...codes].filter((code) => !Object.hasOwn(FIELD_ERRORS, code))).toEqual([]);
});
