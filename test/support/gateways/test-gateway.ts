import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startGateway, type Gateway } from '../../../core/app.ts';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import type { LedgerAdmin } from '../../../core/ledger/administration/ledger-admin.ts';
import type { AccountSettings } from '../../../core/ledger/administration/settings.ts';
import { openLedger } from '../../../core/ledger/open-ledger.ts';
import { loadConfig, type Environment } from '../../../core/config.ts';
import { createKeyedAccount } from './keyed-account.ts';
import { sandboxEnvironment } from '../../../core/sandbox/environment.ts';
import {
  startSandboxUpstream,
  type SandboxOptions,
  type SandboxUpstream,
} from '../../../core/sandbox/upstream.ts';
import type { WebhookTimes } from '../../../core/webhooks/webhook-times.ts';
import { PATIENT_TASKS } from '../servers/patient-tasks.ts';
import { forgetAnswers, watchAnswers } from '../answers/watch-answers.ts';

/** The real gateway on real ports, in front of the sandbox upstream, with a ledger in a folder of its own. */
export interface TestGateway {
  readonly url: string;
  readonly operationsUrl: string;
  readonly upstream: SandboxUpstream;
  readonly folder: string;
  /** Everything the gateway has logged, one JSON line each. */
  readonly logs: () => string;
  /** An account with a key. */
  account(credits: number, settings?: AccountSettings): Promise<TestAccount>;
  admin<T>(work: (ledger: LedgerAdmin) => Promise<T>): Promise<T>;
  /** Sends a prompt. */
  post(key: string | undefined, body: unknown, headers?: HeaderFields): Promise<TestReply>;
  /** Asks for what is at an address, under a key if there is one. */
  get(key: string | undefined, path: string, headers?: HeaderFields): Promise<TestReply>;
  /** Sends any request: with a body it is a POST of JSON, where the request does not say otherwise. */
  send(key: string | undefined, path: string, request: TestRequest): Promise<TestReply>;
  /** Has the gateway read its manifests anew. */
  reload(headers?: HeaderFields): Promise<TestReply>;
  /** All metrics, as Prometheus reads them. */
  metrics(): Promise<string>;
  /** Stops the gateway and starts another over the same ledger and upstream, at another address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestAccount {
  readonly name: string;
  readonly key: string;
  readonly prefix: string;
  /** Micro-credits. */
  balance(): Promise<{ readonly posted: number; readonly reserved: number }>;
}

type HeaderFields = Readonly<Record<string, string>>;

export interface TestRequest {
  readonly method?: string;
  readonly headers?: HeaderFields;
  /** Text and bytes are sent as they are. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface TestReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What is in the text if it is JSON; else the text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of answers whose shape is what they test
  readonly body: any;
}

/** Tests say the same on every day they are run. */
const BEFORE_ANY_RETIREMENT = Date.UTC(2026, 5, 1);

export interface TestGatewayOptions {
  readonly sandbox?: SandboxOptions;
  readonly environment?: Environment;
  readonly now?: () => number;
  /** The calendar's clock; a day on which no model of the manifests retires where it is not given. */
  readonly unixMs?: () => number;
  /** Milliseconds; as the gateway has it where it is not given. */
  readonly stallTimeoutMs?: number;
  /** Milliseconds; as the gateway has it where it is not given. */
  readonly heartbeatMs?: number;
  readonly webhookTimes?: WebhookTimes;
  /** Stands between the gateway and its ledger, to watch it or to fail in its place. */
  readonly aroundLedger?: (ledger: Ledger & LedgerAdmin) => Ledger & LedgerAdmin;
}

export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  const upstream = await startSandboxUpstream(options.sandbox);
  const environment: Environment = {
    ...sandboxEnvironment(upstream),
    ASSAY_PORT: '0',
    ASSAY_METRICS_PORT: '0',
    ASSAY_DATABASE_URL: `file:${join(folder, 'assay.db')}`,
    ASSAY_CACHE: join(folder, 'cache'),
    ...options.environment,
  };
  const config = loadConfig(environment);
  const lines: string[] = [];
  const log = pino({ level: config.logLevel }, { write: (line: string) => void lines.push(line) });
  const onFatal = (error: Error): void => {
    throw error;
  };
  const { aroundLedger, heartbeatMs, stallTimeoutMs, webhookTimes } = options;
  const start = async (): Promise<Gateway> => {
    const started = await startGateway({
      config,
      environment,
      log,
      onFatal,
      taskLimits: PATIENT_TASKS,
      unixMs: options.unixMs ?? (() => BEFORE_ANY_RETIREMENT),
      ...(options.now !== undefined && { now: options.now }),
      ...(stallTimeoutMs !== undefined && { stallTimeoutMs }),
      ...(heartbeatMs !== undefined && { heartbeatMs }),
      ...(webhookTimes !== undefined && { webhookTimes }),
      ...(aroundLedger !== undefined && {
        ledger: aroundLedger(await openLedger(config.database, { recover: true, onFatal })),
      }),
    });
    watchAnswers(started.port);
    return started;
  };
  const stopGateway = async (): Promise<void> => {
    await gateway.stop();
    forgetAnswers(gateway.port);
  };
  let gateway = await start();
  let accounts = 0;

