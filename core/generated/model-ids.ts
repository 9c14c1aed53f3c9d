// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/** Every model of the registry, in the order of the manifests. */
export type ModelId =
  | 'claude-opus-4-7'
  | 'claude-opus-4-6'
  | 'claude-sonnet-4-6'
  | 'claude-haiku-4-5'
  | 'claude-opus-4-5-20251101'
  | 'claude-sonnet-4-5-20250929'
  | 'nova-pro'
  | 'nova-lite'
  | 'nova-micro'
  | 'nova-2-lite'
  | 'cerebras-gpt-oss-120b'
  | 'cerebras-qwen-3.8-27b'
  | 'deepseek-v4-pro'
  | 'deepseek-flash'
  | 'gemini-3.1-pro-preview'
  | 'gemini-3.5-flash'
  | 'gemini-3-flash-preview'
  | 'gemini-3.1-flash-lite'
  | 'gemini-2.5-pro'
  | 'gemini-2.5-flash'
  | 'gemini-2.5-flash-lite'
  | 'gpt-oss-120b'
  | 'gpt-oss-20b'
  | 'qwen3.6-27b'
  | 'mistral-large-2512'
  | 'mistral-medium-2604'
  | 'mistral-small-2603'
  | 'ministral-14b-2512'
  | 'ministral-8b-2512'
  | 'ministral-3b-2512'
  | 'codestral-2508'
  | 'gpt-5.5'
  | 'gpt-5.4'
  | 'gpt-5.2'
  | 'o3'
  | 'o3-pro'
  | 'gpt-5.4-mini'
  | 'gpt-5.4-nano'
  | 'gpt-5.1'
  | 'gpt-5'
  | 'gpt-5-mini'
  | 'gpt-4.1'
  | 'gpt-4.1-mini'
  | 'gpt-4o'
  | 'gpt-4o-mini'
  | 'gpt-4o-2024-11-20'
  | 'grok-4.5'
  | 'grok-4.3'
  | 'grok-4.20-0309-non-reasoning';

/** An entry without parameters. */
export type NoTuning = Readonly<Record<string, never>>;

/** The parameters each model takes. */
export interface TuningByModel {
  readonly 'claude-opus-4-7'?: { readonly thinkingBudget?: number };
  readonly 'claude-opus-4-6'?: { readonly thinkingBudget?: number };
  readonly 'claude-sonnet-4-6'?: { readonly thinkingBudget?: number };
  readonly 'claude-haiku-4-5'?: NoTuning;
  readonly 'claude-opus-4-5-20251101'?: NoTuning;
  readonly 'claude-sonnet-4-5-20250929'?: NoTuning;
  readonly 'nova-pro'?: NoTuning;
  readonly 'nova-lite'?: NoTuning;
  readonly 'nova-micro'?: NoTuning;
  readonly 'nova-2-lite'?: NoTuning;
  readonly 'cerebras-gpt-oss-120b'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high' };
  readonly 'cerebras-qwen-3.8-27b'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high' };
  readonly 'deepseek-v4-pro'?: NoTuning;
  readonly 'deepseek-flash'?: NoTuning;
  readonly 'gemini-3.1-pro-preview'?: { readonly thinkingBudget?: number; readonly webSearch?: boolean; readonly cachedContent?: string };
  readonly 'gemini-3.5-flash'?: { readonly thinkingBudget?: number; readonly webSearch?: boolean; readonly cachedContent?: string };
  readonly 'gemini-3-flash-preview'?: { readonly thinkingBudget?: number; readonly webSearch?: boolean; readonly cachedContent?: string };
  readonly 'gemini-3.1-flash-lite'?: { readonly thinkingBudget?: number; readonly webSearch?: boolean; readonly cachedContent?: string };
  readonly 'gemini-2.5-pro'?: NoTuning;
  readonly 'gemini-2.5-flash'?: NoTuning;
  readonly 'gemini-2.5-flash-lite'?: NoTuning;
  readonly 'gpt-oss-120b'?: NoTuning;
  readonly 'gpt-oss-20b'?: NoTuning;
  readonly 'qwen3.6-27b'?: NoTuning;
  readonly 'mistral-large-2512'?: NoTuning;
  readonly 'mistral-medium-2604'?: NoTuning;
  readonly 'mistral-small-2603'?: NoTuning;
  readonly 'ministral-14b-2512'?: NoTuning;
  readonly 'ministral-8b-2512'?: NoTuning;
  readonly 'ministral-3b-2512'?: NoTuning;
  readonly 'codestral-2508'?: NoTuning;
  readonly 'gpt-5.5'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high'; readonly verbosity?: 'low' | 'medium' | 'high' };
  readonly 'gpt-5.4'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high'; readonly verbosity?: 'low' | 'medium' | 'high' };
  readonly 'gpt-5.2'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high'; readonly verbosity?: 'low' | 'medium' | 'high' };
  readonly 'o3'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high' };
  readonly 'o3-pro'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high' };
  readonly 'gpt-5.4-mini'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high'; readonly verbosity?: 'low' | 'medium' | 'high' };
  readonly 'gpt-5.4-nano'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high'; readonly verbosity?: 'low' | 'medium' | 'high' };
  readonly 'gpt-5.1'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high'; readonly verbosity?: 'low' | 'medium' | 'high' };
  readonly 'gpt-5'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high'; readonly verbosity?: 'low' | 'medium' | 'high' };
  readonly 'gpt-5-mini'?: { readonly reasoningEffort?: 'low' | 'medium' | 'high'; readonly verbosity?: 'low' | 'medium' | 'high' };
  readonly 'gpt-4.1'?: NoTuning;
  readonly 'gpt-4.1-mini'?: NoTuning;
  readonly 'gpt-4o'?: NoTuning;
  readonly 'gpt-4o-mini'?: NoTuning;
  readonly 'gpt-4o-2024-11-20'?: NoTuning;
  readonly 'grok-4.5'?: { readonly reasoningEffort?: 'none' | 'low' | 'medium' | 'high' };
  readonly 'grok-4.3'?: { readonly reasoningEffort?: 'none' | 'low' | 'medium' | 'high' };
  readonly 'grok-4.20-0309-non-reasoning'?: NoTuning;
}
