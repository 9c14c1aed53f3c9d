import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { conversation, PNG, type Fetch, type Golden } from './golden.ts';

/** DeepSeek takes this member in the body and has no SDK of its own; OpenAI's type cannot know it. */
interface Thinking {
  readonly thinking: { readonly type: 'enabled' | 'disabled' };
}

/** `chat-completions` for the providers without an SDK of their own, checked with the dialect's: `openai`. */
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
      messages: [
        { role: 'system', content: 'Answer in kilometres.\n\nBe brief.' },
        { role: 'user', content: 'How far is the sun?' },
        { role: 'assistant', content: '149,600,000 km' },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0K' } },
            { type: 'text', text: 'And the moon?' },
          ],
        },
      ],
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
      messages: [
        { role: 'system', content: 'Answer in kilometres.\n\nBe brief.' },
        { role: 'user', content: 'How far is the sun?' },
        { role: 'assistant', content: '149,600,000 km' },
        { role: 'user', content: 'And the moon?' },
      ],
      max_tokens: 300,
      temperature: 2,
      thinking: { type: 'disabled' },
    } satisfies ChatCompletionCreateParamsNonStreaming & Thinking),
  },
];

function sending(
  body: ChatCompletionCreateParamsNonStreaming & Partial<Thinking>,
): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => new OpenAI({ apiKey: 'none', fetch }).chat.completions.create(body);
}
