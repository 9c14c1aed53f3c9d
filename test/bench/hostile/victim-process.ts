import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Spread } from '../streaming/spread.ts';

/** What the process's one argument says, in JSON. */
export interface VictimOrder {
  readonly port: number;
  readonly key: string;
}

/** Since the last report. */
export interface VictimFigures {
  /** The longest time between two answers on its own connection, milliseconds; one that still lasts counts. */
  readonly longestGapMs: number;
  /** How long its own connection waited for an answer, milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answers: Readonly<Record<string, number>>;
  /** Requests that each opened a connection, and how many of them were answered within two seconds. */
  readonly newConnections: number;
  readonly newConnectionsAnswered: number;
}

const PATH = '/api/v1/balance';
const EVERY_MS = 5;
const NEW_CONNECTION_EVERY_MS = 250;
const NEW_CONNECTION_PATIENCE_MS = 2_000;
const RECONNECT_MS = 20;
/** Beyond any stall worth telling apart. */
const PATIENCE_MS = 120_000;

const { port, key } = JSON.parse(process.argv[2] ?? '') as VictimOrder;
const own = new Agent({ keepAlive: true, maxSockets: 1 });
let lastAnswerAt = performance.now();
let longestGapMs = 0;
let waits = new Spread();
let answers: Record<string, number> = {};
let newConnections = 0;
let newConnectionsAnswered = 0;

/** @returns the status, or what went wrong. */
function ask(agent: Agent | false, timeoutMs: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const headers = { authorization: `Bearer ${key}` };
  const request = get({ host: '127.0.0.1', port, path: PATH, headers, agent }, (response) => {
    response.resume();
    response.once('end', () => resolve(String(response.statusCode)));
    response.once('close', () => resolve('cut off'));
  });
  request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
  const timer = setTimeout(() => {
    resolve('timeout');
    request.destroy();
  }, timeoutMs);
  return promise.finally(() => clearTimeout(timer));
}

async function poll(): Promise<never> {
  for (;;) {
    const askedAt = performance.now();
    const answer = await ask(own, PATIENCE_MS);
    answers[answer] = (answers[answer] ?? 0) + 1;
    const isAnswer = /^\d+$/.test(answer);
    if (isAnswer) {
      longestGapMs = Math.max(longestGapMs, performance.now() - lastAnswerAt);
      lastAnswerAt = performance.now();
      waits.add(lastAnswerAt - askedAt);
    }
    await wait(isAnswer ? EVERY_MS : RECONNECT_MS);
  }
}

async function connectAgain(): Promise<never> {
  for (;;) {
    await wait(NEW_CONNECTION_EVERY_MS);
    newConnections += 1;
    if (/^\d+$/.test(await ask(false, NEW_CONNECTION_PATIENCE_MS))) newConnectionsAnswered += 1;
  }
}

process.on('message', () => {
  const nowMs = performance.now();
  const { p50, p99 } = waits.figures();
  const figures: VictimFigures = {
    longestGapMs: Math.max(longestGapMs, nowMs - lastAnswerAt),
    p50Ms: p50,
    p99Ms: p99,
    answers,
    newConnections,
    newConnectionsAnswered,
  };
  longestGapMs = 0;
  waits = new Spread();
  answers = {};
  newConnections = 0;
  newConnectionsAnswered = 0;
  process.send?.(figures);
});
process.once('disconnect', () => process.exit(0));
void poll();
void connectAgain();
