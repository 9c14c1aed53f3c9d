import { expect, it } from 'vitest';
import type { JsonObject } from '../../../core/contract.ts';
import { succeedTuning } from '../../../core/pipeline/plan/tuning.ts';

const successorOf = (schema: JsonObject) => ({ id: 'new', tuning: { level: { schema, cases: [] } } });

it.each<[JsonObject, unknown, boolean]>([
  [{ enum: ['low', 'high'] }, 'low', true],
  [{ enum: ['low', 'high'] }, 'medium', false],
  [{ type: 'boolean' }, true, true],
  [{ type: 'boolean' }, 'true', false],
  [{ type: 'string' }, 'a name', true],
  [{ type: 'string', maxLength: 2 }, '😀😀', true],
  [{ type: 'string', maxLength: 2 }, 'abc', false],
  [{ type: 'string', pattern: '^caches/' }, 'caches/1', true],
  [{ type: 'string', pattern: '^caches/' }, 'files/1', false],
  [{ type: 'integer', minimum: 0, maximum: 10 }, 10, true],
  [{ type: 'integer', minimum: 0, maximum: 10 }, 11, false],
  [{ type: 'integer', minimum: 1, maximum: 10 }, 0, false],
  [{ type: 'integer', minimum: 0, maximum: 10 }, 1.5, false],
  [{ type: 'number', minimum: -2, maximum: 2 }, -1.5, true],
  [{ type: 'number', minimum: -2, maximum: 2 }, 2.5, false],
  [
    {
      oneOf: [
        { type: 'integer', const: 0 },
        { type: 'integer', minimum: 1_024, maximum: 2_048 },
      ],
    },
    0,
    true,
  ],
  [
    {
      oneOf: [
        { type: 'integer', const: 0 },
        { type: 'integer', minimum: 1_024, maximum: 2_048 },
      ],
    },
    8,
    false,
  ],
])('by %j takes %j: %s', (schema, value, isTaken) => {
  const { values, warnings } = succeedTuning('old', { level: value }, successorOf(schema));
  expect(values).toEqual(isTaken ? { level: value } : {});
  expect(warnings.map(({ code, pointer }) => [code, pointer])).toEqual(
    isTaken ? [] : [['tuning_unused', '/model_tuning/old/level']],
  );
});

it.each(['other', 'constructor', 'toString'])(
  'does not take %s, which the successor does not have',
  (name) => {
    const { values, warnings } = succeedTuning('old', { [name]: 1 }, successorOf({ type: 'integer' }));
    expect(values).toEqual({});
    expect(warnings).toHaveLength(1);
  },
);
