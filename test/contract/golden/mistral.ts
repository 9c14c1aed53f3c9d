import type { ChatCompletionRequest } from '@mistralai/mistralai/models/components/index.js';
import { SYSTEM_AND_HISTORY } from './chat-messages.ts';
import { conversation, PNG, type Fetch, type Golden } from './golden.ts';
import { mistral } from './sdk-clients.ts';

/** `chat-completions` of Mistral, checked with its SDK, which converts camel case to the snake case that is sent. */
export const mistralGoldens: readonly Golden[] = [
  {
    name: 'image, sampling and a cache key',
    modelId: 'mistral-small-2603',
    question: conversation({
      attachments: [PNG],
      settings: { maxTokens: 300, temperature: 0.5, topP: 0.9 },
      cacheKey: '0123456789abcdef',
    }),
    send: sending({
      model: 'mistral-small-2603',
      messages: [
        ...SYSTEM_AND_HISTORY,
        {
          role: 'user',
          content: [
            { type: 'image_url', imageUrl: 'data:image/png;base64,iVBORw0K' },
            { type: 'text', text: 'And the moon?' },
          ],
        },
      ],
      maxTokens: 300,
      temperature: 0.5,
      topP: 0.9,
      promptCacheKey: '0123456789abcdef',
    } satisfies ChatCompletionRequest),
    // The SDK sends the defaults of its schema.
    isAdded: (name, value) => (name === 'stream' || name === 'prefix') && value === false,
  },
];

function sending(request: ChatCompletionRequest): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => mistral(fetch).chat.complete(request);
}