  // Opened once, as an operator's program would have it: to start its threads anew for each account took longer than
  // most tests.
  let operator: Promise<Ledger & LedgerAdmin> | undefined;
  const admin = async <T>(work: (ledger: LedgerAdmin) => Promise<T>): Promise<T> => {
    operator ??= openLedger(config.database, { recover: false });
    return await work(await operator);
  };
  const closeOperator = async (): Promise<void> => {
    const opened = operator;
    operator = undefined;
    await (await opened?.catch(() => undefined))?.close();
  };

  return {
    get url() {
      return `http://127.0.0.1:${gateway.port}`;
    },
    get operationsUrl() {
      return `http://127.0.0.1:${gateway.metricsPort}`;
    },
    upstream,
    folder,
    logs: () => lines.join(''),
    admin,
    async account(credits, settings) {
      accounts += 1;
      const name = `account-${accounts}`;
      const microCredits = Math.round(credits * 1_000_000);
      const made = await admin((ledger) => createKeyedAccount(ledger, name, microCredits, settings));
      return {
        name,
        ...made,
        async balance() {
          const listed = await admin((ledger) => ledger.listAccounts());
          const found = listed.find((account) => account.name === name);
          return {
            posted: found?.postedMicroCredits ?? Number.NaN,
            reserved: found?.heldMicroCredits ?? Number.NaN,
          };
        },
      };
    },
    post: (key, body, headers = {}) => sendTo(gateway.port, key, '/api/v1/prompt', { body, headers }),
    get: (key, path, headers = {}) => sendTo(gateway.port, key, path, { headers }),
    send: (key, path, request) => sendTo(gateway.port, key, path, request),
    reload: (headers = {}) =>
      sendTo(gateway.metricsPort, undefined, '/-/reload', { method: 'POST', headers }),
    metrics: async () => (await sendTo(gateway.metricsPort, undefined, '/metrics', {})).text,
    async restart() {
      await Promise.all([stopGateway(), closeOperator()]);
      gateway = await start();
    },
    async stop() {
      await Promise.all([stopGateway(), closeOperator()]);
      await upstream.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function sendTo(
  port: number,
  key: string | undefined,
  path: string,
  { method, headers, body, signal }: TestRequest,
): Promise<TestReply> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
    ...(signal !== undefined && { signal }),
  });
  const text = await reply.text();
  const isJson = text !== '' && /json/.test(reply.headers.get('content-type') ?? '');
  return { status: reply.status, headers: reply.headers, text, body: isJson ? JSON.parse(text) : text };
}
