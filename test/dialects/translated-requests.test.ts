import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODELS, PANEL, translateBody } from './read-translated.ts';
import { filesIn, textsIn, type WrittenMessage } from './written-conversation.ts';
import { anyRequest, type WrittenOptions } from './written-requests.ts';
import { cases } from '../support/whole-run.ts';

/** Texts of one message as docs/clients.md has it: empty ones say nothing. */
function joined(message: WrittenMessage): string {
  const separator = message.role === 'assistant' ? '' : '\n\n';
  return textsIn(message)
    .filter((text) => text !== '')
    .join(separator);
}

function isInstruction({ role }: WrittenMessage): boolean {
  return role === 'system' || role === 'developer';
}

/** The equivalent prompt request, without the tuning of a model. */
function expectedRequest(messages: readonly WrittenMessage[], options: WrittenOptions): object {
  const system = messages
    .filter(isInstruction)
    .map(joined)
    .filter((text) => text !== '');
  const turns = messages.filter((message) => !isInstruction(message));
  const history = turns
    .slice(0, -1)
    .map((turn) => ({ role: turn.role, content: joined(turn) }))
    .filter(({ content }) => content !== '');
  const attachments = turns.flatMap(filesIn).map(({ kind, name, type }, index) => ({
    name: name ?? `${kind}-${index + 1}.${type.split('/')[1] ?? ''}`,
    type,
    base64: '',
  }));
  const { temperature, topP, maxTokens, format, store, model } = options;
  const settings = Object.entries({ temperature, topP, maxTokens }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const schema = format?.type === 'json_schema' ? format.schema : { type: 'object' };
  const { id, wins: _, ...panel } = PANEL;
  return {
    prompt: turns.map(joined).at(-1),
    ...(model === id ? panel : { models: [model] }),
    ...(history.length > 0 && { history }),
    ...(system.length === 1 && { system_prompt: system[0] }),
    ...(system.length > 1 && { system_prompt: system.map((text) => ({ type: 'text', text })) }),
    ...(attachments.length > 0 && { attachments }),
    ...(settings.length > 0 && { generation_settings: Object.fromEntries(settings) }),
    ...(format !== null && format !== undefined && format.type !== 'text' && { response_schema: schema }),
    ...(store === false && { zero_data_retention: true }),
  };
}

describe('a body of another dialect that is taken', () => {
  it('is a valid prompt request with the same texts, roles, order, files and settings', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest(MODELS), async ({ body, dialect, messages, options }) => {
        const translated = await translateBody(body, dialect);
        const { model_tuning: tuning, ...request } = { ...translated.prompt.request };
        expect(request).toEqual(expectedRequest(messages, options));
        const files = translated.prompt.attachments.map(({ mediaType, base64 }) => ({
          mediaType,
          base64: Buffer.from(base64).toString('latin1'),
        }));
        const sentFiles = messages
          .flatMap(filesIn)
          .map(({ type: mediaType, base64 }) => ({ mediaType, base64 }));
        expect(files).toEqual(sentFiles);
        // A model without the parameter gets none, and its answer has a warning.
        const models = new Set(translated.prompt.request.models);
        const leftOut = translated.warnings.filter(({ code }) => code === 'parameter_left_out');
        const hasEffort = options.effort !== null && options.effort !== undefined;
        expect(Object.keys(tuning ?? {}).length + leftOut.length).toBe(hasEffort ? models.size : 0);
        expect(translated.options).toMatchObject({ model: options.model, stream: options.stream === true });
      }),
      { numRuns: cases(300) },
    );
  });
});
