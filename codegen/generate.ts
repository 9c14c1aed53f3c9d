import type { JsonObject } from '../core/contract.ts';
import type { CodegenInput } from '../core/manifests/load/codegen-input.ts';
import { dialectSchemas } from './dialect-schemas.ts';
import { emitModelIds } from './emit-model-ids.ts';
import { emitRegistry } from './emit-registry.ts';
import { emitTypes } from './emit-types.ts';
import { emitValidators } from './emit-validators.ts';
import { emitAdminOpenApi } from './openapi/admin.ts';
import { linkInput } from './link-input.ts';
import { readSchema } from './read-schema.ts';
import { emitToolSchemas, toolSchemas, validatorsOf } from './tool-schemas.ts';

/**
 * All generated files: name inside the output folder -> text. The same input gives the same texts. The output imports
 * only types from outside its folder, so that the server can load it from anywhere.
 * @throws ManifestError with every problem of every manifest.
 */
export async function generate(input: CodegenInput): Promise<ReadonlyMap<string, string>> {
  const { registry, promptRequest, compareRequest, openapi } = linkInput(input);
  const schema = (name: string): JsonObject => readSchema(input.schemas, name);
  const dialects = dialectSchemas(input.schemas);
  const tools = toolSchemas(input.schemas);
  const adminRequests = schema('admin-requests');
  return new Map([
    ['admin-openapi.json', emitAdminOpenApi([adminRequests, schema('admin-answers'), schema('problem')])],
    ['admin-requests.ts', await emitTypes({ schema: adminRequests })],
    ['admin-validators.ts', emitValidators(validatorsOf(adminRequests))],
    ['balance-response.ts', await emitTypes({ schema: schema('balance-response') })],
    ['compare-request.ts', await emitTypes({ schema: compareRequest, ...COMPARE_TYPES })],
    ['calibration.ts', await emitTypes({ schema: schema('calibration') })],
    ['usage-response.ts', await emitTypes({ schema: schema('usage-response') })],
    ['chat-completion-request.ts', await emitTypes({ schema: dialects.chatCompletionRequest })],
    ['chat-completion.ts', await emitTypes({ schema: dialects.chatCompletion })],
    [
      'dialect-validators.ts',
      emitValidators({
        validateChatCompletionRequest: dialects.chatCompletionRequest,
        validateResponsesRequest: dialects.responsesRequest,
      }),
    ],
    ['manifest.ts', await emitTypes({ schema: schema('manifest'), ...MANIFEST_TYPES })],
    ['model-ids.ts', emitModelIds(registry.models)],
    [
      'models-response.ts',
      await emitTypes({
        schema: schema('models-response'),
        known: { SamplingRange: 'readonly [number, number]' },
      }),
    ],
    ['openapi.json', openapi()],
    ['panel.ts', await emitTypes({ schema: schema('panel') })],
    ['panel-validator.ts', emitValidators({ validatePanel: schema('panel') })],
    ['prompt-record.ts', await emitTypes({ schema: schema('prompt-record'), ...RECORD_TYPES })],
    ['prompt-request.ts', await emitTypes({ schema: promptRequest, ...REQUEST_TYPES })],
    ['prompt-response.ts', await emitTypes({ schema: schema('prompt-response') })],
    ['prompt-status.ts', await emitTypes({ schema: schema('prompt-status') })],
    ['prompts-response.ts', await emitTypes({ schema: schema('prompts-response') })],
    ['quote-response.ts', await emitTypes({ schema: schema('quote-response') })],
    ['registry.ts', emitRegistry(registry)],
    ['tool-inputs.ts', await emitTypes({ schema: tools.inputs })],
    ['tool-results.ts', await emitTypes({ schema: tools.results, ...TOOL_TYPES })],
    ['tool-schemas.json', emitToolSchemas(tools, schema('quote-response'))],
    ['tool-validators.ts', emitValidators(validatorsOf(tools.inputs))],
    ['budget-event.ts', await emitTypes({ schema: schema('budget-event') })],
    ['webhook-event.ts', await emitTypes({ schema: schema('webhook-event'), ...EVENT_TYPES })],
    ['responses-request.ts', await emitTypes({ schema: dialects.responsesRequest })],
    ['responses-response.ts', await emitTypes({ schema: dialects.responsesResponse })],
    [
      'validators.ts',
      emitValidators({ validatePromptRequest: promptRequest, validateCompareRequest: compareRequest }),
    ],
  ]);
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
  known: {
    ModelId: 'ModelId',
    ModelTuning: 'TuningByModel',
    ResponseSchema: 'JsonObject',
    JudgePair: 'readonly [number, number]',
  },
  imports:
    "import type { JsonObject } from '../contract.ts';\nimport type { ModelId, TuningByModel } from './model-ids.ts';",
};

const COMPARE_TYPES = {
  known: {
    ModelId: 'ModelId',
    JudgePair: 'readonly [number, number]',
    Attachment: 'Attachment',
    SystemPromptBlock: 'SystemPromptBlock',
    HistoryElement: 'HistoryElement',
  },
  imports:
    "import type { ModelId } from './model-ids.ts';\nimport type { Attachment, HistoryElement, SystemPromptBlock } from './prompt-request.ts';",
};

const RECORD_TYPES = {
  known: { PromptResponse: 'PromptResponse', Result: 'Result', Evaluation: 'Evaluation' },
  imports: "import type { Evaluation, PromptResponse, Result } from './prompt-response.ts';",
};

const TOOL_TYPES = {
  known: { RankedModel: 'RankedModel' },
  imports: "import type { RankedModel } from './prompt-response.ts';",
};

const EVENT_TYPES = {
  known: { PromptResponse: 'PromptResponse' },
  imports: "import type { PromptResponse } from './prompt-response.ts';",
};
