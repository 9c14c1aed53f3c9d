import { SANDBOX_PROVIDERS, type SandboxProvider } from '../../../core/sandbox/contract.ts';

/** @returns for a gateway's environment: each provider below its name at one address. */
export function baseUrlsAt(
  url: string,
  providers: readonly SandboxProvider[] = SANDBOX_PROVIDERS,
): Readonly<Record<string, string>> {
  const urls = providers.map((provider) => [
    `ASSAY_BASE_URL_${provider.toUpperCase()}`,
    `${url}/${provider}`,
  ]);
  return Object.fromEntries(urls) as Record<string, string>;
}

/** What a stand-in for a provider says, whatever the wire format. */
export interface Said {
  readonly text: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Web searches that the reply claims; only the Gemini format has a place for them. */
  readonly searches?: readonly string[];
}

const WIRES: readonly (readonly [RegExp, (said: Said) => object])[] = [
  [
    /\/responses$/,
    ({ text, tokensIn, tokensOut }) => ({
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text }] }],
      usage: { input_tokens: tokensIn, output_tokens: tokensOut },
    }),
  ],
  [
    /\/messages$/,
    ({ text, tokensIn, tokensOut }) => ({
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: tokensIn, output_tokens: tokensOut },
    }),
  ],
  [
    /:(?:g|streamG)enerateContent(?:\?alt=sse)?$/,
    ({ text, tokensIn, tokensOut, searches }) => ({
      candidates: [
        {
          content: { parts: [{ text }] },
          finishReason: 'STOP',
          ...(searches !== undefined && { groundingMetadata: { webSearchQueries: searches } }),
        },
      ],
      usageMetadata: { promptTokenCount: tokensIn, candidatesTokenCount: tokensOut },
    }),
  ],
  [
    /\/converse(?:-stream)?$/,
    ({ text, tokensIn, tokensOut }) => ({
      output: { message: { content: [{ text }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: tokensIn, outputTokens: tokensOut },
    }),
  ],
  [
    /\/chat\/completions$/,
    ({ text, tokensIn, tokensOut }) => ({
      choices: [{ message: { content: text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut },
    }),
  ],
];

/** @returns the reply in the wire format that the path belongs to; undefined where it belongs to none. */
export function replyOn(path: string, said: Said): object | undefined {
  return WIRES.find(([pattern]) => pattern.test(path))?.[1](said);
}
