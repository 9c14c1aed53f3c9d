import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { createMetrics } from '../../../core/metrics.ts';
import type {
  Attachment,
  JsonObject,
  Model,
  Provider,
  StreamReader,
  Timeouts,
  WirePlugin,
} from '../../../core/contract.ts';
import type { AnswerListener } from '../../../core/pipeline/call/answer-listener.ts';
import { callModel } from '../../../core/pipeline/call/call-model.ts';
import type { CallResult } from '../../../core/pipeline/call/call-result.ts';
import type { RequestContext } from '../../../core/pipeline/request-context.ts';
import { planModel } from '../../../core/pipeline/plan/model-plan.ts';
import { planCall } from '../../../core/pipeline/plan/plan-call.ts';
import { sampleModel, sampleProvider, turn } from '../../../core/plugin-check/sample-entry.ts';
import { NO_SPAN } from '../../../core/tracing/span.ts';
import { startDeadline, StopSource } from '../../../core/upstream/stop-signal.ts';
import { Upstream } from '../../../core/upstream/upstream.ts';
import { createPool, type WorkerPool } from '../../../core/workers/pool.ts';
import plugin from '../../fixtures/streaming-plugin/droplets.ts';
import { type Answer, startHostileProvider } from '../servers/hostile-provider.ts';
import { PATIENT_TASKS } from '../servers/patient-tasks.ts';
import { binaryEvent, sse } from './event-bytes.ts';

/** One model of a provider that streams whatever a test wants, run as a request runs it, with somebody listening. */
export interface DropletScene {
  /** From now on. */
  answer(listener: Answer): void;
  run(options?: RunOptions): Promise<RunOutcome>;
  /** Requests that the provider has got, ever. */
  readonly requests: () => number;
  readonly connections: () => number;
  readonly metrics: () => Promise<string>;
  readonly pool: WorkerPool;
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly framing?: StreamReader['framing'];
  readonly provider?: Partial<Provider>;
  readonly timeouts?: Partial<Timeouts>;
  readonly model?: Partial<Model>;
  readonly stream?: Partial<StreamReader>;
  readonly readModel?: WirePlugin['readModel'];
  readonly readReply?: WirePlugin['readReply'];
  readonly outputSchema?: JsonObject;
  readonly attachments?: readonly Attachment[];
  readonly role?: RequestContext['role'];
  /** From which text on the caller has it. */
  readonly reaches?: string;
  /** Replaces the listener of the scene, whose `parts` are then empty. */
  readonly listener?: AnswerListener;
  readonly prompt?: string;
  readonly webSearch?: boolean;
  readonly deadlineMs?: number;
  /** The deadline is the caller's own `timeout_seconds`. */
  readonly isOwnDeadline?: boolean;
  readonly replies?: Partial<RequestContext['replies']>;
}

export interface RunOutcome {
  readonly run: CallResult;
  readonly text: string;
  /** The parts that the listener got, in order; consecutive texts of one kind as one. */
  readonly parts: readonly string[];
  /** Reasons of attempts that were not repeated, and what was done about the others. */
  readonly steps: readonly string[];
  /** What the call was waiting for when the log warned that it is slow. */
  readonly slow: readonly string[];
}

/** Far out: a test that wants one names it. */
export const TIMEOUTS: Timeouts = {
  connectMs: 300_000,
  firstByteMs: 300_000,
  idleMs: 300_000,
  totalMs: 300_000,
};

