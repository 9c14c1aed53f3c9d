import { afterEach, describe, expect, test } from 'vitest';
import { plausibleLatencyMs } from '../../core/sandbox/answer.ts';
import { valueAt } from '../../core/sandbox/json.ts';
import { sampleOf, sendSample, WIRE_SAMPLES } from './samples.ts';
import {
  startSandboxUpstream,
  type SandboxOptions,
  type SandboxProvider,
  type SandboxUpstream,
} from '../../core/sandbox/upstream.ts';

const started: SandboxUpstream[] = [];

async function start(options: SandboxOptions): Promise<SandboxUpstream> {
  const upstream = await startSandboxUpstream(options);
  started.push(upstream);
  return upstream;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((upstream) => upstream.stop()));
});

/** Where error bodies say what went wrong, other than at `/error/message`. */
const messageAt: Readonly<Partial<Record<SandboxProvider, string>>> = {
  xai: '/error',
  mistral: '/message',
  cerebras: '/message',
  bedrock: '/message',
};

describe('a scripted error status', () => {
  test.each(WIRE_SAMPLES)(
    '$provider: has the provider’s own body and the script’s headers',
    async (sample) => {
      const upstream = await start({
        reply: () => ({ status: 429, message: 'Slow down.', headers: { 'retry-after': '7' } }),
      });
      const response = await sendSample(upstream, sample);
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('7');
      expect(valueAt(await response.json(), messageAt[sample.provider] ?? '/error/message')).toBe(
        'Slow down.',
      );
    },
  );

  test.each([
    { status: 400, type: 'ValidationException' },
    { status: 429, type: 'ThrottlingException' },
    { status: 500, type: 'InternalServerException' },
  ])(
    'bedrock: $status comes with its type in a header, behind which a namespace stands',
    async ({ status, type }) => {
      const upstream = await start({ reply: () => ({ status }) });
      const response = await sendSample(upstream, sampleOf('bedrock'));
      expect(response.headers.get('x-amzn-errortype')?.split(':')[0]).toBe(type);
    },
  );

  test.each([
    { provider: 'anthropic', status: 529, pointer: '/error/type', expected: 'overloaded_error' },
    { provider: 'anthropic', status: 500, pointer: '/error/type', expected: 'api_error' },
    { provider: 'google', status: 503, pointer: '/error/status', expected: 'UNAVAILABLE' },
    { provider: 'google', status: 500, pointer: '/error/status', expected: 'INTERNAL' },
    { provider: 'openai', status: 429, pointer: '/error/code', expected: 'rate_limit_exceeded' },
    { provider: 'mistral', status: 422, pointer: '/object', expected: 'error' },
  ] as const)('$provider: $status answers $expected', async ({ provider, status, pointer, expected }) => {
    const upstream = await start({ reply: () => ({ status }) });
    const response = await sendSample(upstream, sampleOf(provider));
    expect(response.status).toBe(status);
    expect(valueAt(await response.json(), pointer)).toBe(expected);
  });

  test('can be for one model only, and for its first attempts only', async () => {
    const upstream = await start({
      reply: ({ model, attempt }) =>
        model === 'o3-pro' && attempt < 3 ? { status: 503 } : { content: `attempt ${attempt}` },
    });
    const statuses: number[] = [];
    for (const model of ['gpt-5.5', 'o3-pro', 'o3-pro', 'gpt-5.5', 'o3-pro']) {
      const response = await sendSample(upstream, sampleOf('openai'), { model });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    expect(upstream.callCounts()).toEqual(
      new Map([
        ['gpt-5.5', 2],
        ['o3-pro', 3],
      ]),
    );
  });

  test('a script that throws is a failure of the test, and the sandbox says so', async () => {
    const upstream = await start({
      reply: () => {
        throw new Error('wrong script');
      },
    });
    const response = await sendSample(upstream, sampleOf('openai'));
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('wrong script');
  });
});

describe('raw bytes', () => {
  test.each([
    { raw: '{"choices":[{"mess', type: 'application/json' },
    { raw: '<html>502 Bad Gateway</html>', type: 'text/html' },
    { raw: '', type: 'application/json' },
  ])('$raw arrives as it is', async ({ raw, type }) => {
    const upstream = await start({
      reply: () => ({ raw, rawStatus: 203, headers: { 'content-type': type } }),
    });
    const response = await sendSample(upstream, sampleOf('mistral'));
    expect(response.status).toBe(203);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe(raw);
  });

  test('can come one byte at a time', async () => {
    const upstream = await start({ reply: () => ({ raw: '{"a":1}', byteEveryMs: 3 }) });
    const response = await sendSample(upstream, sampleOf('groq'));
    const chunks = await Array.fromAsync(response.body ?? []);
    expect(Buffer.concat(chunks).toString()).toBe('{"a":1}');
    expect(chunks.length).toBeGreaterThan(3);
  });
});

describe('a broken connection', () => {
  test('reset: there is no reply at all', async () => {
    const upstream = await start({ reply: () => ({ connection: 'reset' }) });
    await expect(sendSample(upstream, sampleOf('anthropic'))).rejects.toThrow('fetch failed');
    expect(upstream.requests()).toHaveLength(1);
  });

  test('resetMidBody: the headers come, the body does not end', async () => {
    const upstream = await start({ reply: () => ({ connection: 'resetMidBody' }) });
    const response = await sendSample(upstream, sampleOf('anthropic'));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('hang: silence until the client gives up, and others are served meanwhile', async () => {
    const upstream = await start({
      reply: ({ model }) => (model === 'gpt-5.5' ? { connection: 'hang' } : { content: 'Here.' }),
    });
    const giveUp = new AbortController();
    const hung = sendSample(upstream, sampleOf('openai'), { model: 'gpt-5.5', signal: giveUp.signal });
    const other = await sendSample(upstream, sampleOf('openai'), { model: 'o3-pro' });
    expect(other.status).toBe(200);
    giveUp.abort();
    await expect(hung).rejects.toThrow('aborted');
  });

  test('hangMidBody: half of the right answer, then silence, which stop() ends', async () => {
    const upstream = await startSandboxUpstream({ reply: () => ({ connection: 'hangMidBody' }) });
    const response = await sendSample(upstream, sampleOf('deepseek'));
    const text = response.text();
    const ended = expect(text).rejects.toThrow('terminated');
    await upstream.stop();
    await ended;
    await expect(sendSample(upstream, sampleOf('deepseek'))).rejects.toThrow('fetch failed');
  });
});

describe('time', () => {
  test('plausible latencies are 80 to 900 ms, the same for one model and not for all', () => {
    const models = WIRE_SAMPLES.flatMap((sample) => sample.models);
    const latencies = models.map(plausibleLatencyMs);
    expect(Math.min(...latencies)).toBeGreaterThanOrEqual(80);
    expect(Math.max(...latencies)).toBeLessThanOrEqual(900);
    expect(new Set(latencies).size).toBeGreaterThan(models.length / 2);
    expect(models.map(plausibleLatencyMs)).toEqual(latencies);
  });

  test('a scripted delay holds one reply back while another overtakes it', async () => {
    const upstream = await start({
      reply: ({ model }) => ({ content: model, delayMs: model === 'gpt-5.5' ? 300 : 0 }),
    });
    const done: string[] = [];
    const ask = async (model: string): Promise<void> => {
      await sendSample(upstream, sampleOf('openai'), { model });
      done.push(model);
    };
    await Promise.all([ask('gpt-5.5'), ask('o3-pro')]);
    expect(done).toEqual(['o3-pro', 'gpt-5.5']);
  });
});

test('listens where it is told, and fails where that is taken', async () => {
  const first = await start({});
  await expect(startSandboxUpstream({ port: first.port })).rejects.toThrow('EADDRINUSE');
  const { port } = first;
  await started.pop()?.stop();
  const second = await start({ port });
  expect(second.url).toBe(`http://127.0.0.1:${port}`);
});
