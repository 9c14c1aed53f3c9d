import { describe, expect, it } from 'vitest';
import type { SandboxReply } from '../../../core/sandbox/upstream.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

let reply: SandboxReply;

/** Mistral with times a test can wait for; every other provider as it is. */
const manifests = manifestsOfFile({
  mistral: { timeouts: '{ connectMs: 200, firstByteMs: 300, totalMs: 900 }' },
});
const gateway = gatewayOfFile({
  environment: { ASSAY_MANIFESTS: manifests },
  sandbox: { reply: ({ provider }) => (provider === 'mistral' ? reply : { content: 'fine' }) },
});
const account = accountOfFile(gateway, 1_000);

const whole = (content: string): string =>
  JSON.stringify({
    choices: [{ message: { content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  });

describe('a provider that takes its time', () => {
  it.each<[string, SandboxReply, string, boolean]>([
    ['never answers', { connection: 'hang' }, 'timeout', false],
    ['falls silent in the middle of its answer', { connection: 'hangMidBody' }, 'timeout', true],
    ['sends a byte at a time', { raw: whole('x'.repeat(200)), byteEveryMs: 20 }, 'timeout', true],
  ])('and %s fails its own result only', async (_name, scripted, code, isBilled) => {
    reply = scripted;
    const { status, body } = await gateway.post(account.key, {
      prompt: 'x',
      models: ['mistral-large-2512', 'gpt-4o'],
    });
    expect(status).toBe(200);
    expect(body.results).toMatchObject([{ status: 'failed', error: { code } }, { status: 'completed' }]);
    // Once an answer has begun, the caller pays the input and the received part of the answer.
    expect(body.results[0].credits > 0).toBe(isBilled);
  });

  it('but within its bounds is waited for', async () => {
    reply = { raw: whole('x'.repeat(9_000)) };
    const { body } = await gateway.post(account.key, { prompt: 'x', models: ['mistral-large-2512'] });
    expect(body.results[0]).toMatchObject({ status: 'completed', output: 'x'.repeat(9_000) });
  });
});
