import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { verdictText } from '../../support/samples/verdict-text.ts';

interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** What speaks OTLP/HTTP with JSON, as a collector does. */
interface Collector {
  readonly url: string;
  readonly text: () => string;
  readonly spans: () => readonly ExportedSpan[];
  close(): void;
}

async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString());
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) => {
        const { resourceSpans } = JSON.parse(body) as {
          readonly resourceSpans: readonly {
            readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
          }[];
        };
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
      }),
    close: () => void server.close(),
  };
}

const BODY = {
  prompt: 'canary-prompt-5521',
  models: ['gpt-4o', 'mistral-large-2512'],
  judges: ['claude-opus-4-6'],
};
const VERDICT = {
  content: verdictText('tie'),
};
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';

let collector: Collector | undefined;
let gateway: TestGateway | undefined;
afterEach(async () => {
  await gateway?.stop();
  collector?.close();
  gateway = undefined;
  collector = undefined;
});

async function trace(
  environment: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Collector> {
  collector = await startCollector();
  gateway = await startTestGateway({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment },
    sandbox: {
      reply: ({ turns }) => (turns.some(({ text }) => text.includes('<<<FIRST')) ? VERDICT : undefined),
    },
  });
  const { key } = await gateway.account(100_000);
  expect((await gateway.post(key, BODY, headers)).status).toBe(200);
  // Ended spans are sent when the gateway stops, at the latest.
  await gateway.stop();
  gateway = undefined;
  return collector;
}

it('one span for the request, each run, each attempt and each ledger commit, under the client’s own', async () => {
  const { spans, text } = await trace({}, { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` });
  const all = spans();
  const root = all.find(({ name }) => name === 'POST /api/v1/prompt');
  expect(root).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_ID, kind: 2 });
  expect(new Set(all.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]));
  const under = (parentId: string | undefined): readonly string[] =>
    all.filter(({ parentSpanId }) => parentSpanId === parentId).map(({ name }) => name);
  expect(under(root?.spanId).toSorted()).toEqual([
    'chat gpt-4o',
    'chat mistral-large-2512',
    'judge claude-opus-4-6',
    'judge claude-opus-4-6',
    'ledger reserve',
    'ledger settle',
  ]);
  for (const { name, spanId } of all)
    if (/^(chat|judge) /.test(name)) expect(under(spanId)).toEqual(['POST']);
  const attributes = Object.fromEntries(
    all
      .find(({ name }) => name === 'chat gpt-4o')
      ?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [],
  );
  expect(attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-4o',
    'assay.role': 'contestant',
  });
  expect(Number(attributes['gen_ai.usage.input_tokens'])).toBeGreaterThan(0);
  expect(text()).not.toContain('canary-prompt-5521');
});

it('a failed attempt and its run carry the fault’s code', async () => {
  const { spans } = await trace({ OPENAI_API_KEY: '' });
  const failed = spans().find(({ name }) => name === 'chat gpt-4o');
  expect(failed?.status.code).toBe(2);
  expect(failed?.attributes).toContainEqual({
    key: 'error.type',
    value: { stringValue: 'provider_unconfigured' },
  });
});

it('nothing is sent where the client’s trace is not sampled', async () => {
  const { spans } = await trace({}, { traceparent: `00-${TRACE_ID}-${PARENT_ID}-00` });
  expect(spans()).toEqual([]);
});

it.each([
  { OTEL_SDK_DISABLED: 'true' },
  { OTEL_TRACES_EXPORTER: 'none' },
  { OTEL_TRACES_SAMPLER: 'always_off' },
])('nothing is sent with %o', async (environment) => {
  const { spans } = await trace(environment);
  expect(spans()).toEqual([]);
});

it.each([
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /OTEL_TRACES_EXPORTER/],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /OTEL_EXPORTER_OTLP_PROTOCOL/],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER/],
])('%o stops the start with what to do', async (environment, message) => {
  await expect(
    startTestGateway({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', ...environment } }),
  ).rejects.toThrow(message);
});
