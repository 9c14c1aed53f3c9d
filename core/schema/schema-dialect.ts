import { nearestName } from '../text/nearest-name.ts';

/** The versions of JSON Schema that callers may use, by their usual names. */
export type SchemaDialect = '2020-12' | 'draft-07';

const BY_ADDRESS: ReadonlyMap<unknown, SchemaDialect> = new Map([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
]);

/**
 * The dialect that a `$schema` names, over http or https, with or without an empty fragment.
 * @returns 2020-12 for undefined, which is the default; undefined for anything else.
 */
export function dialectOf($schema: unknown): SchemaDialect | undefined {
  if ($schema === undefined) return '2020-12';
  return typeof $schema === 'string'
    ? BY_ADDRESS.get($schema.replace(/^https?:\/\//, '').replace(/#$/, ''))
    : undefined;
}

const COMMON_KEYWORDS = [
  '$schema',
  '$id',
  '$ref',
  '$defs',
  'definitions',
  '$comment',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
  'dependencies',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentMediaType',
  'contentEncoding',
  'contentSchema',
];

/** The keywords of OpenAPI, and `id`, which generators write for a definition. Only `nullable` has an effect. */
const ANNOTATIONS = ['nullable', 'discriminator', 'example', 'externalDocs', 'xml', 'id'];

const KEYWORDS: Readonly<Record<SchemaDialect, ReadonlySet<string>>> = {
  '2020-12': new Set([
    ...COMMON_KEYWORDS,
    'prefixItems',
    'minContains',
    'maxContains',
    'unevaluatedItems',
    'unevaluatedProperties',
    'dependentRequired',
    'dependentSchemas',
    '$anchor',
    '$dynamicRef',
    '$dynamicAnchor',
    '$vocabulary',
    ...ANNOTATIONS,
  ]),
  'draft-07': new Set([...COMMON_KEYWORDS, 'additionalItems', ...ANNOTATIONS]),
};

/** @returns a message if the dialect lacks the keyword; undefined if it has it. */
export function keywordMistake(keyword: string, dialect: SchemaDialect): string | undefined {
  if (KEYWORDS[dialect].has(keyword) || keyword.startsWith('x-')) return undefined;
  const other = dialect === '2020-12' ? 'draft-07' : '2020-12';
  if (KEYWORDS[other].has(keyword))
    return `is a keyword of JSON Schema ${other}, and this schema is read as ${dialect}: ${CURES[other]}`;
  const nearest = nearestName(keyword, KEYWORDS[dialect]);
  const hint = nearest === undefined ? 'remove it, or begin its name with x-' : `did you mean ${nearest}?`;
  return `is not a keyword of JSON Schema ${dialect}: ${hint}`;
}

/** Advice on how to choose a dialect. */
const CURES: Readonly<Record<SchemaDialect, string>> = {
  '2020-12': 'leave out $schema to use 2020-12',
  'draft-07': 'set $schema to http://json-schema.org/draft-07/schema#',
};

export const UNKNOWN_DIALECT =
  'must name JSON Schema 2020-12 or draft-07: https://json-schema.org/draft/2020-12/schema (the default without $schema) or http://json-schema.org/draft-07/schema#';
