import type { Attachment, Model, Provider, SchemaSubset, TextBlock, Turn, UsageRules } from '../contract.ts';

const CHAT_USAGE: UsageRules = {
  input: '/usage/prompt_tokens',
  cachedInput: '/usage/prompt_tokens_details/cached_tokens',
  output: '/usage/completion_tokens',
  reasoning: '/usage/completion_tokens_details/reasoning_tokens',
};

/** A subset that takes the schema of the cases. */
export const ANY_SCHEMA: SchemaSubset = {
  keywords: ['type', 'properties', 'required', 'items', 'additionalProperties'],
  allRequired: false,
  closedObjects: false,
  rootObject: false,
  typed: false,
  maxDepth: 10,
};

/** A provider that needs none of the manifest's renames. */
export function sampleProvider(changes: Partial<Provider> = {}): Provider {
  return {
    id: 'sample',
    name: 'Sample',
    plugin: 'chat-completions',
    baseUrl: 'https://api.sample.example/v1',
    auth: { scheme: 'bearer', env: 'SAMPLE_API_KEY' },
    headers: {},
    streaming: true,
    timeouts: { connectMs: 1_000, firstByteMs: 1_000, idleMs: 1_000, totalMs: 1_000 },
    maxReplyBytes: 1_048_576,
    concurrency: { calls: 8, queue: 8 },
    retries: { attempts: 3, firstPauseMs: 10, maxPauseMs: 100, maxRetryAfterMs: 1_000 },
    retryBudget: { percent: 20, perMinute: 60 },
    breaker: { calls: 20, failedPercent: 50, openMs: 1_000 },
    keys: { limitedRestMs: 1_000, refusedRestMs: 10_000 },
    usage: CHAT_USAGE,
    wire: {},
    telemetryName: 'sample',
    promptCacheKey: null,
    rules: { minTokens: 1, userFirst: false, capWithinContext: false },
    attachments: {},
    schemaSubset: null,
    ...changes,
  };
}

/** A model that takes everything. */
export function sampleModel(changes: Partial<Model> = {}): Model {
  return {
    id: 'sample-one',
    provider: 'sample',
    upstream: 'sample-one-2026',
    names: [],
    group: 'fast',
    judge: null,
    price: {
      inputPicoUsd: 1_000_000,
      outputPicoUsd: 2_000_000,
      cachedInputPicoUsd: null,
      cacheWritePicoUsd: null,
      longContext: null,
      searchPicoUsd: null,
      checked: '2026-11-20',
    },
    limits: {
      contextTokens: 100_000,
      outputTokens: 8_192,
      defaultOutputTokens: 4_096,
      uncappedReasoningTokens: 0,
      imageTokens: 1_000,
      pdfPageTokens: 1_000,
    },
    typicalOutputTokens: { answer: 1_000, verdict: 500, reasoning: 0 },
    accepts: { images: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'], pdf: true },
    sampling: { temperature: [0, 2], topP: [0, 1], together: true, greedyTopP: null },
    schemaEnforcement: 'native',
    tools: {
      parallelSwitch: true,
      forcedChoice: true,
      noneChoice: true,
      strict: true,
      besideSchema: true,
      returnsReasoning: true,
    },
    caching: { mode: 'explicit', minTokens: 1_024, discountMilli: null },
    tuning: {},
    send: {},
    shutdown: null,
    deprecated: null,
    successor: null,
    isSucceeded: false,
    ...changes,
  };
}

export function turn(role: Turn['role'], text: string, cacheBreakpoint = false): Turn {
  return { role, text, cacheBreakpoint };
}

export function block(text: string, cacheBreakpoint = false): TextBlock {
  return { text, cacheBreakpoint };
}

export function file(name: string, mediaType: string, base64 = 'AAAA'): Attachment {
  return {
    name,
    mediaType,
    base64: Buffer.from(base64, 'ascii'),
    sizeBytes: Buffer.from(base64, 'base64').length,
  };
}
