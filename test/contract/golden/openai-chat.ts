import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { LAST_TURN, LAST_TURN_WITH_IMAGE, SYSTEM_AND_HISTORY } from './chat-messages.ts';
import { conversation, PNG, type Fetch, type Golden } from './golden.ts';
import { openai } from './sdk-clients.ts';

/** DeepSeek accepts this member and has no SDK. OpenAI's type lacks it. */
interface Thinking {
  readonly thinking: { readonly type: 'enabled' | 'disabled' };
}

/** `chat-completions` of providers without an SDK, checked with `openai`. */
export const openaiChatGoldens: readonly Golden[] = [
  {
    name: 'effort, image and sampling',
    modelId: 'grok-4.3',
    question: conversation({
      attachments: [PNG],
      settings: { maxTokens: 300, temperature: 0.5, topP: 0.9 },
      tuning: { reasoningEffort: 'none' },
    }),
    send: sending({
      model: 'grok-4.3',
      messages: [...SYSTEM_AND_HISTORY, LAST_TURN_WITH_IMAGE],
      max_completion_tokens: 300,
      temperature: 0.5,
      top_p: 0.9,
      reasoning_effort: 'none',
    } satisfies ChatCompletionCreateParamsNonStreaming),
  },
  {
    name: 'thinking turned off',
    modelId: 'deepseek-flash',
    question: conversation({ settings: { maxTokens: 300, temperature: 2 } }),
    send: sending({
      model: 'deepseek-flash',
      messages: [...SYSTEM_AND_HISTORY, LAST_TURN],
      max_tokens: 300,
      temperature: 2,
      thinking: { type: 'disabled' },
    } satisfies ChatCompletionCreateParamsNonStreaming & Thinking),
  },
];

function sending(
  body: ChatCompletionCreateParamsNonStreaming & Partial<Thinking>,
): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => openai(fetch).chat.completions.create(body);
}
