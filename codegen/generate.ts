import type { JsonObject, RegistryData } from '../core/contract.ts';
import { checkManifests, type CheckedManifests } from './check-manifests.ts';
import { emitFieldErrors } from './emit-field-errors.ts';
import { emitIndex } from './emit-index.ts';
import { emitModelIds } from './emit-model-ids.ts';
import { emitOpenApi } from './emit-openapi.ts';
import { emitRegistry } from './emit-registry.ts';
import { emitTypes } from './emit-types.ts';
import { emitValidators } from './emit-validators.ts';
import { isJsonObject } from './json-values.ts';
import { linkRegistry } from './link-registry.ts';
import { linkRequestSchema } from './link-request-schema.ts';
import { ManifestError } from './manifest-problem.ts';

/** Everything the generator reads, as texts: it touches no disk, no clock and no environment. */
export interface CodegenInput {
  /** Path of a manifest, as problems shall name it -> its YAML. */
  readonly manifests: ReadonlyMap<string, string>;
  /** File name in codegen/schemas -> its JSON. */
  readonly schemas: ReadonlyMap<string, string>;
  /** Names of the files in plugins/. */
  readonly plugins: readonly string[];
  /** Source of codegen/runtime/field-errors.ts. */
  readonly fieldErrorsSource: string;
  /** The registry these manifests replace; given, prices that jump are refused. */
  readonly previous?: RegistryData;
}

/**
 * All generated files: name inside the output folder -> text. The same input gives the same texts. The output imports
 * only types from outside its folder, so that the server can load it from anywhere.
 * @throws ManifestError with every problem of every manifest.
 */
export async function generate(input: CodegenInput): Promise<ReadonlyMap<string, string>> {
  const { manifests, problems } = inspectManifests(input);
  if (problems.length > 0) throw new ManifestError(problems);
  const registry = linkRegistry(manifests, input.manifests);
  const schema = (name: string): JsonObject => readSchema(input.schemas, name);
  const promptRequest = linkRequestSchema(schema('prompt-request'), manifests);
  const promptResponse = schema('prompt-response');
  const quoteResponse = schema('quote-response');
  const promptRecord = schema('prompt-record');
  const balanceResponse = schema('balance-response');
  const modelsResponse = schema('models-response');
  // The record's stand-in for the response gives way to the response itself, which comes after it.
  const answers = [quoteResponse, promptRecord, promptResponse, balanceResponse, modelsResponse];
  return new Map([
    ['balance-response.ts', await emitTypes({ schema: balanceResponse })],
    ['field-errors.ts', emitFieldErrors(input.fieldErrorsSource)],
    ['index.ts', emitIndex()],
    ['manifest.ts', await emitTypes({ schema: schema('manifest'), ...MANIFEST_TYPES })],
    ['model-ids.ts', emitModelIds(registry.models)],
    [
      'models-response.ts',
      await emitTypes({ schema: modelsResponse, known: { SamplingRange: 'readonly [number, number]' } }),
    ],
    [
      'openapi.json',
      emitOpenApi({
        schemas: [promptRequest, ...answers, schema('problem')],
        models: registry.models,
      }),
    ],
    ['prompt-record.ts', await emitTypes({ schema: promptRecord, ...RECORD_TYPES })],
    ['prompt-request.ts', await emitTypes({ schema: promptRequest, ...REQUEST_TYPES })],
    ['prompt-response.ts', await emitTypes({ schema: promptResponse })],
    ['quote-response.ts', await emitTypes({ schema: quoteResponse })],
    ['registry.ts', emitRegistry(registry)],
    ['validators.ts', emitValidators({ validatePromptRequest: promptRequest })],
  ]);
}

/** The checks alone, for `assay check` and for warnings. Never throws for what stands in a manifest. */
export function inspectManifests({ manifests, schemas, plugins, previous }: CodegenInput): CheckedManifests {
  return checkManifests({ manifests, manifestSchema: readSchema(schemas, 'manifest'), plugins, previous });
}

const MANIFEST_TYPES = {
  known: {
    range: 'readonly [number, number]',
    wireConstants: 'Readonly<Record<string, Json>>',
    usageRule: 'UsageRule',
  },
  imports: "import type { Json, UsageRule } from '../contract.ts';",
};

const REQUEST_TYPES = {
  known: { ModelId: 'ModelId', ModelTuning: 'TuningByModel', ResponseSchema: 'JsonObject' },
  imports:
    "import type { JsonObject } from '../contract.ts';\nimport type { ModelId, TuningByModel } from './model-ids.ts';",
};

const RECORD_TYPES = {
  known: { PromptResponse: 'PromptResponse' },
  imports: "import type { PromptResponse } from './prompt-response.ts';",
};

function readSchema(schemas: ReadonlyMap<string, string>, name: string): JsonObject {
  const text = schemas.get(`${name}.schema.json`);
  if (text === undefined) throw new Error(`codegen/schemas/${name}.schema.json is missing; restore it`);
  const schema: unknown = JSON.parse(text);
  if (!isJsonObject(schema)) throw new Error(`codegen/schemas/${name}.schema.json must hold a JSON object`);
  return schema;
}
