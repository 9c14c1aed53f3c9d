import { Cerebras, type ClientOptions } from '@cerebras/cerebras_cloud_sdk';
import type { ChatCompletionCreateParamsNonStreaming } from '@cerebras/cerebras_cloud_sdk/resources/chat/completions';
import { conversation, PNG, type Fetch, type Golden } from './golden.ts';

const SYSTEM_AND_HISTORY = [
  { role: 'system', content: 'Answer in kilometres.\n\nBe brief.' },
  { role: 'user', content: 'How far is the sun?' },
  { role: 'assistant', content: '149,600,000 km' },
] satisfies ChatCompletionCreateParamsNonStreaming['messages'];

/** `chat-completions` as Cerebras speaks it, checked with `@cerebras/cerebras_cloud_sdk`. */
export const cerebrasGoldens: readonly Golden[] = [
  {
    name: 'effort and sampling',
    modelId: 'cerebras-gpt-oss-120b',
    question: conversation({
      settings: { maxTokens: 300, temperature: 0.5, topP: 0.9 },
      tuning: { reasoningEffort: 'high' },
    }),
    send: sending({
      model: 'gpt-oss-120b',
      messages: [...SYSTEM_AND_HISTORY, { role: 'user', content: 'And the moon?' }],
      max_completion_tokens: 300,
      temperature: 0.5,
      top_p: 0.9,
      reasoning_effort: 'high',
    } satisfies ChatCompletionCreateParamsNonStreaming),
  },
  {
    name: 'image, with the reasoning kept out of the answer',
    modelId: 'cerebras-qwen-3.8-27b',
    question: conversation({ attachments: [PNG] }),
    send: sending({
      model: 'qwen-3.8-27b',
      messages: [
        ...SYSTEM_AND_HISTORY,
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0K' } },
            { type: 'text', text: 'And the moon?' },
          ],
        },
      ],
      max_completion_tokens: 300,
      reasoning_format: 'parsed',
    } satisfies ChatCompletionCreateParamsNonStreaming),
  },
];

function sending(body: ChatCompletionCreateParamsNonStreaming): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK's types are node-fetch's; it takes any fetch
    const options = { fetch: fetch as unknown as NonNullable<ClientOptions['fetch']> };
    // Without the warm-up, which would open a connection.
    return new Cerebras({ ...options, apiKey: 'none', warmTCPConnection: false }).chat.completions.create(
      body,
    );
  };
}
