import type { SandboxProvider, SandboxUsage } from './contract.ts';

/** The facts of an answer that `complete` needs. */
export interface Completion {
  readonly model: string;
  readonly usage: SandboxUsage;
  readonly content: string;
  readonly reasoning: string | undefined;
  readonly finishReason: 'stop' | 'length' | 'refused';
}

type Fields = Readonly<Record<string, unknown>>;

/** How one provider's wire differs from what aimock speaks. */
export interface SandboxWire {
  /** The path of the manifest's `baseUrl`. */
  readonly basePath: string;
  /** The whole path of a call; a group captures the model where the path names it. */
  readonly callPath: RegExp;
  /** aimock's path for the same call; undefined where it is the same. */
  readonly mockPath?: string;
  readonly keyHeader: string;
  /** Pointers to the output schema in a body. */
  readonly schema: readonly string[];
  /** Pointers to the list of functions, and to the name and the schema of its entries. */
  readonly functions: { readonly list: string; readonly name: string; readonly schema: string };
  /** Pointer to the name of the function that a model must call. */
  readonly forcedTool: string;
  /** False where aimock shows reasoning in another place than the provider. */
  readonly mockShowsReasoning: boolean;
  /** JSON Pointers into aimock's reply, and the provider's values at them. */
  readonly complete: (completion: Completion) => Fields;
}

const CHAT = {
  mockPath: '/v1/chat/completions',
  keyHeader: 'authorization',
  schema: ['/response_format/json_schema/schema'],
  functions: { list: '/tools', name: '/function/name', schema: '/function/parameters' },
  forcedTool: '/tool_choice/function/name',
  mockShowsReasoning: false,
} as const;

const MESSAGE = '/choices/0/message';

