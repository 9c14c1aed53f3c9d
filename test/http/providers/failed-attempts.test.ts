import { beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxProvider, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const KEYS: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: 'canary-openai-own-key',
  ANTHROPIC_API_KEY: 'canary-anthropic-own-key',
  GEMINI_API_KEY: 'canary-google-own-key',
  XAI_API_KEY: 'canary-xai-own-key',
  DEEPSEEK_API_KEY: 'canary-deepseek-own-key',
  MISTRAL_API_KEY: 'canary-mistral-own-key-1,canary-mistral-own-key-2',
  GROQ_API_KEY: 'canary-groq-own-key',
  CEREBRAS_API_KEY: 'canary-cerebras-own-key',
  AWS_BEARER_TOKEN_BEDROCK: 'canary-bedrock-own-key',
};
/** What no log line may hold. */
const SECRETS = [
  ...Object.values(KEYS).flatMap((value) => value.split(',')),
  'hunter2',
  'sk-Zz9Yy8Xx7Ww6Vv5',
];

let answer: (call: SandboxCall) => SandboxReply | undefined;

const gateway = gatewayOfFile({
  environment: { ASSAY_LOG_LEVEL: 'trace', ...KEYS },
  sandbox: { reply: (call) => answer(call) },
});
const account = accountOfFile(gateway, 100_000);
beforeEach(() => {
  answer = () => ({ content: 'fine' });
});

type Line = Readonly<Record<string, unknown>>;

function linesOf(promptLogId: unknown, msg = 'attempt failed'): readonly Line[] {
  return gateway
    .logs()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
    .filter((line) => line['msg'] === msg && line['promptLogId'] === promptLogId);
}

async function ask(model: string, members: object = {}, headers: Readonly<Record<string, string>> = {}) {
  return await gateway.post(account.key, { prompt: 'hi', models: [model], ...members }, headers);
}

function sayingKeys(status: number): (call: SandboxCall) => SandboxReply {
  return ({ provider }) => {
    const own = SECRETS.find((secret) => secret.startsWith(`canary-${provider}`)) ?? '';
    return { status, message: `Canary words: ${own}, Bearer hunter2 and sk-Zz9Yy8Xx7Ww6Vv5 are wrong` };
  };
}

