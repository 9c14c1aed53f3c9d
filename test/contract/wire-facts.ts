import type { Json, Provider } from '../../core/contract.ts';
import type { FormatFacts } from './format-checks.ts';

/** Tokens of one call, each counted once. */
export interface Figures {
  readonly uncached: number;
  readonly cached: number;
  readonly written: number;
  readonly visible: number;
  readonly reasoning: number;
}

/** Facts of the contract suite about a wire format that no manifest has. */
export interface WireFacts extends FormatFacts {
  /** Makes a reply of this format with this text and these figures, in the provider's arithmetic. */
  readonly reply: (text: string, figures: Figures) => Json;
  /** Figures that the format cannot report. */
  readonly unreported: readonly (keyof Figures)[];
}

/** @throws Error for a format that is not described here yet. */
export function wireFacts(provider: Provider): WireFacts {
  const facts = FORMATS[provider.plugin]?.(provider);
  if (facts === undefined)
    throw new Error(`describe the wire format ${provider.plugin} in test/contract/wire-facts.ts`);
  return facts;
}

const FORMATS: Readonly<Record<string, (provider: Provider) => WireFacts>> = {
  responses: () => ({
    members: ['model', 'instructions', 'input', 'max_output_tokens', 'temperature', 'top_p', 'text'],
    maxTokens: '/max_output_tokens',
    temperature: '/temperature',
    topP: '/top_p',
    unreported: [],
    reply: (text, { uncached, cached, written, visible, reasoning }) => ({
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text }] }],
      usage: {
        input_tokens: uncached + cached + written,
        input_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
        output_tokens: visible + reasoning,
        output_tokens_details: { reasoning_tokens: reasoning },
      },
    }),
  }),
  'chat-completions': (provider) => {
    const maxTokens = provider.wire.maxTokens ?? 'max_completion_tokens';
    return {
      members: ['model', 'messages', maxTokens, 'temperature', 'top_p', 'response_format'],
      maxTokens: `/${maxTokens}`,
      temperature: '/temperature',
      topP: '/top_p',
      unreported: provider.usage.reasoning === undefined ? ['written', 'reasoning'] : ['written'],
      reply: (text, figures) => ({
        choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: text } }],
        usage: chatUsage(provider.id, figures),
      }),
    };
  },
  messages: () => ({
    members: [
      'model',
      'max_tokens',
      'system',
      'messages',
      'temperature',
      'top_p',
      'tools',
      'tool_choice',
      'output_config',
    ],
    maxTokens: '/max_tokens',
    temperature: '/temperature',
    topP: '/top_p',
    breakpoint: 'cache_control',
    unreported: [],
    reply: (text, { uncached, cached, written, visible, reasoning }) => ({
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: uncached,
        cache_read_input_tokens: cached,
        cache_creation_input_tokens: written,
        output_tokens: visible + reasoning,
        output_tokens_details: { thinking_tokens: reasoning },
      },
    }),
  }),
  'generate-content': () => ({
    members: ['systemInstruction', 'contents', 'generationConfig'],
    maxTokens: '/generationConfig/maxOutputTokens',
    temperature: '/generationConfig/temperature',
    topP: '/generationConfig/topP',
    unreported: ['written'],
    reply: (text, { uncached, cached, visible, reasoning }) => ({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: uncached + cached,
        cachedContentTokenCount: cached,
        candidatesTokenCount: visible,
        thoughtsTokenCount: reasoning,
      },
    }),
  }),
  converse: () => ({
    members: ['system', 'messages', 'inferenceConfig', 'toolConfig'],
    maxTokens: '/inferenceConfig/maxTokens',
    temperature: '/inferenceConfig/temperature',
    topP: '/inferenceConfig/topP',
    breakpoint: 'cachePoint',
    unreported: ['reasoning'],
    reply: (text, { uncached, cached, written, visible, reasoning }) => ({
      output: { message: { role: 'assistant', content: [{ text }] } },
      stopReason: 'end_turn',
      usage: {
        inputTokens: uncached,
        cacheReadInputTokens: cached,
        cacheWriteInputTokens: written,
        outputTokens: visible + reasoning,
      },
    }),
  }),
};

/** Chat Completions, with the figures that the provider counts or names differently. */
function chatUsage(providerId: string, { uncached, cached, visible, reasoning }: Figures): Json {
  const usage = {
    prompt_tokens: uncached + cached,
    completion_tokens: visible + reasoning,
    total_tokens: uncached + cached + visible + reasoning,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
  // xAI's completion_tokens exclude reasoning, and its total includes it.
  if (providerId === 'xai') return { ...usage, completion_tokens: visible };
  if (providerId === 'deepseek')
    return { ...usage, prompt_cache_hit_tokens: cached, prompt_cache_miss_tokens: uncached };
  if (providerId === 'mistral') return { ...usage, num_cached_tokens: cached };
  return usage;
}
