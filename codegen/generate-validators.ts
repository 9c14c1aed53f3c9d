import type { JsonObject } from '../core/contract.ts';
import type { ValidatorFile } from '../core/manifests/load/runnable-files.ts';
import { dialectSchemas } from './dialect-schemas.ts';
import { emitValidators } from './emit-validators.ts';
import { readSchema } from './read-schema.ts';
import { toolSchemas, validatorsOf } from './tool-schemas.ts';

/** The validators of what no manifest changes, as modules of plain JavaScript: file name -> text. */
export function generateValidators(
  schemas: ReadonlyMap<string, string>,
): Readonly<Record<ValidatorFile, string>> {
  const schema = (name: string): JsonObject => readSchema(schemas, name);
  const { chatCompletionRequest, responsesRequest } = dialectSchemas(schemas);
  return {
    'admin.mjs': emitValidators(validatorsOf(schema('admin-requests'))),
    'dialects.mjs': emitValidators({ chatCompletionRequest, responsesRequest }),
    'panel.mjs': emitValidators({ panel: schema('panel') }),
    'tools.mjs': emitValidators(validatorsOf(toolSchemas(schemas).inputs)),
  };
}
