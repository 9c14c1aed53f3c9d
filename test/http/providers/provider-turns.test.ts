import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

const MODEL = 'gpt-oss-120b';
const CALLS = 2;
const QUEUE = 8;
const QUEUE_PER_ACCOUNT = QUEUE / 4;
const FINE = { content: 'fine', usage: { inputTokens: 10, outputTokens: 10 } };

/** The prompts of all calls that reached the provider, in order. */
const begun: string[] = [];
/** Each answers one of them. */
const answers: (() => void)[] = [];

const manifests = manifestsOfFile({ groq: { concurrency: `{ calls: ${CALLS}, queue: ${QUEUE} }` } });
const gateway = gatewayOfFile({
  environment: { ASSAY_MANIFESTS: manifests },
  sandbox: {
    reply: async ({ user }) => {
      begun.push(user);
      await new Promise<void>((resolve) => answers.push(resolve));
      return FINE;
    },
  },
});
const busy = accountOfFile(gateway, 1_000);
const other = accountOfFile(gateway, 1_000);

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
