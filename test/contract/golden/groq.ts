import type { ChatCompletionCreateParamsNonStreaming } from 'groq-sdk/resources/chat/completions';
import { LAST_TURN, LAST_TURN_WITH_IMAGE, SYSTEM_AND_HISTORY } from './chat-messages.ts';
import { conversation, OUTPUT_SCHEMA, PNG, type Fetch, type Golden } from './golden.ts';
import { groq } from './sdk-clients.ts';

/** `chat-completions` of Groq, checked with `groq-sdk`. */
export const groqGoldens: readonly Golden[] = [
  {
    name: 'schema without reasoning text',
    modelId: 'gpt-oss-120b',
    question: conversation({ outputSchema: OUTPUT_SCHEMA }),
    send: sending({
      model: 'openai/gpt-oss-120b',
      messages: [...SYSTEM_AND_HISTORY, LAST_TURN],
      max_completion_tokens: 300,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'structured_output', schema: OUTPUT_SCHEMA, strict: true },
      },
      include_reasoning: false,
    } satisfies ChatCompletionCreateParamsNonStreaming),
  },
  {
    name: 'image and sampling',
    modelId: 'qwen3.6-27b',
    question: conversation({ attachments: [PNG], settings: { maxTokens: 300, temperature: 0.5, topP: 0.9 } }),
    send: sending({
      model: 'qwen/qwen3.6-27b',
      messages: [...SYSTEM_AND_HISTORY, LAST_TURN_WITH_IMAGE],
      max_completion_tokens: 300,
      temperature: 0.5,
      top_p: 0.9,
      reasoning_format: 'hidden',
    } satisfies ChatCompletionCreateParamsNonStreaming),
  },
];

function sending(body: ChatCompletionCreateParamsNonStreaming): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => groq(fetch).chat.completions.create(body);
}
