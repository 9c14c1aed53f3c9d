import { boundInput } from '../../billing/quote.ts';
import type { ModelCall } from '../../contract.ts';
import type { AskedSettings, PlannedSettings } from './plan-settings.ts';

export interface ContextQuestion {
  readonly call: Omit<ModelCall, 'settings'>;
  /** Of all texts and the schema. */
  readonly inputBytes: number;
  readonly asked: AskedSettings['maxTokens'];
}

/**
 * Lowers an output cap that would reach the context together with the prompt, where the provider refuses that. The
 * prompt is counted by the bound the hold uses, which is high; so the cap never falls below the model's default, which a
 * prompt of this size may still leave room for.
 */
export function fitContext(
  planned: PlannedSettings,
  { call, inputBytes, asked }: ContextQuestion,
): PlannedSettings {
  const { contextTokens, defaultOutputTokens } = call.model.limits;
  const { maxTokens } = planned.settings;
  if (!call.provider.rules.capWithinContext || asked === undefined || maxTokens <= defaultOutputTokens)
    return planned;
  const room = Math.max(defaultOutputTokens, contextTokens - tokensIn(call, inputBytes));
  if (maxTokens <= room) return planned;
  const message = `the output is limited to ${room} tokens, since prompt and output share a context of ${contextTokens}`;
  return {
    settings: { ...planned.settings, maxTokens: room },
    warnings: [
      ...planned.warnings.filter(({ code }) => code !== 'max_tokens_lowered'),
      { code: 'max_tokens_lowered', pointer: '/generation_settings/maxTokens', message },
    ],
  };
}

function tokensIn(
  { model, system, turns, attachments }: ContextQuestion['call'],
  inputBytes: number,
): number {
  const pdfs = attachments.filter(({ mediaType }) => mediaType === 'application/pdf');
  return boundInput({
    model,
    inputBytes,
    turnCount: system.length + turns.length,
    images: attachments.length - pdfs.length,
    pdfs: pdfs.map(({ sizeBytes, pages }) => ({ sizeBytes, pages })),
    webSearch: false,
    cachedResource: false,
  });
}
