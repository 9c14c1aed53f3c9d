/** What a new manifest says of a wire format unless its author knows better, as lines of YAML. */
export interface FormatFacts {
  /** Where replies of the format report tokens; every one of these counts may be missing from a reply. */
  readonly usage: readonly string[];
  /** Names in which servers of the format differ: those the most servers take. */
  readonly wire?: string;
}

/** By plugin. A format that is not here has its pointers asked for. */
export const FORMAT_FACTS: ReadonlyMap<string, FormatFacts> = new Map([
  [
    'chat-completions',
    {
      usage: [
        'input: /usage/prompt_tokens # includes cached tokens',
        'cachedInput: /usage/prompt_tokens_details/cached_tokens',
        'output: /usage/completion_tokens # includes reasoning',
        'reasoning: /usage/completion_tokens_details/reasoning_tokens',
      ],
      wire: '{ maxTokens: max_tokens, systemRole: system, image: object }',
    },
  ],
  [
    'responses',
    {
      usage: [
        'input: /usage/input_tokens # includes cached tokens',
        'cachedInput: /usage/input_tokens_details/cached_tokens',
        'output: /usage/output_tokens # includes reasoning',
        'reasoning: /usage/output_tokens_details/reasoning_tokens',
      ],
    },
  ],
  [
    'messages',
    {
      usage: [
        'input: [/usage/input_tokens, /usage/cache_read_input_tokens, /usage/cache_creation_input_tokens] # the first is net',
        'cachedInput: /usage/cache_read_input_tokens',
        'cacheWrite: /usage/cache_creation_input_tokens',
        'output: /usage/output_tokens # includes thinking',
      ],
    },
  ],
  [
    'generate-content',
    {
      usage: [
        'input: [/usageMetadata/promptTokenCount, /usageMetadata/toolUsePromptTokenCount] # the first includes cached tokens',
        'cachedInput: /usageMetadata/cachedContentTokenCount',
        'output: [/usageMetadata/candidatesTokenCount, /usageMetadata/thoughtsTokenCount]',
        'reasoning: /usageMetadata/thoughtsTokenCount',
      ],
    },
  ],
  [
    'converse',
    {
      usage: [
        'input: [/usage/inputTokens, /usage/cacheReadInputTokens, /usage/cacheWriteInputTokens] # the first is net',
        'cachedInput: /usage/cacheReadInputTokens',
        'cacheWrite: /usage/cacheWriteInputTokens',
        'output: /usage/outputTokens',
      ],
    },
  ],
]);
