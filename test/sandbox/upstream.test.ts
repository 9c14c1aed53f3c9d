import { describe, expect, test } from 'vitest';
import { valueAt } from '../../core/sandbox/json.ts';
import { SAMPLE_PROMPT, sendSample, WIRE_SAMPLES, type SampleQuestion, type WireSample } from './samples.ts';
import { REPORTED_USAGE, SAMPLE_USAGE } from './sample-usage.ts';
import type { SandboxCall, SandboxUpstream } from '../../core/sandbox/upstream.ts';
import { startUpstream } from '../support/servers/sandbox-of-test.ts';

async function ask(
  upstream: SandboxUpstream,
  sample: WireSample,
  question?: SampleQuestion,
): Promise<unknown> {
  const response = await sendSample(upstream, sample, question);
  expect(response.status, sample.provider).toBe(200);
  const body: unknown = await response.json();
  return body;
}

const everyModel = WIRE_SAMPLES.flatMap((sample) =>
  sample.models.map((model) => ({ sample, model, provider: sample.provider })),
);

describe.each(everyModel)('$provider, $model', ({ sample, model }) => {
  test('aimock reads the whole request, and the scripted answer comes back on the right wire', async () => {
    const calls: SandboxCall[] = [];
    const upstream = await startUpstream({
      reply: (call) => {
        calls.push(call);
        return { content: `heard by ${call.model}` };
      },
    });
    const reply = await ask(upstream, sample, { model });
    expect(valueAt(reply, sample.text)).toBe(`heard by ${model}`);
    expect(valueAt(reply, sample.finish)).toBe(sample.finishes.stop);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      provider: sample.provider,
      model,
      system: SAMPLE_PROMPT.system,
      user: SAMPLE_PROMPT.user,
      maxTokens: 2000,
      files: 0,
      schema: undefined,
      functions: [],
      hasForcedTool: false,
      attempt: 1,
    });
    expect(calls[0]?.turns.map(({ text }) => text)).toEqual([
      'Hello.',
      'Hello! What is it?',
      SAMPLE_PROMPT.user,
    ]);
  });
});

describe.each(WIRE_SAMPLES)('$provider', (sample) => {
  test('reports one usage in its own fields and its own arithmetic', async () => {
    const upstream = await startUpstream({ reply: () => ({ content: 'Ok.', usage: SAMPLE_USAGE }) });
    const reply = await ask(upstream, sample);
    expect(valueAt(reply, '/usage') ?? valueAt(reply, '/usageMetadata')).toMatchObject(
      REPORTED_USAGE[sample.provider],
    );
  });

  test('names a cut and a refused answer as the provider does', async () => {
    const upstream = await startUpstream({
      reply: ({ user }) => ({ content: 'Half', finishReason: user === 'cut' ? 'length' : 'refused' }),
    });
    const cut = await ask(upstream, sample, { prompt: { user: 'cut' } });
    const refused = await ask(upstream, sample, { prompt: { user: 'refuse' } });
    expect(valueAt(cut, sample.finish)).toBe(sample.finishes.length);
    expect(valueAt(refused, sample.finish)).toBe(sample.finishes.refused);
    if (sample.provider !== 'openai') return;
    expect(valueAt(cut, '/incomplete_details/reason')).toBe('max_output_tokens');
    expect(valueAt(refused, '/incomplete_details/reason')).toBe('content_filter');
  });

  test('shows reasoning beside the answer, never inside it', async () => {
    const upstream = await startUpstream({ reply: () => ({ content: 'Blue.', reasoning: 'Rayleigh.' }) });
    const text = JSON.stringify(await ask(upstream, sample));
    expect(text).toContain('Rayleigh.');
    expect(text).toContain('"Blue."');
  });

  test('journals what was sent, keys included, and counts it', async () => {
    const upstream = await startUpstream();
    const [first = '', second = ''] = sample.models;
    await Promise.all([
      ask(upstream, sample),
      ask(upstream, sample),
      ask(upstream, sample, { model: second }),
    ]);
    const [request] = upstream.requests();
    const path = new URL(`${upstream.baseUrls[sample.provider]}${sample.path(first)}`).pathname;
    expect(`/${sample.provider}${request?.path ?? ''}`).toBe(path);
    expect(request).toMatchObject({
      provider: sample.provider,
      model: first,
      method: 'POST',
      headers: sample.headers,
    });
    expect(request?.body).toEqual(sample.body(first, SAMPLE_PROMPT));
    expect(upstream.callCounts()).toEqual(
      new Map([
        [first, 2],
        [second, 1],
      ]),
    );
    upstream.clear();
    expect([upstream.requests(), upstream.callCounts().size]).toEqual([[], 0]);
  });

  test('refuses what the provider refuses: no key, another path, no JSON, no messages', async () => {
    const upstream = await startUpstream();
    const base = upstream.baseUrls[sample.provider];
    const [model = ''] = sample.models;
    const post = (path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Response> =>
      fetch(`${base}${path}`, { method: 'POST', headers: { ...headers }, body });
    const sound = JSON.stringify(sample.body(model, SAMPLE_PROMPT));
    expect((await post(sample.path(model), {}, sound)).status).toBe(401);
    expect((await post(`${sample.path(model)}/x`, sample.headers, sound)).status).toBe(404);
    expect((await post(sample.path(model), sample.headers, '{"model":')).status).toBe(400);
    const bare = await post(sample.path(model), sample.headers, JSON.stringify([model]));
    expect(bare.status).toBe(400);
    expect(await bare.text()).toMatch(/must be a JSON object/);
    expect(upstream.requests()).toHaveLength(4);
  });
});