export async function startDropletScene(): Promise<DropletScene> {
  const provider = await startHostileProvider();
  let requests = 0;
  const pool = createPool({ threads: 1, maxQueue: 100, limits: PATIENT_TASKS });
  const metrics = createMetrics({
    version: '0',
    queuedTasks: () => 0,
    heldMicroCredits: () => 0,
    providers: () => [],
    shutdowns: () => [],
  });
  const upstreams: Upstream[] = [];

  return {
    pool,
    requests: () => requests,
    connections: () => provider.connections(),
    metrics: () => metrics.register.metrics(),
    answer: (listener) =>
      provider.answer((request, response) => {
        requests += 1;
        listener(request, response);
      }),
    async run(options = {}) {
      const entry = entryOf(options);
      const target = {
        provider: entry.provider,
        baseUrl: provider.url,
        credentials: [{ kind: 'token', header: 'authorization', value: 'Bearer droplets-key' } as const],
      };
      const upstream = new Upstream([target], upstreams.at(-1));
      upstreams.push(upstream);
      const listening = listen(options.reaches);
      const lines: string[] = [];
      const deadline = startDeadline(options.deadlineMs ?? 300_000);
      const context = {
        services: {
          metrics,
          pool,
          log: pino({}, { write: (line: string) => void lines.push(line) }),
          random: () => 0,
          microCreditsPerUsd: 100_000_000,
        },
        snapshot: { upstream, registry: { entries: [] } },
        account: { id: 1, markupMilli: 1_000 },
        role: options.role ?? 'contestant',
        listener: options.role === 'judge' ? undefined : (options.listener ?? listening.listener),
        span: NO_SPAN,
        deadline,
        cancelSignal: new StopSource(),
        replies: { take: () => true, give: () => {}, holdsMost: () => false, ...options.replies },
        ...(options.isOwnDeadline === true && { ownTimeout: { seconds: 1, signal: deadline.signal } }),
        correlationId: 'droplets',
        requestId: 'droplets',
        zeroDataRetention: false,
      } as unknown as RequestContext;
      const planned = planCall(planModel(entry), {
        system: [],
        turns: [turn('user', options.prompt ?? 'How far is the moon?')],
        attachments: options.attachments ?? [],
        settings: { maxTokens: undefined },
        tuning: {},
        outputSchema: options.outputSchema,
        cacheKey: undefined,
      } as unknown as Parameters<typeof planCall>[1]);
      const run = await callModel(
        { ...planned, paidExtras: { ...planned.paidExtras, webSearch: options.webSearch === true } },
        context,
      );
      deadline.forget();
      const logged = lines.map((line) => JSON.parse(line));
      return {
        run,
        text: 'text' in run.outcome ? run.outcome.text : '',
        parts: listening.parts,
        slow: logged.filter(({ msg }) => msg === 'call is slow').map(({ waitsFor }) => waitsFor),
        steps: logged
          .filter(({ msg }) => msg !== 'call is slow')
          .map(({ next, reason, fault }) =>
            [fault, next, reason].filter((part) => part !== undefined).join(' '),
          ),
      };
    },
    async stop() {
      for (const upstream of upstreams) await upstream.close();
      await pool.close();
      await provider.stop();
    },
  };
}

function entryOf(options: RunOptions) {
  const wire: WirePlugin = {
    ...plugin,
    ...(options.readModel !== undefined && { readModel: options.readModel }),
    ...(options.readReply !== undefined && { readReply: options.readReply }),
    stream: {
      ...plugin.stream,
      framing: options.framing ?? 'sse',
      showsAllReasoning: true,
      ...options.stream,
    },
  };
  const provider = sampleProvider({
    streaming: true,
    maxReplyBytes: 16_777_216,
    usage: { input: '/tokens/heard', output: '/tokens/spoken' },
    ...options.provider,
    timeouts: { ...TIMEOUTS, ...options.timeouts },
  });
  return { model: sampleModel(options.model), provider, plugin: wire };
}

function listen(reaches: string | undefined): { listener: AnswerListener; parts: string[] } {
  const parts: string[] = [];
  let lastKind = '';
  const add = (kind: string, text: string): void => {
    // Comparing the parts would make V8 flatten the string each time.
    if (lastKind === kind) parts.push(`${parts.pop()}${text}`);
    else parts.push(kind + text);
    lastKind = kind;
  };
  const listener: AnswerListener = {
    begin: () => {},
    text: (added) => add('text: ', added),
    reasoning: (added) => add('reasoning: ', added),
    calls: (added) => add('calls: ', JSON.stringify(added)),
    restart() {
      parts.push('restart');
      lastKind = '';
    },
    keptBytes: 0,
    get hasReachedCaller() {
      return reaches !== undefined && parts.some((text) => text.includes(reaches));
    },
  };
  return { listener, parts };
}

/** What to answer with: events that end properly, and 30 tokens. */
export function answerOf(...words: readonly string[]): readonly (readonly [string, unknown])[] {
  return [
    ...words.map((add) => ['word', { add }] as const),
    ['tokens', { heard: 10, spoken: 20 }],
    ['end', {}],
  ];
}

export function encode(
  events: readonly (readonly [string, unknown])[],
  framing: StreamReader['framing'] = 'sse',
): Buffer {
  return Buffer.concat(
    events.map(([name, data]) =>
      framing === 'sse' ? Buffer.from(sse(name, data)) : binaryEvent(name, data),
    ),
  );
}

export function beginStream(response: ServerResponse, framing: StreamReader['framing'] = 'sse'): void {
  const type =
    framing === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/vnd.droplets.eventstream';
  response.writeHead(200, { 'content-type': type });
  response.socket?.setNoDelay(true);
}

/** Hands the bytes to the network and waits until it has taken them. */
export async function write(response: ServerResponse, bytes: Buffer | string): Promise<void> {
  if (!response.write(bytes) && !response.destroyed) await once(response, 'drain').catch(() => {});
}