export const SANDBOX_WIRES: Readonly<Record<SandboxProvider, SandboxWire>> = {
  anthropic: {
    basePath: '/v1',
    callPath: /^\/v1\/messages$/,
    keyHeader: 'x-api-key',
    schema: ['/output_config/format/schema'],
    functions: { list: '/tools', name: '/name', schema: '/input_schema' },
    forcedTool: '/tool_choice/name',
    mockShowsReasoning: true,
    complete: ({ usage, finishReason }) => ({
      '/usage': {
        input_tokens: usage.inputTokens - usage.cachedTokens - usage.cacheWriteTokens,
        cache_creation_input_tokens: usage.cacheWriteTokens,
        cache_read_input_tokens: usage.cachedTokens,
        cache_creation: { ephemeral_5m_input_tokens: usage.cacheWriteTokens, ephemeral_1h_input_tokens: 0 },
        output_tokens: usage.outputTokens,
        output_tokens_details: { thinking_tokens: usage.reasoningTokens },
        service_tier: 'standard',
      },
      ...(finishReason === 'refused' && { '/stop_reason': 'refusal', '/stop_details': { type: 'refusal' } }),
    }),
  },
  openai: {
    basePath: '/v1',
    callPath: /^\/v1\/responses$/,
    keyHeader: 'authorization',
    schema: ['/text/format/schema'],
    functions: { list: '/tools', name: '/name', schema: '/parameters' },
    forcedTool: '/tool_choice/name',
    mockShowsReasoning: true,
    complete: ({ usage, finishReason }) => ({
      '/error': null,
      '/incomplete_details': INCOMPLETE[finishReason],
      // aimock calls a filtered reply failed; the provider calls it incomplete.
      ...(finishReason === 'refused' && { '/status': 'incomplete' }),
      '/usage': {
        input_tokens: usage.inputTokens,
        input_tokens_details: {
          cached_tokens: usage.cachedTokens,
          cache_write_tokens: usage.cacheWriteTokens,
        },
        output_tokens: usage.outputTokens,
        output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
        total_tokens: usage.inputTokens + usage.outputTokens,
      },
    }),
  },
  google: {
    basePath: '/v1beta',
    callPath: /^\/v1beta\/models\/([^/:]+):(?:generateContent|streamGenerateContent)$/,
    keyHeader: 'x-goog-api-key',
    schema: ['/generationConfig/responseJsonSchema', '/generationConfig/responseSchema'],
    functions: { list: '/tools/0/functionDeclarations', name: '/name', schema: '/parametersJsonSchema' },
    forcedTool: '/toolConfig/functionCallingConfig/allowedFunctionNames/0',
    mockShowsReasoning: true,
    complete: ({ model, usage }) => ({
      '/modelVersion': model,
      '/responseId': 'sandbox',
      '/usageMetadata': geminiUsage(usage),
      ...(usage.searchQueries.length > 0 && {
        '/candidates/0/groundingMetadata': { webSearchQueries: usage.searchQueries },
      }),
    }),
  },
  bedrock: {
    basePath: '',
    callPath: /^\/model\/([^/]+)\/converse(?:-stream)?$/,
    keyHeader: 'authorization',
    schema: [],
    functions: { list: '/toolConfig/tools', name: '/toolSpec/name', schema: '/toolSpec/inputSchema/json' },
    forcedTool: '/toolConfig/toolChoice/tool/name',
    mockShowsReasoning: true,
    complete: ({ usage, finishReason }) => ({
      '/usage': {
        inputTokens: usage.inputTokens - usage.cachedTokens - usage.cacheWriteTokens,
        cacheReadInputTokens: usage.cachedTokens,
        cacheWriteInputTokens: usage.cacheWriteTokens,
        outputTokens: usage.outputTokens,
        totalTokens: usage.inputTokens + usage.outputTokens,
      },
      ...(finishReason === 'refused' && { '/stopReason': 'content_filtered' }),
    }),
  },
  xai: {
    ...CHAT,
    basePath: '/v1',
    callPath: /^\/v1\/chat\/completions$/,
    complete: ({ usage, reasoning }) => ({
      // Reasoning stands outside completion_tokens here, and inside the total.
      '/usage': { ...chatUsage(usage), completion_tokens: usage.outputTokens - usage.reasoningTokens },
      ...(reasoning !== undefined && { [`${MESSAGE}/reasoning_content`]: reasoning }),
    }),
  },
  deepseek: {
    ...CHAT,
    basePath: '',
    callPath: /^\/chat\/completions$/,
    complete: ({ usage, reasoning }) => ({
      '/usage': {
        ...chatUsage(usage),
        prompt_cache_hit_tokens: usage.cachedTokens,
        prompt_cache_miss_tokens: usage.inputTokens - usage.cachedTokens,
      },
      ...(reasoning !== undefined && { [`${MESSAGE}/reasoning_content`]: reasoning }),
    }),
  },
  mistral: {
    ...CHAT,
    basePath: '/v1',
    callPath: /^\/v1\/chat\/completions$/,
    complete: ({ usage, reasoning, content }) => {
      const { completion_tokens_details: _notReported, ...reported } = chatUsage(usage);
      const thinking = [
        { type: 'thinking', thinking: [{ type: 'text', text: reasoning }] },
        { type: 'text', text: content },
      ];
      return {
        '/usage': { ...reported, num_cached_tokens: usage.cachedTokens },
        ...(reasoning !== undefined && { [`${MESSAGE}/content`]: thinking }),
      };
    },
  },
  groq: {
    ...CHAT,
    basePath: '/openai/v1',
    callPath: /^\/openai\/v1\/chat\/completions$/,
    complete: ({ usage, reasoning }) => ({
      '/usage': { queue_time: 0.01, ...chatUsage(usage), total_time: 0.2 },
      '/x_groq': { id: 'req_sandbox' },
      ...(reasoning !== undefined && { [`${MESSAGE}/reasoning`]: reasoning }),
    }),
  },
  cerebras: {
    ...CHAT,
    basePath: '/v1',
    callPath: /^\/v1\/chat\/completions$/,
    complete: ({ usage, reasoning }) => ({
      '/usage': chatUsage(usage),
      '/time_info': { total_time: 0.2 },
      ...(reasoning !== undefined && { [`${MESSAGE}/reasoning`]: reasoning }),
    }),
  },
};

const INCOMPLETE = {
  stop: null,
  length: { reason: 'max_output_tokens' },
  refused: { reason: 'content_filter' },
} as const;

function chatUsage(usage: SandboxUsage) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}

/** Zeros are left out, as proto3 does; what searches bring in is counted apart from the prompt. */
function geminiUsage(usage: SandboxUsage): Fields {
  const toolUse = usage.searchQueries.length === 0 ? 0 : Math.floor(usage.inputTokens / 2);
  const counts = {
    promptTokenCount: usage.inputTokens - toolUse,
    toolUsePromptTokenCount: toolUse,
    cachedContentTokenCount: usage.cachedTokens,
    candidatesTokenCount: usage.outputTokens - usage.reasoningTokens,
    thoughtsTokenCount: usage.reasoningTokens,
    totalTokenCount: usage.inputTokens + usage.outputTokens,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, tokens]) => tokens !== 0));
}
