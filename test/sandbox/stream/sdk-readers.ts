import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import {
  BedrockRuntimeClient,
  ConverseStreamCommand,
  type BedrockRuntimeClientConfig,
} from '@aws-sdk/client-bedrock-runtime';
import Anthropic from '@anthropic-ai/sdk';
import { Cerebras } from '@cerebras/cerebras_cloud_sdk';
import { GoogleGenAI } from '@google/genai';
import { Mistral } from '@mistralai/mistralai';
import Groq from 'groq-sdk';
import OpenAI from 'openai';
import type { SandboxProvider, SandboxUpstream } from '../../../core/sandbox/contract.ts';
import { isObject, valueAt } from '../../../core/sandbox/json.ts';

/** What an SDK made of a stream. */
export interface SdkReply {
  readonly text: string;
  readonly reasoning: string;
  readonly finish: string;
  /** In the SDK's own names. */
  readonly usage: unknown;
}

/** @throws what the SDK throws for a broken stream. */
export type SdkReader = (upstream: SandboxUpstream) => Promise<SdkReply>;

const SYSTEM = 'Answer in one line.';
const USER = 'Why is the sky blue?';
const CHAT = [
  { role: 'system' as const, content: SYSTEM },
  { role: 'user' as const, content: USER },
];
const KEY = 'sandbox-key';

/** Each provider's streams as its official client reads them; xAI and DeepSeek name OpenAI's as theirs. */
export const SDK_READERS: Readonly<Record<SandboxProvider, SdkReader>> = {
  anthropic: async ({ baseUrls }) => {
    const client = new Anthropic({
      apiKey: KEY,
      // The client sends a bearer token; the sandbox asks for the header that the documentation names.
      defaultHeaders: { 'x-api-key': KEY },
      baseURL: withoutVersion(baseUrls.anthropic),
      maxRetries: 0,
    });
    const message = await client.messages
      .stream({
        model: 'claude-haiku-4-5',
        max_tokens: 2000,
        system: SYSTEM,
        messages: [{ role: 'user', content: USER }],
      })
      .finalMessage();
    return {
      text: joined(message.content.map((block) => (block.type === 'text' ? block.text : ''))),
      reasoning: joined(message.content.map((block) => (block.type === 'thinking' ? block.thinking : ''))),
      finish: String(message.stop_reason),
      usage: message.usage,
    };
  },
  openai: async ({ baseUrls }) => {
    const client = new OpenAI({ apiKey: KEY, baseURL: baseUrls.openai, maxRetries: 0 });
    const stream = client.responses.stream({ model: 'gpt-5.5', instructions: SYSTEM, input: USER });
    let reasoning = '';
    for await (const event of stream) {
      if (event.type === 'response.reasoning_summary_text.delta') reasoning += event.delta;
    }
    const response = await stream.finalResponse();
    return {
      text: response.output_text,
      reasoning,
      finish: response.incomplete_details?.reason ?? String(response.status),
      usage: response.usage,
    };
  },
  google: async ({ baseUrls }) => {
    const client = new GoogleGenAI({
      apiKey: KEY,
      httpOptions: { baseUrl: withoutVersion(baseUrls.google), apiVersion: 'v1beta' },
    });
    const stream = await client.models.generateContentStream({
      model: 'gemini-2.5-flash-lite',
      contents: USER,
      config: { systemInstruction: SYSTEM },
    });
    const chunks = await Array.fromAsync(stream);
    const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
    return {
      text: joined(parts.map(({ text, thought }) => (thought === true ? '' : text))),
      reasoning: joined(parts.map(({ text, thought }) => (thought === true ? text : ''))),
      finish: String(chunks.at(-1)?.candidates?.[0]?.finishReason),
      usage: chunks.at(-1)?.usageMetadata,
    };
  },
  bedrock: async ({ baseUrls }) => {
    const client = new BedrockRuntimeClient({
      region: 'us-east-1',
      endpoint: baseUrls.bedrock,
      token: { token: KEY },
      authSchemePreference: ['httpBearerAuth'],
      maxAttempts: 1,
      requestHandler: overFetch,
    });
    try {
      const { stream = [] } = await client.send(
        new ConverseStreamCommand({
          modelId: 'amazon.nova-pro-v1:0',
          system: [{ text: SYSTEM }],
          messages: [{ role: 'user', content: [{ text: USER }] }],
        }),
      );
      const events = await Array.fromAsync(stream);
      const deltas = events.map((event) => event.contentBlockDelta?.delta);
      return {
        text: joined(deltas.map((delta) => delta?.text)),
        reasoning: joined(deltas.map((delta) => delta?.reasoningContent?.text)),
        finish: String(events.find((event) => event.messageStop)?.messageStop?.stopReason),
        usage: events.find((event) => event.metadata)?.metadata?.usage,
      };
    } finally {
      client.destroy();
    }
  },
  xai: async ({ baseUrls }) => readChat(openaiChat(baseUrls.xai, 'grok-4.5')),
  deepseek: async ({ baseUrls }) => readChat(openaiChat(baseUrls.deepseek, 'deepseek-v4-pro')),
  mistral: async ({ baseUrls }) => {
    const client = new Mistral({ apiKey: KEY, serverURL: withoutVersion(baseUrls.mistral) });
    const chunks: unknown[] = [];
    for await (const { data } of await client.chat.stream({
      model: 'magistral-medium-2509',
      messages: CHAT,
    })) {
      chunks.push(data);
    }
    const parts = chunks.flatMap((chunk) => contentOf(valueAt(chunk, '/choices/0/delta/content')));
    return {
      text: joined(parts.map((part) => valueAt(part, '/text'))),
      reasoning: joined(parts.map((part) => valueAt(part, '/thinking/0/text'))),
      finish: lastOf(chunks, '/choices/0/finishReason'),
      usage: valueAt(chunks.at(-1), '/usage'),
    };
  },
  groq: async ({ baseUrls }) => {
    // The client adds `/openai/v1` itself.
    const baseURL = baseUrls.groq.replace(/\/openai\/v1$/, '');
    const client = new Groq({ apiKey: KEY, baseURL, maxRetries: 0 });
    return readChat(
      client.chat.completions.create({ model: 'openai/gpt-oss-120b', messages: CHAT, stream: true }),
      '/x_groq/usage',
    );
  },
  cerebras: async ({ baseUrls }) => {
    const client = new Cerebras({
      apiKey: KEY,
      baseURL: withoutVersion(baseUrls.cerebras),
      maxRetries: 0,
      warmTCPConnection: false,
    });
    return readChat(client.chat.completions.create({ model: 'gpt-oss-120b', messages: CHAT, stream: true }));
  },
};

