import type { ChatCompletionCreateParamsNonStreaming } from '@cerebras/cerebras_cloud_sdk/resources/chat/completions';
import { LAST_TURN, LAST_TURN_WITH_IMAGE, SYSTEM_AND_HISTORY } from './chat-messages.ts';
import { conversation, PNG, type Fetch, type Golden } from './golden.ts';
import { cerebras } from './sdk-clients.ts';

/** `chat-completions` of Cerebras, checked with `@cerebras/cerebras_cloud_sdk`. */
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
      messages: [...SYSTEM_AND_HISTORY, LAST_TURN],
      max_completion_tokens: 300,
      temperature: 0.5,
      top_p: 0.9,
      reasoning_effort: 'high',
    } satisfies ChatCompletionCreateParamsNonStreaming),
  },
  {
    name: 'image, with the reasoning apart from the answer',
    modelId: 'cerebras-qwen-3.8-27b',
    question: conversation({ attachments: [PNG] }),
    send: sending({
      model: 'qwen-3.8-27b',
      messages: [...SYSTEM_AND_HISTORY, LAST_TURN_WITH_IMAGE],
      max_completion_tokens: 300,
      reasoning_format: 'parsed',
    } satisfies ChatCompletionCreateParamsNonStreaming),
  },
];

function sending(body: ChatCompletionCreateParamsNonStreaming): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => cerebras(fetch).chat.completions.create(body);
}
