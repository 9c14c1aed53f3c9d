import { Ajv, type ValidateFunction } from 'ajv';
import { RE2JS } from 're2js';
import type { JsonObject } from '../contract.ts';
import { extractJson } from '../schema/extract-json.ts';
import { unwidenOutput } from '../schema/unwiden-output.ts';
import { LONG_ANSWER_CHARACTERS, NO_TEXTS, type LongTexts } from '../text/long-text.ts';
import { shelveIfLong, unshelve } from '../text/shelve-text.ts';

/** How an output came to be JSON, which says what may stand around it. */
export type OutputForm =
  /** Asked for in words: a code fence or prose around the one value is taken off. */
  | { readonly kind: 'instructed' }
  /** Enforced by the provider, from the widened schema. */
  | { readonly kind: 'enforced'; readonly wrapped: boolean };

export interface SchemaTask {
  readonly schema: JsonObject;
  /** Left out to learn only whether the schema can be used. */
  readonly output?: {
    /** May hold marks. */
    readonly text: string;
    readonly texts?: LongTexts;
    readonly form: OutputForm;
  };
}

export type SchemaCheck =
  /** Why the schema cannot be used, for its author. */
  | { readonly unusable: string }
  /** The output in the caller's form, and whether it satisfies the caller's own schema. */
  | { readonly text: string; readonly texts: LongTexts; readonly valid: boolean };

const OPTIONS = { strict: false, validateFormats: false, logger: false } as const;
const DRAFT_07 = 'http://json-schema.org/draft-07/schema';
/** Compiled once: it takes twenty times as long as a usual schema of a caller's, and holds nothing of anybody's. */
const isDraft07 = new Ajv(OPTIONS).getSchema(DRAFT_07);

/**
 * The piscina task. A caller's schema is hostile, so it gets a fresh compiler (nothing of another caller's can be
 * referred to, nothing is kept), a pattern engine that is linear in the text, and a thread that can be ended.
 */
export default function checkSchema({ schema, output }: SchemaTask): SchemaCheck {
  const { $id: _dropped, $schema = DRAFT_07, ...anonymous } = schema;
  const saysDraft07 = $schema === DRAFT_07 || $schema === `${DRAFT_07}#`;
  if (!saysDraft07 || isDraft07?.(anonymous) !== true) return { unusable: NOT_DRAFT_07 };
  let validate: ValidateFunction;
  try {
    validate = new Ajv({
      ...OPTIONS,
      meta: false,
      validateSchema: false,
      code: { regExp: LINEAR_REGEXP },
      // Else 300 references to a definition of 300 properties, 21 KB in all, become code for a minute.
      inlineRefs: false,
    }).compile(anonymous);
  } catch (error) {
    return { unusable: reasonOf(error) };
  }
  if (output === undefined) return { text: '', texts: NO_TEXTS, valid: true };
  const text = freed(output, schema);
  return { ...shelveIfLong(text, LONG_ANSWER_CHARACTERS), valid: satisfies(validate, text) };
}

function freed(output: NonNullable<SchemaTask['output']>, schema: JsonObject): string {
  const { form, texts = NO_TEXTS } = output;
  const text = unshelve(output.text, texts);
  return form.kind === 'instructed' ? (extractJson(text) ?? text) : unwidenOutput(text, schema, form);
}

function satisfies(validate: ValidateFunction, text: string): boolean {
  try {
    return validate(JSON.parse(text));
  } catch {
    // Not JSON, or a self-referring schema that overflowed the stack: either way it is not valid.
    return false;
  }
}

/** JSON Schema patterns are not anchored. RE2 knows no look-around and no back-references; such a pattern is refused. */
const LINEAR_REGEXP = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  { code: 'not used: nothing is generated ahead' },
);

/** AJV's messages quote the schema; only what its author needs is said. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'the schema is nested or referred to too deeply';
  if (!(error instanceof Error)) return 'the schema cannot be used';
  if (error.message.startsWith("can't resolve reference"))
    return 'a $ref points outside the schema: put what it needs under $defs';
  if (error.name.startsWith('RE2JS'))
    return 'a pattern uses what a linear-time engine lacks: no look-around, back-references or repeats over 1,000';
  return NOT_DRAFT_07;
}

const NOT_DRAFT_07 = 'the schema is not a valid JSON Schema (draft-07)';
