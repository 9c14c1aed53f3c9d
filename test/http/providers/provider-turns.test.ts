import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { adjustManifests } from '../../support/gateways/adjusted-manifests.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../../support/gateways/test-gateway.ts';

const MODEL = 'gpt-oss-120b';
const CALLS = 2;
const QUEUE = 8;
const QUEUE_PER_ACCOUNT = QUEUE / 4;
const FINE = { content: 'fine', usage: { inputTokens: 10, outputTokens: 10 } };

let manifests: ReturnType<typeof adjustManifests>;
let gateway: TestGateway;
let busy: TestAccount;
let other: TestAccount;
/** The prompts of all calls that reached the provider, in order. */
const begun: string[] = [];
/** Each answers one of them. */
const answers: (() => void)[] = [];

beforeAll(async () => {
  manifests = adjustManifests({ groq: { concurrency: `{ calls: ${CALLS}, queue: ${QUEUE} }` } });
  gateway = await startTestGateway({
    environment: { ASSAY_MANIFESTS: manifests.folder },
    sandbox: {
      reply: async ({ user }) => {
        begun.push(user);
        await new Promise<void>((resolve) => answers.push(resolve));
        return FINE;
      },
    },
  });
  busy = await gateway.account(1_000);
  other = await gateway.account(1_000);
});
afterAll(async () => {
  await gateway.stop();
  manifests.remove();
});

const waiting = (): Promise<number> =>
  readMetric(gateway.operationsUrl, 'assay_provider_calls_waiting', { provider: 'groq' });

it('calls a provider for one account between the many calls of another', async () => {
  const models = Array<string>(CALLS + QUEUE + 1).fill(MODEL);
  const many = gateway.post(busy.key, { prompt: 'busy', models });
  await eventually(() => expect(begun).toEqual(['busy', 'busy']));
  await eventually(async () => expect(await waiting()).toBeGreaterThanOrEqual(QUEUE_PER_ACCOUNT));
  const single = gateway.post(other.key, { prompt: 'other', models: [MODEL] });
  await eventually(async () => expect(await waiting()).toBe(QUEUE_PER_ACCOUNT + 1));
  answers[0]?.();
  await eventually(() => expect(begun).toEqual(['busy', 'busy', 'other']));
  for (let call = 1; call < CALLS + QUEUE_PER_ACCOUNT + 1; call += 1) {
    await eventually(() => expect(answers.length).toBeGreaterThan(call));
    answers[call]?.();
  }
  const outcomes = async (reply: typeof many): Promise<readonly string[]> =>
    (await reply).body.results.map(
      (result: { readonly status: string; readonly error?: { readonly code: string } }) =>
        result.error?.code ?? result.status,
    );
  expect(await outcomes(single)).toEqual(['completed']);
  const completed = CALLS + QUEUE_PER_ACCOUNT;
  expect(await outcomes(many)).toEqual(
    models.map((_model, index) => (index < completed ? 'completed' : 'overloaded')),
  );
});
