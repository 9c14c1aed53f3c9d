import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { HISTORY, LAST_TURN } from './chat-messages.ts';
import { conversation, LOOSE_SCHEMA, OUTPUT_SCHEMA, PDF, PNG, type Fetch, type Golden } from './golden.ts';
import { openai } from './sdk-clients.ts';

/** `responses`, checked with the `openai` SDK. */
export const openaiGoldens: readonly Golden[] = [
  {
    name: 'history, effort and schema',
    modelId: 'gpt-5.4',
    question: conversation({ tuning: { reasoningEffort: 'low' }, outputSchema: OUTPUT_SCHEMA }),
    send: sending({
      model: 'gpt-5.4',
      instructions: 'Answer in kilometres.\n\nBe brief.',
      input: [...HISTORY, LAST_TURN],
      max_output_tokens: 300,
      text: {
        format: { type: 'json_schema', name: 'structured_output', schema: OUTPUT_SCHEMA, strict: true },
      },
      store: false,
      reasoning: { effort: 'low' },
    } satisfies ResponseCreateParamsNonStreaming),
  },
  {
    name: 'files and sampling',
    modelId: 'gpt-4.1',
    question: conversation({
      system: [],
      attachments: [PDF, PNG],
      settings: { maxTokens: 300, temperature: 0.5, topP: 0.9 },
    }),
    send: sending({
      model: 'gpt-4.1',
      input: [
        ...HISTORY,
        {
          role: 'user',
          content: [
            { type: 'input_file', filename: 'orbit.pdf', file_data: 'data:application/pdf;base64,JVBERi0x' },
            { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0K', detail: 'auto' },
            { type: 'input_text', text: 'And the moon?' },
          ],
        },
      ],
      max_output_tokens: 300,
      temperature: 0.5,
      top_p: 0.9,
      store: false,
    } satisfies ResponseCreateParamsNonStreaming),
  },
  {
    name: 'a loose schema in strict words, and a cache key',
    modelId: 'gpt-4.1',
    question: conversation({ outputSchema: LOOSE_SCHEMA, cacheKey: '0123456789abcdef' }),
    send: sending({
      model: 'gpt-4.1',
      instructions: 'Answer in kilometres.\n\nBe brief.',
      input: [...HISTORY, LAST_TURN],
      max_output_tokens: 300,
      text: {
        format: {
          type: 'json_schema',
          name: 'structured_output',
          schema: {
            type: 'object',
            properties: {
              kilometres: { type: 'number' },
              unit: { type: 'string', const: 'km' },
              source: { type: ['string', 'null'] },
            },
            required: ['kilometres', 'unit', 'source'],
            additionalProperties: false,
          },
          strict: true,
        },
      },
      store: false,
      prompt_cache_key: '0123456789abcdef',
    } satisfies ResponseCreateParamsNonStreaming),
  },
];

function sending(body: ResponseCreateParamsNonStreaming): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => openai(fetch).responses.create(body);
}
