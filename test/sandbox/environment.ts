import type { Environment } from '../../core/config.ts';
import type { SandboxProvider, SandboxUpstream } from './contract.ts';
import { SANDBOX_WIRES } from './wire.ts';

/** What the sandbox takes for every provider's key. */
export const SANDBOX_KEYS: Environment = {
  ANTHROPIC_API_KEY: 'sandbox',
  OPENAI_API_KEY: 'sandbox',
  GEMINI_API_KEY: 'sandbox',
  XAI_API_KEY: 'sandbox',
  DEEPSEEK_API_KEY: 'sandbox',
  MISTRAL_API_KEY: 'sandbox',
  GROQ_API_KEY: 'sandbox',
  CEREBRAS_API_KEY: 'sandbox',
  AWS_BEARER_TOKEN_BEDROCK: 'sandbox',
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
  const baseUrl = (provider: SandboxProvider): string =>
    `${url}/${provider}${SANDBOX_WIRES[provider].basePath}`;
  return {
    anthropic: baseUrl('anthropic'),
    openai: baseUrl('openai'),
    google: baseUrl('google'),
    xai: baseUrl('xai'),
    deepseek: baseUrl('deepseek'),
    mistral: baseUrl('mistral'),
    groq: baseUrl('groq'),
    cerebras: baseUrl('cerebras'),
    bedrock: baseUrl('bedrock'),
  };
}
