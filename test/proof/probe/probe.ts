// Preloaded into a gateway under proof, in its main thread and in the ledger's writer. It numbers whatever the gateway
// does to its ledger and to its providers, before and after, writes each step down, and ends the process or fails the
// step that its plan names. The gateway's own code is unchanged.
import { openSync, writeSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { callbackify } from 'node:util';
import threads from 'node:worker_threads';
import type { DatabaseError } from 'pg';
import type { Dispatcher } from 'undici';
import { FIRST_PRUNING_MS } from '../../../core/ledger/answers/prune-hourly.ts';
import { isOfOutbox } from '../../../core/ledger/sql/steps.ts';
import {
  PLAN_VARIABLE,
  STEPS_VARIABLE,
  STORE_FAULTS,
  NEW_PLAN,
  WEBHOOK_PATH,
  isCallStep,
  type ProbePlan,
} from './probe-plan.ts';
import { statementName } from './statement-name.ts';

const NEVER = -1;
const LONGEST_DELAY_MS = 2 ** 31 - 1;
/** Places in the memory all threads share. */
const NEXT = 0;
const KILL_AT = 1;
const FAIL_AT = 2;
const FAULT = 3;
const LASTS = 4;
const COUNTS = 5;
const PLACES = 6;
const COUNTED = ['all', 'calls', 'others'] as const;

interface Common {
  readonly memory: SharedArrayBuffer;
  readonly stepsPath: string;
}

type Callback = (error: NodeJS.ErrnoException, result: unknown) => void;
/** Statements that travel together are one step, which has the name of the last. */
interface RoundTrip {
  readonly statements: readonly { readonly text: string }[];
  callback: (error: Error | null) => void;
}
type Method = (this: unknown, ...values: readonly unknown[]) => unknown;

const { memory, stepsPath } = common();
const plan = new Int32Array(memory);
const steps = openSync(stepsPath, 'a');

function common(): Common {
  if (!threads.isMainThread) return threads.getEnvironmentData('proof') as unknown as Common;
  const made: Common = {
    memory: new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT),
    stepsPath: process.env[STEPS_VARIABLE] ?? '',
  };
  threads.setEnvironmentData('proof', made as unknown as threads.Serializable);
  return made;
}

function follow({ killAt = NEVER, failAt = NEVER, fault = 0, lasts = false, counts }: ProbePlan): void {
  writeSync(steps, `${NEW_PLAN}\n`);
  plan.set([0, killAt, failAt, fault, Number(lasts), COUNTED.indexOf(counts ?? 'all')]);
}

function isCounted(name: string): boolean {
  const counts = COUNTED[Atomics.load(plan, COUNTS)];
  return counts === 'all' || isCallStep(name) === (counts === 'calls');
}

/** @returns whether this step is to fail. */
function step(name: string): boolean {
  writeSync(steps, `${name}\n`);
  if (!isCounted(name)) return false;
  const index = Atomics.add(plan, NEXT, 1);
  if (index === Atomics.load(plan, KILL_AT)) process.kill(process.pid, 'SIGKILL');
  const failAt = Atomics.load(plan, FAIL_AT);
  const isAfterwards = failAt !== NEVER && index > failAt && Atomics.load(plan, LASTS) === 1;
  return index === failAt || (isAfterwards && name.startsWith('before ') && name !== 'before ROLLBACK');
}

function fault(): (typeof STORE_FAULTS)[number] {
  return STORE_FAULTS[Atomics.load(plan, FAULT)] ?? STORE_FAULTS[0];
}

function replace(target: object, name: string, wrap: (original: Method) => Method): void {
  const original = Reflect.get(target, name) as Method;
  Reflect.defineProperty(target, name, { value: wrap(original), writable: true, configurable: true });
}

/** As node:sqlite throws it. */
function sqliteError(): Error {
  const { name, sqliteCode } = fault();
  return Object.assign(new Error(name), { code: 'ERR_SQLITE_ERROR', errcode: sqliteCode, errstr: name });
}

