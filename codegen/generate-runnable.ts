import type { JsonObject } from '../core/contract.ts';
import type { CodegenInput } from '../core/manifests/load/read-input.ts';
import { RUNNABLE_FILES, type ValidatorFile } from '../core/manifests/load/runnable-files.ts';
import { dialectSchemas } from './dialect-schemas.ts';
import { emitFileValidator, emitMetaSchema, emitValidators } from './emit-validators.ts';
import { linkInput } from './link-input.ts';
import { readSchema } from './read-schema.ts';
import { emitToolSchemas, toolSchemas, validatorsOf } from './tool-schemas.ts';

/**
 * Generates the files that a gateway runs on, in forms that load fast: data as JSON, and validators as plain JavaScript that
 * imports only libraries. The result depends only on the input.
 * @throws ManifestError with every problem of every manifest.
 */
export function generateRunnable(input: CodegenInput): ReadonlyMap<string, string> {
  const { registry, promptRequest, compareRequest, openapi } = linkInput(input);
  return new Map<string, string>([
    [RUNNABLE_FILES.registry, JSON.stringify(registry)],
    [RUNNABLE_FILES.openapi, JSON.stringify(JSON.parse(openapi()))],
    [
      RUNNABLE_FILES.validators,
      emitValidators({ validatePromptRequest: promptRequest, validateCompareRequest: compareRequest }),
    ],
  ]);
}

/** Generates validators and published schemas that do not depend on manifests, as plain JavaScript, by file name. */
export function generateValidators(
  schemas: ReadonlyMap<string, string>,
): Readonly<Record<ValidatorFile, string>> {
  const schema = (name: string): JsonObject => readSchema(schemas, name);
  const { chatCompletionRequest, responsesRequest, messagesRequest } = dialectSchemas(schemas);
  const tools = toolSchemas(schemas);
  return {
    'admin.mjs': emitValidators(validatorsOf(schema('admin-requests'))),
    'bodies.mjs': emitValidators({ label: schema('label-request'), vote: schema('vote-request') }),
    'calibration.mjs': emitFileValidator(schema('calibration')),
    'dialects.mjs': emitValidators({ chatCompletionRequest, responsesRequest, messagesRequest }),
    'draft-07.mjs': emitMetaSchema('draft-07'),
    'draft-2020-12.mjs': emitMetaSchema('2020-12'),
    'manifest.mjs': emitFileValidator(schema('manifest')),
    'panel.mjs': emitFileValidator(schema('panel')),
    'tool-schemas.mjs': emitToolSchemas(tools, schema('quote-response')),
    'tools.mjs': emitValidators(validatorsOf(tools.inputs)),
  };
}
