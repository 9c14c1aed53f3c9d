import type { Json, JsonObject, ModelCall } from '../../core/contract.ts';
import { joinSystem } from './wire-body.ts';
import { OUTPUT_NAME } from './structured-output.ts';

/**
 * The options of `doGenerate` (LanguageModelV2CallOptions to V4) for a call.
 * @param standIns what stands for each attachment's base64.
 * @param version of the model's specification.
 */
export function sdkOptions(
  call: ModelCall,
  standIns: readonly string[],
  { version, providerOptions = {} }: { readonly version: string; readonly providerOptions?: JsonObject },
): JsonObject {
  const { maxTokens, temperature, topP } = call.settings;
  const system = joinSystem(call.system);
  const last = call.turns.length - 1;
  const files = call.attachments.map(({ name, mediaType }, index) => {
    const data = standIns[index] ?? '';
    return {
      type: 'file',
      filename: name,
      mediaType,
      data: version === 'v4' ? { type: 'data', data } : data,
    };
  });
  const turns: readonly Json[] = call.turns.map(({ role, text }, index) => ({
    role,
    content: [...(index === last ? files : []), { type: 'text', text }],
  }));
  return {
    prompt: [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...turns],
    maxOutputTokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(call.outputSchema !== undefined && {
      responseFormat: { type: 'json', schema: call.outputSchema, name: OUTPUT_NAME },
    }),
    providerOptions,
  };
}