/** Webhooks are sent by the clock, not by a request: what that takes is no step. A check of the ledger is one. */
const OUTBOX = /^(?!SELECT ')[^]*\bwebhook_event\b/;
/** Whether the writer of SQLite runs a step about webhooks, in a transaction of its own. */
let isOutboxStep = false;

function watchSqlite(): void {
  const watch = (sqlOf: (self: never, first: unknown) => string) => (original: Method) =>
    function watched(this: never, ...values: readonly unknown[]): unknown {
      const sql = sqlOf(this, values[0]);
      if (isOutboxStep || OUTBOX.test(sql)) return Reflect.apply(original, this, values) as unknown;
      const name = statementName(sql);
      if (step(`before ${name}`)) throw sqliteError();
      const result = Reflect.apply(original, this, values);
      if (step(`after ${name}`)) throw sqliteError();
      return result;
    };
  for (const method of ['run', 'get', 'all', 'iterate'])
    replace(StatementSync.prototype, method, watch((self: StatementSync) => self.sourceSQL) as never);
  replace(DatabaseSync.prototype, 'exec', watch((_, sql) => String(sql)) as never);
}

async function watchOutboxSteps(): Promise<void> {
  const { SqliteWriter } = await import('../../../core/ledger/sqlite/writer.ts');
  const { runStep } = SqliteWriter.prototype;
  SqliteWriter.prototype.runStep = async function watched(step) {
    isOutboxStep = isOfOutbox(step);
    try {
      return await runStep.call(this, step);
    } finally {
      isOutboxStep = false;
    }
  };
}

/** What the sessions call themselves that read stored texts, send webhooks, reach other gateways and renew the lease. */
const OTHER_SESSIONS: ReadonlySet<string> = new Set([
  'assay-webhooks',
  'assay-texts',
  'assay-mail',
  'assay-lease',
]);
/** What a session begins with changes nothing of the store. */
const SESSION_SETTINGS = /^SELECT (?:set_config|pg_advisory_lock_shared|version FROM schema_version)/;

function isRoundTrip(query: unknown): query is RoundTrip {
  return typeof query === 'object' && query !== null && 'statements' in query;
}

async function watchPostgres(): Promise<void> {
  const { Client, DatabaseError } = await import('pg');
  /** As the server reports it. */
  const failure = (): DatabaseError => {
    const { name, postgresCode } = fault();
    return Object.assign(new DatabaseError(name, 0, 'error'), { code: postgresCode, severity: 'ERROR' });
  };
  const watchRoundTrip = (trip: RoundTrip, send: () => unknown): unknown => {
    const name = statementName(trip.statements.at(-1)?.text ?? '');
    const { callback } = trip;
    if (step(`before ${name}`)) {
      setImmediate(callback, failure());
      return trip;
    }
    trip.callback = (error) => callback(error === null && step(`after ${name}`) ? failure() : error);
    return send();
  };
  /** Of each session, when its last statement has ended: those that are sent together are steps one after the other. */
  const last = new WeakMap<object, Promise<void>>();
  replace(
    Client.prototype,
    'query',
    (original) =>
      function watched(this: unknown, ...values: readonly unknown[]): unknown {
        const [query] = values;
        if (isRoundTrip(query)) return watchRoundTrip(query, () => Reflect.apply(original, this, values));
        const sql = typeof query === 'string' ? query : (query as { readonly text: string }).text;
        const { connectionParameters } = this as {
          readonly connectionParameters: { application_name: string };
        };
        const isElsewhere = OTHER_SESSIONS.has(connectionParameters.application_name);
        if (SESSION_SETTINGS.test(sql) || isElsewhere) return Reflect.apply(original, this, values);
        const name = statementName(sql);
        const callback = values.at(-1);
        const earlier = last.get(this as object);
        const { promise, resolve } = Promise.withResolvers<void>();
        last.set(this as object, promise);
        const send = async (): Promise<unknown> => {
          await earlier;
          if (step(`before ${name}`)) throw failure();
          const sent = typeof callback === 'function' ? values.slice(0, -1) : values;
          const result = await (Reflect.apply(original, this, sent) as Promise<unknown>);
          if (step(`after ${name}`)) throw failure();
          return result;
        };
        const sending = send().finally(resolve);
        if (typeof callback !== 'function') return sending;
        // The driver's pool asks with a callback.
        callbackify(() => sending)(callback as Callback);
        return undefined;
      },
  );
}

/** Replies are handed on in the order of their calls, so that two runs of one request take the same steps. */
async function watchProviders(): Promise<void> {
  const { Pool } = await import('undici');
  let last: Promise<void> = Promise.resolve();
  /** Of calls that a pool hands to one of its own pools. */
  const known = new WeakSet<object>();
  replace(
    Pool.prototype,
    'dispatch',
    (original) =>
      function watched(this: unknown, ...values: readonly unknown[]): unknown {
        const [options, handler] = values as [Dispatcher.DispatchOptions, Dispatcher.DispatchHandler];
        if (options.path === WEBHOOK_PATH || known.has(handler)) return Reflect.apply(original, this, values);
        const name = `call ${options.path}`;
        const earlier = last;
        const { promise, resolve } = Promise.withResolvers<void>();
        last = promise;
        step(`before ${name}`);
        const inOrder: Dispatcher.DispatchHandler = {
          onRequestStart: (...values) => handler.onRequestStart?.(...values),
          onResponseStart: (...values) => handler.onResponseStart?.(...values),
          onResponseData: (...values) => handler.onResponseData?.(...values),
          onResponseEnd(...values) {
            void earlier.then(() => {
              step(`after ${name}`);
              handler.onResponseEnd?.(...values);
              resolve();
            });
          },
          onResponseError(...values) {
            handler.onResponseError?.(...values);
            resolve();
          },
        };
        known.add(inOrder);
        return Reflect.apply(original, this, [options, inOrder]);
      },
  );
}

function watchAnswers(): void {
  replace(
    ServerResponse.prototype,
    'end',
    (original) =>
      function watched(this: unknown, ...values: readonly unknown[]): unknown {
        const response = this as ServerResponse;
        if (!/^\/api\/v1\/prompt$/.test(response.req.url ?? '')) return Reflect.apply(original, this, values);
        response.once('finish', () => step('after the answer'));
        step('before the answer');
        return Reflect.apply(original, this, values);
      },
  );
}

/** The first pruning comes by the clock too: on a slow machine in the middle of a request. */
function leavePruningOut(): void {
  replace(
    globalThis,
    'setTimeout',
    (original) =>
      function watched(this: unknown, ...values: readonly unknown[]): unknown {
        const [callback, delayMs, ...rest] = values;
        const isPruning = delayMs === FIRST_PRUNING_MS;
        return Reflect.apply(original, this, [callback, isPruning ? LONGEST_DELAY_MS : delayMs, ...rest]);
      },
  );
}

const LEDGER_THREADS = new Set(['ledger-writer']);

/** The ledger's threads are started without the flags of the main thread, so they are given this one. */
function followIntoWriter(): void {
  const { Worker } = threads;
  class WatchedWorker extends Worker {
    constructor(file: string | URL, options: threads.WorkerOptions = {}) {
      super(
        file,
        LEDGER_THREADS.has(options.name ?? '')
          ? { ...options, execArgv: ['--import', import.meta.url] }
          : options,
      );
    }
  }
  Object.assign(threads, { Worker: WatchedWorker });
  syncBuiltinESMExports();
}

watchSqlite();
if (!threads.isMainThread) await watchOutboxSteps();
else {
  follow(JSON.parse(process.env[PLAN_VARIABLE] ?? '{}') as ProbePlan);
  // Only here: loading them in the writer too would cost every start.
  await Promise.all([watchPostgres(), watchProviders()]);
  watchAnswers();
  leavePruningOut();
  followIntoWriter();
  process.on('message', (next: ProbePlan) => {
    follow(next);
    process.send?.('followed');
  });
  // The process that started this one is gone, so nothing else would end it.
  process.on('disconnect', () => process.exit(1));
  process.channel?.unref();
}
