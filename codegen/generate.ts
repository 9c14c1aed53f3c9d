import type { JsonObject } from '../core/contract.ts';
import type { CodegenInput } from '../core/manifests/load/codegen-input.ts';
import { emitFieldErrors } from './emit-field-errors.ts';
import { emitIndex } from './emit-index.ts';
import { emitModelIds } from './emit-model-ids.ts';
import { emitRegistry } from './emit-registry.ts';
import { emitTypes } from './emit-types.ts';
import { emitValidators } from './emit-validators.ts';
import { linkInput, readSchema } from './link-input.ts';

/**
 * All generated files: name inside the output folder -> text. The same input gives the same texts. The output imports
 * only types from outside its folder, so that the server can load it from anywhere.
 * @throws ManifestError with every problem of every manifest.
 */
export async function generate(input: CodegenInput): Promise<ReadonlyMap<string, string>> {
  const { registry, promptRequest, openapi } = linkInput(input);
  const schema = (name: string): JsonObject => readSchema(input.schemas, name);
  return new Map([
    ['balance-response.ts', await emitTypes({ schema: schema('balance-response') })],
    ['usage-response.ts', await emitTypes({ schema: schema('usage-response') })],
    ['field-errors.ts', emitFieldErrors(input.fieldErrorsSource)],
    ['index.ts', emitIndex()],
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
    ['prompt-record.ts', await emitTypes({ schema: schema('prompt-record'), ...RECORD_TYPES })],
    ['prompt-request.ts', await emitTypes({ schema: promptRequest, ...REQUEST_TYPES })],
    ['prompt-response.ts', await emitTypes({ schema: schema('prompt-response') })],
    ['prompt-status.ts', await emitTypes({ schema: schema('prompt-status') })],
    ['prompts-response.ts', await emitTypes({ schema: schema('prompts-response') })],
    ['quote-response.ts', await emitTypes({ schema: schema('quote-response') })],
    ['registry.ts', emitRegistry(registry)],
    ['webhook-event.ts', await emitTypes({ schema: schema('webhook-event'), ...EVENT_TYPES })],
    ['validators.ts', emitValidators({ validatePromptRequest: promptRequest })],
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
  known: { ModelId: 'ModelId', ModelTuning: 'TuningByModel', ResponseSchema: 'JsonObject' },
  imports:
    "import type { JsonObject } from '../contract.ts';\nimport type { ModelId, TuningByModel } from './model-ids.ts';",
};

const RECORD_TYPES = {
  known: { PromptResponse: 'PromptResponse', Result: 'Result', Evaluation: 'Evaluation' },
  imports: "import type { Evaluation, PromptResponse, Result } from './prompt-response.ts';",
};

const EVENT_TYPES = {
  known: { PromptResponse: 'PromptResponse' },
  imports: "import type { PromptResponse } from './prompt-response.ts';",
};
