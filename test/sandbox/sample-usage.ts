import type { SandboxProvider, SandboxUsage } from '../../core/sandbox/contract.ts';

/** What a scripted reply used. */
export const SAMPLE_USAGE: SandboxUsage = {
  inputTokens: 3000,
  cachedTokens: 1024,
  cacheWriteTokens: 0,
  outputTokens: 500,
  reasoningTokens: 200,
  searchQueries: [],
};

const chatUsage = {
  prompt_tokens: 3000,
  completion_tokens: 500,
  total_tokens: 3500,
  prompt_tokens_details: { cached_tokens: 1024 },
};

/** The same in the fields of each provider. */
export const REPORTED_USAGE: Readonly<Record<SandboxProvider, Readonly<Record<string, unknown>>>> = {
  anthropic: {
    input_tokens: 1976,
    cache_read_input_tokens: 1024,
    cache_creation_input_tokens: 0,
    output_tokens: 500,
    output_tokens_details: { thinking_tokens: 200 },
  },
  openai: {
    input_tokens: 3000,
    input_tokens_details: { cached_tokens: 1024, cache_write_tokens: 0 },
    output_tokens: 500,
    output_tokens_details: { reasoning_tokens: 200 },
    total_tokens: 3500,
  },
  google: {
    promptTokenCount: 3000,
    cachedContentTokenCount: 1024,
    candidatesTokenCount: 300,
    thoughtsTokenCount: 200,
    totalTokenCount: 3500,
  },
  bedrock: {
    inputTokens: 1976,
    cacheReadInputTokens: 1024,
    cacheWriteInputTokens: 0,
    outputTokens: 500,
    totalTokens: 3500,
  },
  xai: { ...chatUsage, completion_tokens: 300, completion_tokens_details: { reasoning_tokens: 200 } },
  deepseek: { ...chatUsage, prompt_cache_hit_tokens: 1024, prompt_cache_miss_tokens: 1976 },
  mistral: { ...chatUsage, num_cached_tokens: 1024 },
  groq: { ...chatUsage, completion_tokens_details: { reasoning_tokens: 200 } },
  cerebras: { ...chatUsage, completion_tokens_details: { reasoning_tokens: 200 } },
};
