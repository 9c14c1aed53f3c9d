import { readdirSync, readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../../core/contract.ts';

/** A schema as a generator of the name emits it, with values it accepts and refuses. */
export interface GeneratedSchema {
  readonly dialect: '2020-12' | 'draft-07';
  readonly schema: JsonObject;
  readonly valid: readonly Json[];
  readonly invalid: readonly Json[];
}

/** Zod 4.6 and Pydantic 2.13 as they write them; TypeBox's and OpenAPI's typical forms. */
export const GENERATED_SCHEMAS: readonly (readonly [name: string, generated: GeneratedSchema])[] =
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')),
    ]);
