import Anthropic from '@anthropic-ai/sdk';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { Cerebras, type ClientOptions } from '@cerebras/cerebras_cloud_sdk';
import { GoogleGenAI } from '@google/genai';
import { HTTPClient, Mistral } from '@mistralai/mistralai';
import Groq from 'groq-sdk';
import OpenAI from 'openai';
import type { Fetch } from './golden.ts';

/** The official SDK of each provider, whose requests go to `fetch` instead of the network. */
export const anthropic = (fetch: Fetch) => new Anthropic({ apiKey: 'none', fetch });

export const groq = (fetch: Fetch) => new Groq({ apiKey: 'none', fetch });

export const mistral = (fetch: Fetch) =>
  new Mistral({ apiKey: 'none', httpClient: new HTTPClient({ fetcher: fetch }) });

/** OpenAI by default; another provider of the format by its base URL. */
export const openai = (fetch: Fetch, baseURL?: string) => new OpenAI({ apiKey: 'none', fetch, baseURL });

/** The SDK's default is v1. The manifest uses v1beta, where every field used here is documented. */
export const google = (fetch: Fetch) =>
  new GoogleGenAI({ apiKey: 'none', httpOptions: { apiVersion: 'v1beta', fetch } });

export function cerebras(fetch: Fetch): Cerebras {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK's types are node-fetch's; it takes any fetch
  const options = { fetch: fetch as unknown as NonNullable<ClientOptions['fetch']> };
  // The warm-up would open a connection.
  return new Cerebras({ ...options, apiKey: 'none', warmTCPConnection: false });
}

/** The AWS SDK takes a request handler instead of a `fetch`. */
export function bedrock(fetch: Fetch): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
    requestHandler: {
      handle: async ({ hostname, path, body }: { hostname: string; path: string; body: string }) => {
        await fetch(`https://${hostname}${path}`, { method: 'POST', body });
        throw new Error('captured');
      },
    },
  });
}
