import { createApiKey } from '../../core/stores/api-key.ts';
import type { ProblemCode } from '../../core/errors.ts';
import type { GatewayMail } from '../../core/ledger/mail/gateway-mail.ts';
import { LedgerError } from '../../core/ledger/ledger-error.ts';
import type { RequestRecord } from '../../core/ledger/ledger.ts';
import { openRaw } from '../support/clients/raw-connection.ts';
import { changedLedger } from '../support/gateways/changed-ledger.ts';
import { startTestGateway, type TestGateway } from '../support/gateways/test-gateway.ts';

export interface Provoked {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the body's shape is what is tested
  readonly body: any;
}

const PROMPT = { prompt: 'Say hello.', models: ['gpt-5.4'] };
const SLOW = { ...PROMPT, prompt: 'Take your time.' };
/** Longer than the gateway keeps a reply that may not be stored. */
const ELEVEN_MINUTES_MS = 660_000;

/** A gateway that can be brought to every problem there is. */
export interface TroubledGateway {
  /** What to do for each problem, but for 405, which belongs to no operation. */
  readonly provoke: {
    readonly [code in Exclude<ProblemCode, 'method-not-allowed'>]: () => Promise<Provoked>;
  };
  stop(): Promise<void>;
}

export async function startTroubledGateway(): Promise<TroubledGateway> {
  let clockMs = Date.now();
  let hasKeys = true;
  let takesCharges = true;
  const slow = Promise.withResolvers<void>();
  const gateway = await startTestGateway({
    now: () => clockMs,
    // For the one request that never arrives.
    environment: { ASSAY_RECEIVE_TIMEOUT_MS: '2000' },
    sandbox: {
      reply: async ({ user }) => {
        if (user === SLOW.prompt) await slow.promise;
        return undefined;
      },
    },
    aroundLedger: (ledger) =>
      changedLedger(ledger, {
        authenticate: async (hash) => {
          if (!hasKeys) throw new Error('the disk is gone');
          return ledger.authenticate(hash);
        },
        settle: async (settlement) => {
          if (!takesCharges) throw new LedgerError('unavailable', 'made to fail');
          return ledger.settle(settlement);
        },
        mail: anotherGateway(),
        findRequest: async (accountId, requestId) =>
          requestId === ELSEWHERE.requestId ? ELSEWHERE : ledger.findRequest(accountId, requestId),
        balance: async () => ({ postedMicroCredits: Number.NaN, heldMicroCredits: 0 }),
      }),
  });
  const { key } = await gateway.account(1_000);
  const get = (path: string): Promise<Provoked> => gateway.get(key, path);
  const follow = (id: string): Promise<Provoked> =>
    gateway.get(key, `/api/v1/prompts/${id}`, { accept: 'text/event-stream' });
  const post = (body: unknown, headers?: Readonly<Record<string, string>>): Promise<Provoked> =>
    gateway.post(key, body, headers);

  return {
    provoke: {
      'validation-failed': () =>
        post({ prompt: 'Say hello.', models: ['gpt-5.4', 'gpt-99'], judge_weights: { speed: 2 }, judge: [] }),
      'malformed-json': () => post('{"prompt":"Say hello.","prompt":"Say goodbye."}'),
      'malformed-http': () => raw(gateway, 'POST /api/v1/prompt HTTP/1.1\r\n\r\n'),
      'small-chunks': () =>
        raw(
          gateway,
          `POST /api/v1/prompt HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(300)}`,
        ),
      unauthorized: () => gateway.post('nobody', PROMPT),
      'insufficient-balance': async () => gateway.post((await gateway.account(0.1)).key, PROMPT),
      'budget-exhausted': async () =>
        gateway.post((await gateway.account(1_000, { budgets: { day: 100_000 } })).key, PROMPT),
      'account-suspended': async () => {
        const suspended = await gateway.account(1);
        await gateway.admin((ledger) => ledger.suspendAccount(suspended.name, true));
        return gateway.post(suspended.key, PROMPT);
      },
      'model-not-allowed': async () => {
        const { name } = await gateway.account(1);
        const made = createApiKey();
        const limits = { models: ['gpt-4o*'] };
        await gateway.admin((ledger) => ledger.createKey({ accountName: name, ...made, ...limits }));
        return gateway.post(made.key, { prompt: 'Say hello.', models: ['claude-haiku-4-5'] });
      },
      'foreign-origin': () =>
        gateway.send(key, '/mcp', { method: 'POST', headers: { origin: 'https://attacker.example' } }),
      'not-found': () => get('/api/v1/prompts/01981f3a-7f0e-7c7a-9d3f-3f1f6f1b2c4d'),
      'request-timeout': () => raw(gateway, 'POST /api/v1/prompt HTTP/1.1\r\n'),
      'request-in-flight': async () => {
        const idempotent = { 'idempotency-key': 'slow' };
        const first = post(SLOW, idempotent);
        while (gateway.upstream.requests().length === 0) await new Promise(setImmediate);
        const second = await post(SLOW, idempotent);
        slow.resolve();
        await first;
        return second;
      },
      'result-not-retained': async () => {
        const unstored = { ...PROMPT, zero_data_retention: true };
        const idempotent = { 'idempotency-key': 'unstored' };
        await post(unstored, idempotent);
        clockMs += ELEVEN_MINUTES_MS;
        return post(unstored, idempotent);
      },
      'request-voided': async () => {
        takesCharges = false;
        const failed = await gateway.post(key, PROMPT);
        takesCharges = true;
        return follow(failed.headers.get('x-prompt-log-id') ?? '');
      },
      'answers-not-stored': async () => {
        const unstored = await post({ ...PROMPT, models: ['gpt-5.4', 'gpt-5.2'], zero_data_retention: true });
        const { promptLogId } = unstored.body as { readonly promptLogId: string };
        const body = { a: 0, b: 1, winner: 'a' };
        return gateway.send(key, `/api/v1/prompts/${promptLogId}/votes`, { body });
      },
      'texts-elsewhere': () => follow(ELSEWHERE.requestId),
      'payload-too-large': () => post(' '.repeat(31_457_281)),
      'unsupported-media-type': () => post(PROMPT, { 'content-type': 'text/plain' }),
      'idempotency-mismatch': async () => {
        const idempotent = { 'idempotency-key': 'twice' };
        await post(PROMPT, idempotent);
        return post({ ...PROMPT, prompt: 'Say goodbye.' }, idempotent);
      },
      'rate-limited': async () => {
        const limited = await gateway.account(1_000, { requestsPerMinute: 0 });
        return gateway.post(limited.key, PROMPT);
      },
      'headers-too-large': () =>
        raw(gateway, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`),
      internal: () => get('/api/v1/balance'),
      unavailable: async () => {
        hasKeys = false;
        const refused = await get('/api/v1/balance');
        hasKeys = true;
        return refused;
      },
    },
    stop: () => gateway.stop(),
  };
}

/** Of a request that another gateway runs under zero data retention. */
const ELSEWHERE: RequestRecord = {
  requestId: '0199a3f4-519f-7086-92c8-1fd9f0f912c8',
  state: 'reserved',
  createdAt: '2026-11-22T12:00:00.000Z',
  finishedAt: null,
  holdMicroCredits: 1,
  chargeMicroCredits: 0,
  zeroDataRetention: true,
  models: ['gpt-4o'],
  judges: [],
  owner: 'elsewhere',
  calls: [],
  log: null,
  votes: [],
  label: null,
};

/** Says of everything that it runs under zero data retention. */
function anotherGateway(): GatewayMail {
  let onMail: (text: string) => void = () => {};
  return {
    address: 'here',
    async send(mails) {
      for (const { text } of mails) {
        const { id } = JSON.parse(text.slice(text.indexOf('{'))) as { readonly id: string };
        onMail(`reply  ${JSON.stringify({ id, frame: 0, frames: 1, facts: { outcome: 'withheld' } })}`);
      }
    },
    receive(handler, address = 'here') {
      if (address === 'here') onMail = handler;
    },
  };
}

/** Sends bytes no client library would. */
async function raw({ url }: TestGateway, bytes: string): Promise<Provoked> {
  const connection = await openRaw(url);
  connection.send(bytes);
  const [reply] = await connection.closed();
  return { status: reply?.status ?? 0, body: JSON.parse(reply?.body ?? 'null') };
}
