import {
  SANDBOX_PROVIDERS,
  type SandboxProvider,
  type SandboxUpstream,
} from '../../core/sandbox/contract.ts';

/** A body as each provider's own documentation writes it, made without the gateway's plugins. */
export interface WireSample {
  readonly provider: SandboxProvider;
  /** Several upstream names, as the manifests have them. */
  readonly models: readonly string[];
  /** Behind the base URL. */
  readonly path: (model: string) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (model: string, prompt: SamplePrompt) => Readonly<Record<string, unknown>>;
  /** JSON Pointers into a reply. */
  readonly text: string;
  readonly finish: string;
  readonly finishes: { readonly stop: string; readonly length: string; readonly refused: string };
}

export interface SamplePrompt {
  readonly system: string;
  readonly user: string;
  readonly maxTokens: number;
}

const bearer = { authorization: 'Bearer sandbox-key' };

function chat(provider: SandboxProvider, models: readonly string[], capName: string): WireSample {
  return {
    provider,
    models,
    path: () => '/chat/completions',
    headers: bearer,
    body: (model, { system, user, maxTokens }) => ({
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: 'Hello! What is it?' },
        { role: 'user', content: [{ type: 'text', text: user }] },
      ],
      [capName]: maxTokens,
    }),
    text: '/choices/0/message/content',
    finish: '/choices/0/finish_reason',
    finishes: { stop: 'stop', length: 'length', refused: 'content_filter' },
  };
}

const SAMPLES: Readonly<Record<SandboxProvider, WireSample>> = {
  anthropic: {
    provider: 'anthropic',
    models: ['claude-opus-4-7', 'claude-haiku-4-5', 'claude-sonnet-4-5-20250929'],
    path: () => '/messages',
    headers: { 'x-api-key': 'sandbox-key', 'anthropic-version': '2023-06-01' },
    body: (model, { system, user, maxTokens }) => ({
      model,
      max_tokens: maxTokens,
      system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: 'Hello! What is it?' },
        { role: 'user', content: [{ type: 'text', text: user }] },
      ],
    }),
    text: '/content/0/text',
    finish: '/stop_reason',
    finishes: { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' },
  },
  openai: {
    provider: 'openai',
    models: ['gpt-4o-2024-11-20', 'gpt-5.5', 'o3-pro'],
    path: () => '/responses',
    headers: bearer,
    body: (model, { system, user, maxTokens }) => ({
      model,
      instructions: system,
      input: [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: 'Hello! What is it?' },
        { role: 'user', content: [{ type: 'input_text', text: user }] },
      ],
      max_output_tokens: maxTokens,
      store: false,
    }),
    text: '/output/0/content/0/text',
    finish: '/status',
    finishes: { stop: 'completed', length: 'incomplete', refused: 'incomplete' },
  },
  google: {
    provider: 'google',
    models: ['gemini-3.1-pro-preview', 'gemini-2.5-flash-lite'],
    path: (model) => `/models/${model}:generateContent`,
    headers: { 'x-goog-api-key': 'sandbox-key' },
    body: (_model, { system, user, maxTokens }) => ({
      systemInstruction: { parts: [{ text: system }] },
      contents: [
        { role: 'user', parts: [{ text: 'Hello.' }] },
        { role: 'model', parts: [{ text: 'Hello! What is it?' }] },
        { role: 'user', parts: [{ text: user }] },
      ],
      generationConfig: { maxOutputTokens: maxTokens },
    }),
    text: '/candidates/0/content/parts/0/text',
    finish: '/candidates/0/finishReason',
    finishes: { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' },
  },
  bedrock: {
    provider: 'bedrock',
    models: ['amazon.nova-pro-v1:0', 'global.amazon.nova-2-lite-v1:0'],
    path: (model) => `/model/${encodeURIComponent(model)}/converse`,
    headers: bearer,
    body: (_model, { system, user, maxTokens }) => ({
      system: [{ text: system }],
      messages: [
        { role: 'user', content: [{ text: 'Hello.' }] },
        { role: 'assistant', content: [{ text: 'Hello! What is it?' }] },
        { role: 'user', content: [{ text: user }] },
      ],
      inferenceConfig: { maxTokens },
    }),
    text: '/output/message/content/0/text',
    finish: '/stopReason',
    finishes: { stop: 'end_turn', length: 'max_tokens', refused: 'content_filtered' },
  },
  xai: chat('xai', ['grok-4.5', 'grok-4.20-0309-non-reasoning'], 'max_completion_tokens'),
  deepseek: chat('deepseek', ['deepseek-v4-pro', 'deepseek-flash'], 'max_tokens'),
  mistral: chat('mistral', ['mistral-large-2512', 'ministral-3b-2512'], 'max_tokens'),
  groq: chat('groq', ['openai/gpt-oss-120b', 'qwen/qwen3.6-27b'], 'max_completion_tokens'),
  cerebras: chat('cerebras', ['gpt-oss-120b', 'qwen-3.8-27b'], 'max_completion_tokens'),
};

export const WIRE_SAMPLES: readonly WireSample[] = SANDBOX_PROVIDERS.map((provider) => SAMPLES[provider]);

export function sampleOf(provider: SandboxProvider): WireSample {
  return SAMPLES[provider];
}

export const SAMPLE_PROMPT: SamplePrompt = {
  system: 'Answer in one line.',
  user: 'Why is the sky blue?',
  maxTokens: 2000,
};

export interface SampleQuestion {
  /** The sample's first model where it is left out. */
  readonly model?: string;
  readonly prompt?: Partial<SamplePrompt>;
  /** Members laid over the body. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  /** Asks for a stream, as the provider's wire says it. */
  readonly isStream?: boolean;
}

/** Sends a sample to its provider. */
export function sendSample(
  upstream: SandboxUpstream,
  sample: WireSample,
  question: SampleQuestion = {},
): Promise<Response> {
  const model = question.model ?? sample.models[0] ?? '';
  const path = sample.path(model);
  const streamed = question.isStream === true ? asStream(sample.provider, path) : { path, members: {} };
  const prompt = { ...SAMPLE_PROMPT, ...question.prompt };
  const body = { ...sample.body(model, prompt), ...streamed.members, ...question.extra };
  return fetch(`${upstream.baseUrls[sample.provider]}${streamed.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sample.headers },
    body: JSON.stringify(body),
    signal: question.signal ?? null,
  });
}

function asStream(
  provider: SandboxProvider,
  path: string,
): { readonly path: string; readonly members: object } {
  if (provider === 'google') {
    return { path: path.replace(':generateContent', ':streamGenerateContent?alt=sse'), members: {} };
  }
  if (provider === 'bedrock') return { path: `${path}-stream`, members: {} };
  return { path, members: { stream: true } };
}
