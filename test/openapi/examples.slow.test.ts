import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../core/errors.ts';
import document from '../../core/generated/openapi.json' with { type: 'json' };
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { type TestAccount } from '../support/gateways/test-gateway.ts';
import { exampleReply } from './example-upstream.ts';
import { startTroubledGateway, type TroubledGateway } from './provoke-problems.ts';

const prompt = document.paths['/api/v1/prompt'].post;
interface Example {
  readonly value: object;
}
const examples: Readonly<Record<string, Example>> = document.components.examples;
const requests = Object.keys(prompt.requestBody.content['application/json'].examples).map(
  (name): [string, object] => [name, examples[name]?.value ?? {}],
);
const problems = Object.entries(examples).filter(([name]) => name in PROBLEMS);
const answer = prompt.responses['200'].content['application/json'].example;

describe('an example of a request', () => {
  let account: TestAccount;
  const gateway = gatewayOfFile({ sandbox: { reply: exampleReply } });
  beforeAll(async () => {
    account = await gateway.account(10_000, {
      cache: true,
      budgets: { day: 9_000e6, month: 9_000e6 },
    });
  });

  const ask = (path: string, body?: object) => gateway.send(account.key, path, { body });

  it.each(requests)('called %s runs as it stands, on every model it names', async (_name, body) => {
    const { status, body: answered } = await gateway.post(account.key, body);
    expect(status).toBe(200);
    const { models, fuse } = body as { readonly models: readonly string[]; readonly fuse?: string };
    const asked = [...models, ...(fuse === undefined ? [] : [fuse])];
    expect(answered.results.map(({ modelId }: { modelId: string }) => modelId)).toEqual(asked);
    for (const result of answered.results) expect(result).toMatchObject({ status: 'completed' });
  });

  it.each(requests)('called %s has a price', async (_name, body) => {
    const { status, body: quoted } = await ask('/api/v1/prompt/quote', body);
    expect(status).toBe(200);
    expect(quoted).toMatchObject({ creditsRequired: expect.any(Number) });
  });

  it('covers every field a request can have', () => {
    const used = new Set(requests.flatMap(([, body]) => Object.keys(body)));
    expect(used).toEqual(new Set(Object.keys(document.components.schemas.PromptRequest.properties)));
  });

  it('called judged is answered with the fields and the verdicts that are shown', async () => {
    const [, judged] = requests.find(([name]) => name === 'judged') ?? [];
    const { body } = await gateway.post(account.key, judged);
    expect(shapeOf(body)).toEqual(shapeOf(answer));
    expect(body.results.map(({ output }: { output: string }) => output)).toEqual(['Canberra', 'Sydney']);
    expect(body.evaluations[0]).toMatchObject({ winner: 'a', agreement: 'full' });
    const record = await ask(`/api/v1/prompts/${body.promptLogId}`);
    expect(shapeOf(record.body)).toEqual(shapeOf(exampleOf('/api/v1/prompts/{promptLogId}', 'get')));
    const list = await ask('/api/v1/prompts?limit=1');
    expect(shapeOf(list.body)).toEqual(shapeOf(exampleOf('/api/v1/prompts', 'get')));
    const quote = await ask('/api/v1/prompt/quote', judged);
    const shown = exampleOf('/api/v1/prompt/quote', 'post');
    expect(quote.body, 'prices have changed: put the quote into codegen/examples/answers').toEqual(shown);
    const { creditsHeld } = record.body as { readonly creditsHeld: number };
    expect(quote.body).toMatchObject({ creditsRequired: creditsHeld });
    expect(exampleOf('/api/v1/prompts/{promptLogId}', 'get')).toMatchObject({ creditsHeld });
    const balance = await ask('/api/v1/balance');
    expect(shapeOf(balance.body)).toEqual(shapeOf(exampleOf('/api/v1/balance', 'get')));
  });

  it('of a comparison is answered with the fields and the verdicts that are shown', async () => {
    const { post } = document.paths['/api/v1/compare'];
    const { body } = await ask('/api/v1/compare', post.requestBody.content['application/json'].example);
    const shown = post.responses['200'].content['application/json'].example;
    expect(shapeOf(body)).toEqual(shapeOf(shown));
    expect(body).toMatchObject({ ranking: shown.ranking, consensus: shown.consensus });
  });

  it('called judged is answered with the events that are shown, in an order models may end in', async () => {
    const [, judged] = requests.find(([name]) => name === 'judged') ?? [];
    const { body } = await gateway.post(account.key, judged, { accept: 'text/event-stream' });
    const shown = prompt.responses['200'].content['text/event-stream'].example;
    // How many deltas there are depends on how fast a model writes.
    const namesIn = (text: string) =>
      [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name).filter((name) => name !== 'delta');
    expect(namesIn(body)).toEqual(namesIn(shown));
  });
});

describe('an example of a problem', () => {
  let troubled: TroubledGateway;
  beforeAll(async () => {
    troubled = await startTroubledGateway();
  });
  afterAll(() => troubled.stop());

  it('is there for every problem an operation can have', () => {
    const { 'method-not-allowed': _, ...ofOperations } = PROBLEMS;
    expect(problems.map(([code]) => code)).toEqual(Object.keys(ofOperations));
  });

  it.each(problems)('of %s is what the gateway says, but for figures and IDs', async (code, { value }) => {
    const { status, body } = await troubled.provoke[code as keyof typeof troubled.provoke]();
    expect({ status }).toEqual({ status: Reflect.get(value, 'status') });
    expect(withoutFigures(body)).toEqual(withoutFigures(value));
  });
});

function exampleOf(path: string, method: string): unknown {
  const paths = document.paths as unknown as Readonly<
    Record<string, Readonly<Record<string, typeof prompt>>>
  >;
  return paths[path]?.[method]?.responses['200'].content['application/json'].example;
}

/** The same with the kind of a value in its place. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
}

function withoutFigures(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
      .replaceAll(/\d+(\.\d+)?/g, '0'),
  );
}
