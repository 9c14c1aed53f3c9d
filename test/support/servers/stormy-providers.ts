import { LLMock, type ChaosConfig, type ChatCompletionRequest } from '@copilotkit/aimock';
import type { Environment } from '../../../core/config.ts';
import type { SandboxProvider } from '../../../core/sandbox/contract.ts';

/** Where aimock answers each dialect, behind its address. */
const STORMY = {
  openai: '/v1',
  anthropic: '/v1',
  google: '/v1beta',
  bedrock: '',
  mistral: '/v1',
} as const satisfies Partial<Record<SandboxProvider, string>>;

export type StormyProvider = keyof typeof STORMY;
export const STORMY_PROVIDERS: readonly StormyProvider[] = [
  'openai',
  'anthropic',
  'google',
  'bedrock',
  'mistral',
];

/** What aimock says it did with one request; `answer` is no fault at all. */
export type Deed = 'answer' | 'drop' | 'malformed' | 'rateLimit' | 'disconnect';

export interface Delivered {
  readonly provider: StormyProvider;
  readonly model: string;
  /** The last user turn. */
  readonly text: string;
  readonly deed: Deed;
}

export interface StormyProviders {
  readonly environment: Environment;
  setWeather(provider: StormyProvider, weather: ChaosConfig): void;
  /** aimock's own journal of what it delivered, oldest first. What a client did not wait for is not in it. */
  delivered(): readonly Delivered[];
  stop(): Promise<void>;
}

/** Five of aimock's servers, each with a weather of its own. Every answer reports 1,000 tokens in and 100 out. */
export async function startStormyProviders(
  answer: (model: string, text: string) => string,
): Promise<StormyProviders> {
  const mocks = new Map(
    await Promise.all(
      STORMY_PROVIDERS.map(async (provider) => {
        const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent', journalMaxEntries: 0 });
        mock.on({}, (read) => ({
          content: answer(nameOf(read), lastText(read)),
          usage: { prompt_tokens: 1_000, completion_tokens: 100 },
        }));
        await mock.start();
        return [provider, mock] as const;
      }),
    ),
  );
  const urls = [...mocks].map(([provider, { url }]) => [
    `ASSAY_BASE_URL_${provider.toUpperCase()}`,
    `${url}${STORMY[provider]}`,
  ]);
  return {
    environment: Object.fromEntries(urls),
    setWeather: (provider, weather) => void mocks.get(provider)?.setChaos(weather),
    delivered: () =>
      [...mocks].flatMap(([provider, mock]) =>
        mock.getRequests().map(({ body, response }) => {
          const read = body as ChatCompletionRequest;
          const deed = response.chaosAction ?? 'answer';
          return { provider, model: nameOf(read), text: lastText(read), deed };
        }),
      ),
    async stop() {
      await Promise.all([...mocks.values()].map((mock) => mock.stop()));
    },
  };
}

/** Of a model in the path aimock keeps the percent-encoding. */
function nameOf({ model }: ChatCompletionRequest): string {
  return decodeURIComponent(model);
}

function lastText({ messages }: ChatCompletionRequest): string {
  const content = messages.at(-1)?.content;
  return typeof content === 'string' ? content : JSON.stringify(content);
}
