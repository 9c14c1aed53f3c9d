import type { Json, JsonObject, ModelCall, ToolChoice, Turn } from '../../core/contract.ts';
import { OUTPUT_NAME, parametersOf } from './tools.ts';
import { joinSystem } from './wire-body.ts';

/**
 * The options of `doGenerate` (LanguageModelV2CallOptions to V4) for a call.
 * @param standIns a placeholder for the base64 of each attachment.
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
  const turns = call.turns.flatMap((turn, index) => sdkMessages(turn, index === last ? files : []));
  return {
    prompt: [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...turns],
    maxOutputTokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(call.outputSchema !== undefined && {
      responseFormat: { type: 'json', schema: call.outputSchema, name: OUTPUT_NAME },
    }),
    ...(call.tools !== undefined && {
      tools: call.tools.functions.map((one) => ({
        type: 'function',
        name: one.name,
        ...(one.description !== undefined && { description: one.description }),
        inputSchema: parametersOf(one),
        ...(one.strict && { strict: true }),
      })),
      toolChoice: sdkChoice(call.tools.choice),
    }),
    providerOptions,
  };
}

function sdkChoice(choice: ToolChoice): Json {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.name };
}

/** LanguageModelV2Message to V4. The assistant's message has the calls, and a message of the tool has the results. */
function sdkMessages({ role, text, calls, results }: Turn, files: readonly Json[]): readonly Json[] {
  const textParts: readonly Json[] = text === '' ? [] : [{ type: 'text', text }];
  if (calls !== undefined) {
    const callParts = calls.map(({ id, name, input }) => ({
      type: 'tool-call',
      toolCallId: id,
      toolName: name,
      input,
    }));
    return [{ role, content: [...textParts, ...callParts] }];
  }
  if (results === undefined) return [{ role, content: [...files, { type: 'text', text }] }];
  const resultParts = results.map(({ id, name, content, isError }) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    output: { type: isError ? 'error-text' : 'text', value: content },
  }));
  const others = [...files, ...textParts];
  return [
    { role: 'tool', content: resultParts },
    ...(others.length === 0 ? [] : [{ role, content: others }]),
  ];
}
