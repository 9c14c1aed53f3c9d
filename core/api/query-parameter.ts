import type { JsonObject } from '../contract.ts';

/** One parameter of a query: its description in OpenAPI and its check both follow from this. */
export type QueryParameter = {
  readonly description: string;
  /** The message of the 400 if the parameter is missing. Without it, the parameter is optional. */
  readonly required?: string;
} & QueryValue;

type QueryValue =
  /** A whole number from 1. */
  | { readonly kind: 'count'; readonly maximum: number; readonly default: number }
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly default: string }
  /** `true` or `false`; `false` by default. */
  | { readonly kind: 'flag' }
  /** A day or a time with its zone, in ISO 8601. */
  | { readonly kind: 'moment'; readonly schema?: JsonObject }
  /** The `nextCursor` of the page before. */
  | { readonly kind: 'cursor'; readonly maxLength: number }
  /** A text whose length is checked. */
  | { readonly kind: 'bounded'; readonly maxLength: number }
  /** A text that its handler checks. The schema is only for the description. */
  | { readonly kind: 'text'; readonly schema?: JsonObject };

export type QueryParameters = Readonly<Record<string, QueryParameter>>;

/** The type of a parameter's value for a handler. */
export type QueryValueOf<Parameter extends QueryParameter> = Parameter extends { readonly kind: 'count' }
  ? number
  : Parameter extends { readonly kind: 'choice'; readonly values: readonly (infer Value)[] }
    ? Value
    : Parameter extends { readonly kind: 'flag' }
      ? boolean
      : Parameter extends { readonly kind: 'moment' }
        ? /** Unix milliseconds. */ number | undefined
        : Parameter extends { readonly required: string }
          ? string
          : string | undefined;

export type QueryValues<Parameters> = {
  readonly [Name in keyof Parameters]: Parameters[Name] extends QueryParameter
    ? QueryValueOf<Parameters[Name]>
    : never;
};

/** The JSON Schema of a parameter. */
export function querySchema(parameter: QueryParameter): JsonObject {
  switch (parameter.kind) {
    case 'count':
      return { type: 'integer', minimum: 1, maximum: parameter.maximum, default: parameter.default };
    case 'choice':
      return { type: 'string', enum: parameter.values, default: parameter.default };
    case 'flag':
      return { type: 'boolean', default: false };
    case 'cursor':
      return { type: 'string', maxLength: parameter.maxLength, pattern: '^[A-Za-z0-9_-]+$' };
    case 'bounded':
      return { type: 'string', minLength: 1, maxLength: parameter.maxLength };
    case 'moment':
    case 'text':
  }
  return { type: 'string', ...parameter.schema };
}
