import { SANDBOX_KEY, type Environment } from '../config.ts';
import { SANDBOX_PROVIDERS, type SandboxProvider, type SandboxUpstream } from './contract.ts';
import { SANDBOX_WIRES } from './wire.ts';

/** The keys that the sandbox accepts. */
export const SANDBOX_KEYS: Environment = {
  ANTHROPIC_API_KEY: SANDBOX_KEY,
  OPENAI_API_KEY: SANDBOX_KEY,
  GEMINI_API_KEY: SANDBOX_KEY,
  XAI_API_KEY: SANDBOX_KEY,
  DEEPSEEK_API_KEY: SANDBOX_KEY,
  MISTRAL_API_KEY: SANDBOX_KEY,
  GROQ_API_KEY: SANDBOX_KEY,
  CEREBRAS_API_KEY: SANDBOX_KEY,
  AWS_BEARER_TOKEN_BEDROCK: SANDBOX_KEY,
};

export function sandboxEnvironment(upstream: Pick<SandboxUpstream, 'baseUrls'>): Environment {
  const urls = Object.entries(upstream.baseUrls).map(([provider, url]) => [
    `ASSAY_BASE_URL_${provider.toUpperCase()}`,
    url,
  ]);
  return { ...SANDBOX_KEYS, ...Object.fromEntries(urls) };
}

/** @param url of the sandbox, without a slash at its end. */
export function baseUrlsOf(url: string): Readonly<Record<SandboxProvider, string>> {
  const urls = SANDBOX_PROVIDERS.map((provider) => [
    provider,
    `${url}/${provider}${SANDBOX_WIRES[provider].basePath}`,
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all providers
  return Object.fromEntries(urls) as Record<SandboxProvider, string>;
}
