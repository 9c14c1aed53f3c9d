import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';

/** The history of `conversation()`, as OpenAI and every dialect of `chat-completions` write it. */
export const HISTORY = [
  { role: 'user', content: 'How far is the sun?' },
  { role: 'assistant', content: '149,600,000 km' },
] satisfies ChatCompletionMessageParam[];

/** Its system text is one message before the history. */
export const SYSTEM_AND_HISTORY = [
  { role: 'system', content: 'Answer in kilometres.\n\nBe brief.' } satisfies ChatCompletionMessageParam,
  ...HISTORY,
];

/** The last turn of `conversation()`. */
export const LAST_TURN = { role: 'user', content: 'And the moon?' } satisfies ChatCompletionMessageParam;

/** The last turn with `PNG` attached. */
export const LAST_TURN_WITH_IMAGE = {
  role: 'user',
  content: [
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0K' } },
    { type: 'text', text: 'And the moon?' },
  ],
} satisfies ChatCompletionMessageParam;
