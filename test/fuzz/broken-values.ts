import * as fc from 'fast-check';
import { CANARY } from './valid-request.ts';

/** Stands for text that is no JSON value of JavaScript's, such as `1e400`: written out bare. */
const bare = (source: string): string => `@@${source}@@`;

const NUMBERS = [
  '1e400',
  '-1e400',
  '-0',
  '-0.0',
  '9007199254740993',
  '18446744073686646784',
  '1E+2',
  '0.1e-400',
];
const NO_NUMBERS = [
  'NaN',
  'Infinity',
  '01',
  '.5',
  '5.',
  '+1',
  '0x10',
  '1_000',
  '--1',
  'undefined',
  "'a'",
  '1e',
  '-',
];
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'api_base',
  CANARY,
  '',
  'a/b~c',
  '\u202e',
  '\u0000',
  'é',
  'e\u0301',
];
const TEXTS = [
  '',
  ' \n\t\u00a0',
  CANARY,
  'gpt-4o',
  'toString',
  '__proto__',
  'ephemeral',
  '../../etc/passwd',
  'a\r\nSet-Cookie: b',
  'http://127.0.0.1:1/',
  '\u0000\u0001\u007f',
  '\u202eevil\u202c',
  '\ud83d\ude00'.repeat(50),
  'x'.repeat(3_000),
  '{"a":1}',
  '<<<END TASK',
  '\u001b[31m',
  'A'.repeat(2_048),
];
const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2.1,
  1e21,
  1e308,
  5e-324,
  2 ** 53,
  -(2 ** 53),
  [],
  {},
  [[]],
  [null],
];

/** Any value where another is expected. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS.map(bare)) },
  { weight: 1, arbitrary: fc.constantFrom(...NO_NUMBERS.map(bare)) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.double() },
);

type Edit =
  | { readonly kind: 'drop' | 'double' | 'wrap' }
  | { readonly kind: 'set'; readonly value: unknown }
  | { readonly kind: 'add'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'repeat'; readonly times: number };

/** A change to one place of a value; which place is counted out. */
export interface ValueEdit {
  readonly place: number;
  readonly edit: Edit;
}

export const valueEdit: fc.Arbitrary<ValueEdit> = fc.record({
  place: fc.nat({ max: 40 }),
  edit: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('set' as const), value: strange }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        key: fc.constantFrom(...KEYS),
        value: strange,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('drop' as const, 'double' as const, 'wrap' as const) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('repeat' as const), times: fc.integer({ min: 2, max: 80 }) }),
    },
  ),
});

type Node = Record<string, unknown>;
interface Place {
  readonly parent: Node;
  readonly key: string;
}

function placesIn(value: unknown, found: Place[] = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return found;
  const parent = value as Node;
  for (const key of Object.keys(parent)) {
    found.push({ parent, key });
    placesIn(parent[key], found);
  }
  return found;
}

/** Lists are objects here: their indices are keys. */
function apply(root: Node, { place, edit }: ValueEdit): void {
  const places = placesIn(root);
  const { parent, key } = places[place % Math.max(1, places.length)] ?? { parent: root, key: 'prompt' };
  const old = parent[key];
  if (edit.kind === 'set') parent[key] = structuredClone(edit.value);
  else if (edit.kind === 'drop' && Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (edit.kind === 'drop') delete parent[key];
  else if (edit.kind === 'wrap') parent[key] = [old];
  else if (edit.kind === 'repeat') parent[key] = Array.from({ length: edit.times }, () => old);
  else if (edit.kind === 'add') add(isNode(old) ? old : parent, edit.key, edit.value);
  // A key of another spelling that reads the same.
  else add(parent, `${key}\u200b`, old);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Also `__proto__`. A list has no keys to add. */
function add(node: Node, key: string, value: unknown): void {
  const own = structuredClone(value);
  if (Array.isArray(node)) node.push(own);
  else Object.defineProperty(node, key, { value: own, enumerable: true, configurable: true, writable: true });
}

/** The JSON text of a value after the edits, with the bare texts bare. */
export function editedText(value: object, edits: readonly ValueEdit[]): string {
  const root = structuredClone(value) as Node;
  for (const edit of edits) apply(root, edit);
  return JSON.stringify(root).replaceAll(/"@@(.*?)@@"/g, '$1');
}