interface HandledRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The client's own handler speaks HTTP/2, which the sandbox does not. */
const overFetch: NonNullable<BedrockRuntimeClientConfig['requestHandler']> = {
  metadata: { handlerProtocol: 'http/1.1' },
  handle: async (request: HandledRequest) => {
    const { protocol, hostname, port = 80, path, ...sent } = request;
    const response = await fetch(`${protocol}//${hostname}:${port}${path}`, {
      method: sent.method,
      headers: sent.headers,
      body: sent.body,
    });
    return {
      response: {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: Readable.fromWeb(response.body ?? new ReadableStream()),
      },
    };
  },
};

function openaiChat(baseURL: string, model: string): Promise<AsyncIterable<unknown>> {
  const client = new OpenAI({ apiKey: KEY, baseURL, maxRetries: 0 });
  return client.chat.completions.create({
    model,
    messages: CHAT,
    stream: true,
    stream_options: { include_usage: true },
  });
}

async function readChat(
  stream: PromiseLike<AsyncIterable<unknown>>,
  usage: string = '/usage',
): Promise<SdkReply> {
  const chunks = await Array.fromAsync(await stream);
  const deltas = chunks.map((chunk) => valueAt(chunk, '/choices/0/delta'));
  return {
    text: joined(deltas.map((delta) => valueAt(delta, '/content'))),
    reasoning: joined(
      deltas.map((delta) => valueAt(delta, '/reasoning') ?? valueAt(delta, '/reasoning_content')),
    ),
    finish: lastOf(chunks, '/choices/0/finish_reason'),
    usage: chunks.map((chunk) => valueAt(chunk, usage)).findLast(isObject),
  };
}

function contentOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content;
  return [{ text: content }];
}

function lastOf(chunks: readonly unknown[], pointer: string): string {
  return String(
    chunks.map((chunk) => valueAt(chunk, pointer)).findLast((value) => typeof value === 'string'),
  );
}

function joined(pieces: readonly unknown[]): string {
  return pieces.filter((piece) => typeof piece === 'string').join('');
}

/** These clients add the version themselves. */
function withoutVersion(url: string): string {
  return url.replace(/\/v1(beta)?$/, '');
}
