import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'vitest';
import { adjustManifests } from '../../support/gateways/adjusted-manifests.ts';
import {
  startTestGateway,
  type TestAccount,
  type TestGateway,
  type TestReply,
} from '../../support/gateways/test-gateway.ts';
import { startHostileProvider, type HostileProvider } from '../../support/servers/hostile-provider.ts';

/** What Mistral’s manifest says here. */
export const MAX_REPLY_BYTES = 1_000_000;

/**
 * A gateway whose Mistral, asked once, and xAI, asked twice, are a hostile provider; whose DeepSeek, Groq and Cerebras
 * cannot be reached, each in its own way; and all of whose others work.
 */
export interface HostileScene {
  readonly gateway: TestGateway;
  readonly account: TestAccount;
  readonly provider: HostileProvider;
  /** Asks models of the hostile provider, and beside them one that works and must not be touched by it. */
  ask(...models: readonly string[]): Promise<TestReply>;
  /** The result of Mistral’s model alone. */
  askMistral(): Promise<TestReply['body']>;
  stop(): Promise<void>;
}

export async function startHostileScene(): Promise<HostileScene> {
  const provider = await startHostileProvider();
  const manifests = adjustManifests({
    mistral: { ...retries(1), maxReplyBytes: String(MAX_REPLY_BYTES) },
    xai: retries(2),
    deepseek: retries(1),
    groq: retries(1),
    cerebras: retries(1),
  });
  const gateway = await startTestGateway({
    environment: {
      ASSAY_MANIFESTS: manifests.folder,
      ASSAY_BASE_URL_MISTRAL: provider.url,
      ASSAY_BASE_URL_XAI: provider.url,
      ASSAY_BASE_URL_DEEPSEEK: `http://127.0.0.1:${await closedPort()}`,
      ASSAY_BASE_URL_GROQ: 'http://no-such-host.invalid',
      ASSAY_BASE_URL_CEREBRAS: provider.url.replace('http:', 'https:'),
    },
  });
  const account = await gateway.account(1_000, { requestsPerMinute: 100_000 });
  const ask = async (...models: readonly string[]): Promise<TestReply> => {
    const reply = await gateway.post(account.key, { prompt: 'hi', models: [...models, 'gpt-4o'] });
    expect([reply.status, reply.body.results.at(-1).status]).toEqual([200, 'completed']);
    return reply;
  };
  return {
    gateway,
    account,
    provider,
    ask,
    askMistral: async () => (await ask('mistral-large-2512')).body.results[0],
    async stop() {
      await gateway.stop();
      await provider.stop();
      manifests.remove();
    },
  };
}

function retries(attempts: number): Readonly<Record<string, string>> {
  return {
    retries: `{ attempts: ${attempts}, firstPauseMs: 1, maxPauseMs: 1, maxRetryAfterMs: 1000 }`,
  };
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