describe('a failed attempt', () => {
  it.each<[SandboxProvider, string, number, string, string | undefined]>([
    ['openai', 'gpt-4o', 401, 'provider_auth', 'invalid_api_key'],
    ['anthropic', 'claude-haiku-4-5', 403, 'provider_auth', 'permission_error'],
    ['google', 'gemini-3.5-flash', 403, 'provider_auth', 'PERMISSION_DENIED'],
    ['xai', 'grok-4.3', 400, 'rejected', 'invalid_request_error'],
    ['deepseek', 'deepseek-flash', 404, 'rejected', 'model_not_found'],
    ['groq', 'gpt-oss-20b', 404, 'rejected', 'model_not_found'],
    ['cerebras', 'cerebras-gpt-oss-120b', 404, 'rejected', 'model_not_found'],
    ['bedrock', 'nova-micro', 403, 'provider_auth', 'AccessDeniedException'],
    ['mistral', 'mistral-large-2512', 422, 'rejected', 'invalid_request_error'],
  ])('of %s is one line, without keys', async (provider, model, status, fault, providerCode) => {
    answer = sayingKeys(status);
    const { body } = await ask(model, {}, { 'x-request-id': `mine-${provider}` });
    expect(body.results[0].error).toMatchObject({ code: fault, providerStatus: status, providerCode });
    const [line, ...others] = linesOf(body.promptLogId);
    expect(others).toEqual([]);
    // If there is nothing at the address, its path distinguishes a wrong base URL from a renamed model.
    expect(line?.['path']).toEqual(
      status === 404 ? expect.stringMatching(/^\/\S+\/chat\/completions$/) : undefined,
    );
    expect(line).toMatchObject({
      level: 40,
      requestId: `mine-${provider}`,
      provider,
      model,
      role: 'contestant',
      key: 1,
      attempt: 1,
      fault,
      status,
      next: 'give_up',
      reason: 'not_retryable',
    });
    expect(line?.['accountId']).toBeTypeOf('number');
    expect([line?.['providerCode'], line?.['providerType']]).toContain(providerCode);
    expect(line?.['providerMessage']).toBe(
      'Canary words: [masked] Bearer [masked] and [masked] are wrong'.replace(
        '[masked] Bearer',
        '[masked], Bearer',
      ),
    );
    for (const secret of SECRETS) expect(gateway.logs()).not.toContain(secret);
  });

  it('says that another key is tried, and which one failed', async () => {
    let calls = 0;
    answer = () => ((calls += 1) === 1 ? { status: 401 } : { content: 'fine' });
    const failed = await ask('mistral-large-2512');
    expect(failed.body.results[0].status).toBe('completed');
    expect(linesOf(failed.body.promptLogId)).toMatchObject([
      { next: 'retry_other_key', pauseMs: 0, attempt: 1 },
    ]);
  });

  it('says that it is repeated, then that no attempt is left', async () => {
    answer = () => ({ status: 500, message: 'try again' });
    const { body } = await ask('grok-4.3');
    const lines = linesOf(body.promptLogId);
    expect(lines.length).toBe(body.results[0].attempts);
    expect(lines.at(0)).toMatchObject({
      next: 'retry',
      attempt: 1,
      status: 500,
      providerMessage: 'try again',
    });
    expect(lines.at(-1)).toMatchObject({ next: 'give_up', attempt: lines.length });
  });

  it('without a reply has the system’s own code, and no status', async () => {
    answer = () => ({ connection: 'reset' });
    const { body } = await ask('gpt-oss-20b');
    expect(body.results[0].error).not.toHaveProperty('providerStatus');
    const [line] = linesOf(body.promptLogId);
    expect(line).toMatchObject({ fault: 'unavailable', cause: { code: expect.stringMatching(/^[A-Z_]+$/) } });
    expect(line).not.toHaveProperty('status');
  });

  it('of a reply that nobody can read has its status alone', async () => {
    answer = () => ({ raw: '<html>canary-page</html>' });
    const { body } = await ask('deepseek-flash');
    expect(body.results[0].error).toMatchObject({ code: 'malformed_reply', providerStatus: 200 });
    expect(linesOf(body.promptLogId)[0]).toMatchObject({ fault: 'malformed_reply', status: 200 });
    expect(gateway.logs()).not.toContain('canary-page');
  });

  it('of a judge says so', async () => {
    answer = ({ user }) =>
      user.includes('<<<FIRST ') ? { status: 400, message: 'no' } : { content: 'fine' };
    const { body } = await ask('gpt-4o', { models: ['gpt-4o', 'gpt-4o'], judges: ['nova-lite'] });
    expect(body.evaluations[0].runs[0].error).toMatchObject({ code: 'rejected', providerStatus: 400 });
    expect(linesOf(body.promptLogId)).toMatchObject([{ role: 'judge' }, { role: 'judge' }]);
  });

  it('has a message of at most 300 characters, however long the provider’s is', async () => {
    answer = () => ({ status: 400, message: 'long words '.repeat(300_000) });
    const { body } = await ask('gpt-4o');
    expect(String(linesOf(body.promptLogId)[0]?.['providerMessage'])).toHaveLength(300);
  });

  it('under zero data retention has its codes and no message', async () => {
    answer = ({ user }) => ({ status: 400, message: `canary-message ${user}` });
    const members = { prompt: 'canary-prompt', zero_data_retention: true };
    const { body } = await ask('claude-haiku-4-5', members);
    const [line] = linesOf(body.promptLogId);
    expect(line).toMatchObject({ status: 400, providerType: 'invalid_request_error' });
    expect(line).not.toHaveProperty('providerMessage');
    for (const canary of ['canary-message', 'canary-prompt']) expect(gateway.logs()).not.toContain(canary);
  });
});
