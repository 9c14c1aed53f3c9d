import type { Attachment, JsonObject, TextBlock, Turn } from '../../contract.ts';
import type { PromptRequest } from '../../generated/prompt-request.ts';
import type { TextStore } from '../../text/long-text.ts';
import type { Question } from '../plan/plan-call.ts';

/** A validated request with its files. Where the body was large, marks stand in it for its texts. */
export interface Prompt {
  readonly request: PromptRequest;
  readonly attachments: readonly Attachment[];
  /** The long texts the marks stand for; long answers are added while the request runs. */
  readonly texts: TextStore;
}

/** The request as one question, the same for every model but for its tuning. */
export function askModels(
  { request, attachments, texts }: Prompt,
  cacheKey: string | undefined,
): (modelId: string) => Question {
  const settings = request.generation_settings ?? {};
  const common = {
    system: systemBlocks(request.system_prompt),
    turns: [
      ...(request.history ?? []).map(historyTurn),
      { role: 'user' as const, text: request.prompt, cacheBreakpoint: false },
    ],
    attachments,
    settings,
    outputSchema: outputSchemaOf(request),
    cacheKey,
    texts,
  };
  const tuning = new Map<string, Question['tuning']>(Object.entries(request.model_tuning ?? {}));
  return (modelId) => ({ ...common, tuning: tuning.get(modelId) ?? {} });
}

function systemBlocks(system: PromptRequest['system_prompt']): readonly TextBlock[] {
  if (system === undefined || system === '') return [];
  if (typeof system === 'string') return [{ text: system, cacheBreakpoint: false }];
  return system.map((block) => ({ text: block.text, cacheBreakpoint: block.cache_control !== undefined }));
}

function historyTurn(turn: NonNullable<PromptRequest['history']>[number]): Turn {
  return { role: turn.role, text: turn.content, cacheBreakpoint: turn.cache_control !== undefined };
}

/** The form every output must have. */
export function outputSchemaOf(request: PromptRequest): JsonObject | undefined {
  return request.response_schema;
}

/** Whether nothing of this request's texts may be stored: what it says itself, else its account. */
export function keepsNothing({ request }: Prompt, account: { readonly zeroDataRetention: boolean }): boolean {
  return request.zero_data_retention ?? account.zeroDataRetention;
}
