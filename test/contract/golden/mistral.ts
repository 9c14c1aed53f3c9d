import { HTTPClient, Mistral } from '@mistralai/mistralai';
import type { ChatCompletionRequest } from '@mistralai/mistralai/models/components/index.js';
import { conversation, PNG, type Fetch, type Golden } from './golden.ts';

/** `chat-completions` as Mistral speaks it, checked with its SDK, which turns its camel case into the wire's snake case. */
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
        { role: 'system', content: 'Answer in kilometres.\n\nBe brief.' },
        { role: 'user', content: 'How far is the sun?' },
        { role: 'assistant', content: '149,600,000 km' },
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
    // The SDK writes out the defaults of its own schema.
    isAdded: (name, value) => (name === 'stream' || name === 'prefix') && value === false,
  },
];

function sending(request: ChatCompletionRequest): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) =>
    new Mistral({ apiKey: 'none', httpClient: new HTTPClient({ fetcher: fetch }) }).chat.complete(request);
}
