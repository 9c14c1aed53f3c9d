import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateRunnable, generateValidators } from '../../codegen/generate-runnable.ts';
import { FIELD_ERRORS } from '../../core/errors.ts';
import { readCodegenInput } from '../../core/manifests/load/read-input.ts';

it('schemas state no code that the API reference does not list', async () => {
  const input = await readCodegenInput(join(import.meta.dirname, '../../manifests'));
  const texts = [...generateRunnable(input).values(), ...Object.values(generateValidators(input.schemas))];
  const codes = new Set(
    texts.flatMap((text) => [...text.matchAll(/"code":"(\w+)","message":/g)]).map(([, code]) => code ?? ''),
  );
  expect(codes.size).toBeGreaterThan(3);
  expect([...codes].filter((code) => !Object.hasOwn(FIELD_ERRORS, code))).toEqual([]);
});

it('schemas give each problem a code and a message', async () => {
  const { schemas } = await readCodegenInput(join(import.meta.dirname, '../../manifests'));
  const problems: unknown[] = [];
  for (const text of schemas.values())
    JSON.parse(text, (key, value: object) => {
      if (key === 'x-problems') problems.push(...Object.values(value));
      return value;
    });
  expect(problems.length).toBeGreaterThan(10);
  for (const problem of problems)
    expect(problem).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});
