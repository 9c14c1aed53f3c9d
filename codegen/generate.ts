import type { JsonObject } from '../core/contract.ts';
import { SCHEMA_STEPS } from '../core/ledger/sql/schema.ts';
import type { CodegenInput } from '../core/manifests/load/read-input.ts';
import { dialectSchemas } from './dialect-schemas.ts';
import { emitLedgerTables } from './emit-ledger-tables.ts';
import { emitTypes, type TypesInput } from './emit-types.ts';
import { emitAdminOpenApi } from './openapi/admin.ts';
import { linkInput } from './link-input.ts';
import { readSchema, schemaNames } from './read-schema.ts';
import { asJsonArray, isJsonObject, objectIn } from '../core/schema/json-values.ts';
import { without } from '../core/manifests/load/schema-walk.ts';
import { mapSubschemas } from '../core/schema/subschemas.ts';
import { toolSchemas } from './tool-schemas.ts';

/**
 * Generates the files that are committed, by their names in the output folder. The result depends only on the input and
 * the schema of the ledger. `generateRunnable` and `generateValidators` make the files that a gateway runs on.
 * @throws ManifestError with every problem of every manifest.
 */
export async function generate(input: CodegenInput): Promise<ReadonlyMap<string, string>> {
  const { promptRequest, compareRequest, openapi } = linkInput(input);
  const schema = (name: string): JsonObject => readSchema(input.schemas, name);
  const dialects = dialectSchemas(input.schemas);
  const tools = toolSchemas(input.schemas);
  const whole: Readonly<Record<string, JsonObject>> = {
    'prompt-request': promptRequest,
    'compare-request': compareRequest,
    'chat-completion-request': dialects.chatCompletionRequest,
    'chat-completion': dialects.chatCompletion,
    'responses-request': dialects.responsesRequest,
    'responses-response': dialects.responsesResponse,
    'messages-request': dialects.messagesRequest,
    'messages-response': dialects.messagesResponse,
    'tool-inputs': tools.inputs,
    'tool-results': tools.results,
    manifest: completedManifest(schema('manifest')),
  };
  const names = schemaNames(input.schemas).filter((name) => !WITHOUT_TYPES.includes(name));
  const types = await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const text = await emitTypes({ schema: whole[name] ?? schema(name), ...EXTERNAL_TYPES[name] });
      return [`${name}.ts`, text];
    }),
  );
  const admin = {
    requests: schema('admin-requests'),
    answers: schema('admin-answers'),
    problem: schema('problem'),
  };
  return new Map([
    ...types,
    ['admin-openapi.json', emitAdminOpenApi(admin)],
    ['ledger-tables.ts', emitLedgerTables(SCHEMA_STEPS)],
    ['openapi.json', openapi()],
  ]);
}

/** Schemas whose types no code uses. */
const WITHOUT_TYPES: readonly string[] = [
  'chat-completion-chunk',
  'compat-error',
  'messages-error',
  'model-list',
  'problem',
];

/** The external types of schemas, by the name of the schema. */
const EXTERNAL_TYPES: Readonly<Record<string, Omit<TypesInput, 'schema'>>> = {
  'models-response': { externalTypes: { SamplingRange: 'readonly [number, number]' } },
  manifest: {
    externalTypes: {
      range: 'readonly [number, number]',
      wireConstants: 'Readonly<Record<string, Json>>',
      usageRule: 'UsageRule',
      imageCounting: 'ImageCounting',
    },
    imports: "import type { ImageCounting, Json, UsageRule } from '../contract.ts';",
  },
  'prompt-request': {
    externalTypes: {
      // Operators choose the models.
      ModelId: 'string',
      ModelTuning: 'Readonly<Record<string, JsonObject>>',
      ResponseSchema: 'JsonObject',
      JudgePair: 'readonly [number, number]',
    },
    imports: "import type { JsonObject } from '../contract.ts';",
  },
  'compare-request': {
    externalTypes: {
      ModelId: 'string',
      JudgePair: 'readonly [number, number]',
      Attachment: 'Attachment',
      SystemPromptBlock: 'SystemPromptBlock',
      HistoryElement: 'HistoryElement',
    },
    imports: "import type { Attachment, HistoryElement, SystemPromptBlock } from './prompt-request.ts';",
  },
  'prompt-record': {
    externalTypes: {
      PromptResponse: 'PromptResponse',
      Result: 'Result',
      Evaluation: 'Evaluation',
      Vote: 'Vote',
    },
    imports:
      "import type { Evaluation, PromptResponse, Result } from './prompt-response.ts';\nimport type { Vote } from './votes-response.ts';",
  },
  'tool-results': {
    externalTypes: { RankedModel: 'RankedModel' },
    imports: "import type { RankedModel } from './prompt-response.ts';",
  },
  'webhook-event': {
    externalTypes: { PromptResponse: 'PromptResponse' },
    imports: "import type { PromptResponse } from './prompt-response.ts';",
  },
};

/** The schema of a completed manifest: `every` is merged into each model, and defaults are set. */
function completedManifest(schema: JsonObject): JsonObject {
  const properties = without(objectIn(schema, 'properties'), ['every']);
  return withDefaults({ ...schema, properties });
}

function withDefaults(schema: JsonObject): JsonObject {
  const { required } = schema;
  const defaults = Object.entries(objectIn(schema, 'properties')).filter(
    ([, property]) => isJsonObject(property) && ('default' in property || 'x-filled' in property),
  );
  const names = [...asJsonArray(required), ...defaults.map(([name]) => name)];
  return mapSubschemas(names.length === 0 ? schema : { ...schema, required: names }, withDefaults);
}
