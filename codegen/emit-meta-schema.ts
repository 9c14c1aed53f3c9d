import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { asModule } from './emit-validators.ts';

const OPTIONS = {
  strict: false,
  validateFormats: false,
  logger: false,
  allErrors: true,
  code: { source: true, esm: true, lines: true },
} as const;

/**
 * The validator of a dialect's schemas, exported as `metaSchema`: AJV has the meta-schema, and each
 * thread that checks callers' schemas would take 25 ms to compile it.
 */
export function emitMetaSchema(dialect: '2020-12' | 'draft-07'): string {
  const code =
    dialect === 'draft-07'
      ? standalone.default(new Ajv(OPTIONS), { metaSchema: 'http://json-schema.org/draft-07/schema' })
      : standalone.default(new Ajv2020(OPTIONS), {
          metaSchema: 'https://json-schema.org/draft/2020-12/schema',
        });
  return asModule(code);
}
