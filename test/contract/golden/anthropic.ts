import type {
  MessageCreateParamsNonStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { conversation, PDF, PNG, type Fetch, type Golden } from './golden.ts';
import { anthropic } from './sdk-clients.ts';

/** SDK 1.x dropped it from the type because newer models refuse it; Haiku 4.5 and the 4.6 models still take it. */
interface Temperature {
  readonly temperature: number;
}

const SYSTEM = [
  { type: 'text', text: 'Answer in kilometres.', cache_control: { type: 'ephemeral' } },
  { type: 'text', text: 'Be brief.' },
] satisfies MessageCreateParamsNonStreaming['system'];

const HISTORY = [
  {
    role: 'user',
    content: [{ type: 'text', text: 'How far is the sun?', cache_control: { type: 'ephemeral' } }],
  },
  { role: 'assistant', content: [{ type: 'text', text: '149,600,000 km' }] },
] satisfies MessageCreateParamsNonStreaming['messages'];

const LAST_TURN = {
  role: 'user',
  content: [{ type: 'text', text: 'And the moon?' }],
} satisfies MessageParam;

/** `messages`, checked with `@anthropic-ai/sdk`. */
export const anthropicGoldens: readonly Golden[] = [
  {
    name: 'breakpoints, files and a thinking budget that raises the cap',
    modelId: 'claude-sonnet-4-6',
    question: conversation({
      attachments: [PDF, PNG],
      settings: { maxTokens: 300, temperature: 0.5 },
      tuning: { thinkingBudget: 2_048 },
    }),
    send: sending({
      model: 'claude-sonnet-4-6',
      max_tokens: 2_348,
      system: SYSTEM,
      messages: [
        ...HISTORY,
        {
          role: 'user',
          content: [
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
              title: 'orbit.pdf',
            },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } },
            { type: 'text', text: 'And the moon?' },
          ],
        },
      ],
      thinking: { type: 'enabled', budget_tokens: 2_048 },
    } satisfies MessageCreateParamsNonStreaming),
  },
  {
    name: 'an effort in place of a budget',
    modelId: 'claude-opus-4-7',
    question: conversation({ system: [], tuning: { thinkingBudget: 1_024 } }),
    send: sending({
      model: 'claude-opus-4-7',
      max_tokens: 1_324,
      messages: [...HISTORY, LAST_TURN],
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
    } satisfies MessageCreateParamsNonStreaming),
  },
  {
    name: 'temperature without top-p',
    modelId: 'claude-haiku-4-5',
    question: conversation({ settings: { maxTokens: 300, temperature: 0.5, topP: 0.9 } }),
    send: sending({
      model: 'claude-haiku-4-5',
      max_tokens: 300,
      system: SYSTEM,
      messages: [...HISTORY, LAST_TURN],
      temperature: 0.5,
    } satisfies MessageCreateParamsNonStreaming & Temperature),
  },
];

function sending(
  body: MessageCreateParamsNonStreaming & Partial<Temperature>,
): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => anthropic(fetch).messages.create(body);
}
