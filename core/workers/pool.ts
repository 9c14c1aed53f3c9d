import { Piscina } from 'piscina';
import { GatewayError } from '../errors.ts';
import type { SchemaCheck, SchemaTask } from './check-schema.ts';
import { lengthOf, parseJson } from '../text/plain-json.ts';
import { signWebhook, type SignedWebhook, type WebhookTask } from '../webhooks/sign-webhook.ts';
import type { SharedPart, SharedText } from '../text/shared-text.ts';
import { threadEnvironment } from '../thread-environment.ts';
import { FairQueue, QueueError } from './fair-queue.ts';
import { createPace } from './pace.ts';
import type { EventTask, ParsedEvent } from './replies/parse-event.ts';
import type { ParsedReply, ReplyTask } from './replies/parse-reply.ts';
import { readMessage, type MessageTask, type ReadMessage } from './read-message.ts';
import { readRequest, type ReadRequest, type ReadOptions } from './read-request.ts';
import { type CallerSignal, createMark, startTaskClock, type TaskLimits } from './task-clock.ts';

/**
 * A body up to this many bytes is parsed on the event loop. Its author may have made it slow to parse, so the bound is
 * for the slowest body.
 */
export const INLINE_BODY_BYTES = 16_384;
/**
 * Up to this many bytes a body is parsed without waiting for a turn; up to `INLINE_BODY_BYTES` after waiting for one,
 * so that a burst of bodies does not block the event loop.
 */
const UNPACED_BODY_BYTES = 4_096;
/**
 * Up to this many bytes a body of another dialect is parsed without waiting. Its check and translation take up to ten
 * times as long as parsing.
 */
const UNPACED_DIALECT_BODY_BYTES = 1_024;
/** Bodies and replies over this many bytes are long tasks, which leave one thread to other tasks. */
const LONG_BODY_BYTES = 1_000_000;
/** A reply up to this many bytes is parsed on the event loop, because moving it to a thread would cost more. */
export const INLINE_REPLY_BYTES = 65_536;
/** The young generation of a thread is small, so that it does not keep the memory of its last task. */
const YOUNG_GENERATION_MB = 16;
/** With few processors, threads give way to the event loop, which answers everybody. */
const NICE = 10;
/** A webhook up to this many bytes is signed on the event loop, in a fraction of a millisecond. */
const INLINE_WEBHOOK_BYTES = 2_048;
/** How long an idle thread lives. Threads in steady use stay, and an idle gateway frees their memory. */
const IDLE_THREAD_MS = 120_000;
/** The pause before another thread is started after one could not start, in milliseconds. */
const RESTART_MS = 1_000;
/** One account may take up a quarter of a queue. */
const QUEUE_SHARE = 4;

/** The limits of each kind of task. */
export const TASK_LIMITS = {
  body: { waitMs: 10_000, cpuMs: 5_000, wallMs: 10_000 },
  /** Compiles a caller's schema. */
  schema: { waitMs: 10_000, cpuMs: 300, wallMs: 5_000 },
  /** Compiles a caller's schema and checks an output of any length. */
  output: { waitMs: 10_000, cpuMs: 1_000, wallMs: 5_000 },
  /** A reply has been paid for, so it waits longer than a request, which can be sent again. */
  reply: { waitMs: 60_000, cpuMs: 5_000, wallMs: 10_000 },
  /** Signing a megabyte takes tens of milliseconds. */
  webhook: { waitMs: 10_000, cpuMs: 1_000, wallMs: 5_000 },
} as const satisfies Record<string, TaskLimits>;

const RUN_TASK = new URL('./run-task.cjs', import.meta.url).href;
const READ_REQUEST = new URL('./read-request.ts', import.meta.url).href;
const READ_MESSAGE = new URL('./read-message.ts', import.meta.url).href;
const PARSE_REPLY = new URL('./replies/parse-reply.ts', import.meta.url).href;
const PARSE_EVENT = new URL('./replies/parse-event.ts', import.meta.url).href;
const NEUTRALISE_TEXT = new URL('./neutralise-text.ts', import.meta.url).href;
const CHECK_SCHEMA = new URL('./check-schema.ts', import.meta.url).href;
const SIGN_WEBHOOK = new URL('../webhooks/sign-webhook.ts', import.meta.url).href;

/**
 * Texts and schemas have separate threads, because the work for a text is linear and a schema is a program of its
 * author. The first task of a group starts its standing threads, unless `startStandingThread` has, and further threads
 * start when they are needed. A schema that takes too long ends its thread. Starting another takes as long as many
 * checks, so a spare one is kept ready.
 */
const TEXTS: ThreadGroupOptions = {
  files: [READ_REQUEST, READ_MESSAGE, NEUTRALISE_TEXT],
  // The longest possible body needs half.
  memoryMb: 256,
  standingThreads: 1,
};
const SCHEMAS: ThreadGroupOptions = {
  files: [CHECK_SCHEMA],
  // An output of 1.4 million empty objects needs nearly all, and a slow schema would take any amount.
  memoryMb: 160,
  standingThreads: Infinity,
  spareThreads: 1,
};
const REPLIES: ThreadGroupOptions = {
  files: [PARSE_REPLY, PARSE_EVENT],
  // The longest possible reply needs half.
  memoryMb: 128,
  // Every call in flight may have a reply here, and none may be lost because the queue is full.
  maxQueue: 100_000,
};
/** One thread, which starts with the first long webhook body; no request waits for it. */
const WEBHOOKS: ThreadGroupOptions = {
  files: [SIGN_WEBHOOK],
  memoryMb: 128,
  threads: 1,
};

export interface WorkerPool {
  /**
   * Parses a body, and takes out its files and, if it is large, its long texts. The bytes of a large body move to a
   * thread and must not be used afterwards.
   * @throws GatewayError 400 if reading takes too much processor time.
   * @throws TaskRefusal if too many tasks wait, or the task got too little of the processor.
   */
  readRequest(body: Uint8Array<ArrayBuffer>, accountId: number, options?: ReadOptions): Promise<ReadRequest>;
  /**
   * Parses a message of the Model Context Protocol, as `readRequest` does a body and with its bounds.
   * @throws TaskRefusal as `readRequest`.
   */
  readMessage(task: MessageTask, accountId: number): Promise<ReadMessage>;
  /** Makes the copy of a long text that judges are shown. @throws TaskRefusal as `readRequest`. */
  neutraliseText(
    parts: SharedText['parts'],
    accountId: number,
    callerSignal?: CallerSignal,
  ): Promise<string | SharedPart>;
  /**
   * Compiles a caller's schema, and checks an output against it, away from the event loop.
   * @returns `too_slow` if it does not compile within 300 ms of processor time, or 1 s with an output; `busy` if it got
   * too little of the processor.
   */
  checkSchema(
    task: SchemaTask,
    accountId: number,
    callerSignal?: CallerSignal,
  ): Promise<SchemaCheck | 'too_slow' | 'busy'>;
  /**
   * Parses a provider's reply on a thread. Its bytes move there, so they must not share a buffer.
   * @throws TaskRefusal as `readRequest`.
   */
  parseReply(task: ReplyTask, accountId: number, callerSignal?: CallerSignal): Promise<ParsedReply>;
  /** Parses a stored answer, whose texts may be of any length. A long one moves to a thread, as with `parseReply`. */
  parseStored(bytes: Buffer, accountId: number): Promise<ParsedReply>;
  /**
   * Reads a long event of a streamed reply: one over 64 KiB, or over 8 KiB with at least 4,096 values. Its bytes move to
   * a thread, so they must not share a buffer.
   * @throws TaskRefusal as `readRequest`.
   */
  parseEvent(task: EventTask, accountId: number, callerSignal?: CallerSignal): Promise<ParsedEvent>;
  /** Joins and signs the body for a webhook; over 2 KiB on a thread. @throws TaskRefusal as `readRequest`. */
  signWebhook(task: WebhookTask, accountId: number): Promise<SignedWebhook>;
  /** Starts the thread that is kept for long bodies, so that the first of them need not wait. Ignored once closed. */
  startStandingThread(): void;
  /** Tasks waiting for a thread. */
  queued(): number;
  close(): Promise<void>;
}

export type PoolLimits = Readonly<Partial<Record<keyof typeof TASK_LIMITS, TaskLimits>>>;

export interface PoolOptions {
  /** The threads of each group. */
  readonly threads: number;
  /** Tasks that may wait in each group; one account may take up a quarter of them. */
  readonly maxQueue: number;
  readonly limits?: PoolLimits;
  /** Called if a thread without a task ended, mostly because it could not start, for example without file handles. */
  readonly onThreadLost?: (cause: Error) => void;
}

/** A task gave no result. If nobody catches it, the caller gets a 503. */
export class TaskRefusal extends GatewayError {
  /** `busy`: it had too little of the processor. `too_slow`: it used up its time or memory, or failed. */
  readonly reason: 'busy' | 'too_slow';
  /** Whether the task used up its processor time, as it would do again. */
  readonly isUsedUp: boolean;

  /** @param cause the fault; undefined if there was only no room. */
  constructor(reason: 'busy' | 'too_slow', cause?: unknown, isUsedUp = false) {
    const detail = 'The gateway is busy with large bodies and schemas: try again shortly.';
    super('unavailable', {
      detail,
      headers: { 'Retry-After': '1' },
      ...(cause !== undefined && { cause }),
    });
    this.reason = reason;
    this.isUsedUp = isUsedUp;
  }
}

interface Task {
  /** URL of the module whose default export is the task. */
  readonly file: string;
  /** Copied to the thread, except the buffers in `transferList`. */
  readonly input: unknown;
}

interface RunOptions {
  readonly accountId: number;
  readonly limits: TaskLimits;
  /** Whether the task leaves one thread to others. */
  readonly isLong?: boolean;
  readonly transferList?: readonly ArrayBuffer[];
  readonly callerSignal?: CallerSignal | undefined;
}

/**
 * Makes the pool, in the only file that knows piscina. Threads, their memory, the queues and the time of a task are
 * bounded, and accounts take turns.
 */
export function createPool(options: PoolOptions): WorkerPool {
  const limits = { ...TASK_LIMITS, ...options.limits };
  const pace = createPace();
  /** The slowest bodies take ten milliseconds, so only one goes on in a turn. */
  const paceDialects = createPace(1);
  const groups = new Map<ThreadGroupOptions, ThreadGroup>();
  let isClosed = false;
  const groupOf = (kind: ThreadGroupOptions): ThreadGroup => {
    const group = groups.get(kind) ?? createThreadGroup({ ...options, ...kind });
    groups.set(kind, group);
    return group;
  };
  /** @throws TaskRefusal also once the pool is closed, because nothing would end the threads. */
  const run = async <Output>(kind: ThreadGroupOptions, task: Task, how: RunOptions): Promise<Output> => {
    if (isClosed) throw new TaskRefusal('busy');
    return await groupOf(kind).run(task, how);
  };
  const moving = (bytes: Uint8Array, accountId: number, taskLimits = limits.reply): RunOptions => ({
    accountId,
    limits: taskLimits,
    isLong: bytes.byteLength > LONG_BODY_BYTES,
    transferList: bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [],
  });
  const readBody = async <Output>(task: Task, body: Uint8Array, accountId: number): Promise<Output> => {
    try {
      return await run(TEXTS, task, moving(body, accountId, limits.body));
    } catch (error) {
      if (!(error instanceof TaskRefusal) || !error.isUsedUp) throw error;
      const detail = 'The body takes too long to read: send fewer or shorter values.';
      throw new GatewayError('malformed-json', { detail });
    }
  };
  const parseReply: WorkerPool['parseReply'] = (task, accountId, callerSignal) =>
    run(REPLIES, { file: PARSE_REPLY, input: task }, { ...moving(task.bytes, accountId), callerSignal });

  return {
    async readRequest(body, accountId, readOptions = { wantsDigest: false }) {
      if (body.byteLength > INLINE_BODY_BYTES)
        return readBody({ file: READ_REQUEST, input: { body, ...readOptions } }, body, accountId);
      if (readOptions.dialect === undefined) {
        if (body.byteLength > UNPACED_BODY_BYTES) await pace(accountId);
      } else if (body.byteLength > UNPACED_DIALECT_BODY_BYTES) await paceDialects(accountId);
      return readRequest(body, readOptions);
    },
    async readMessage(task, accountId) {
      const { body } = task;
      if (body.byteLength > INLINE_BODY_BYTES)
        return readBody({ file: READ_MESSAGE, input: task }, body, accountId);
      if (body.byteLength > UNPACED_BODY_BYTES) await pace(accountId);
      return readMessage(body);
    },
    neutraliseText: (input, accountId, callerSignal) =>
      run(TEXTS, { file: NEUTRALISE_TEXT, input }, { accountId, limits: limits.body, callerSignal }),
    async checkSchema(input, accountId, callerSignal) {
      const taskLimits = input.output === undefined ? limits.schema : limits.output;
      const how = { accountId, limits: taskLimits, callerSignal };
      try {
        return await run<SchemaCheck>(SCHEMAS, { file: CHECK_SCHEMA, input }, how);
      } catch (error) {
        if (error instanceof TaskRefusal) return error.reason;
        throw error;
      }
    },
    parseReply,
    async parseStored(bytes, accountId) {
      if (bytes.byteLength <= INLINE_REPLY_BYTES) return { value: parseJson(bytes) };
      return parseReply({ bytes, isCut: false, maxCharacters: Infinity }, accountId);
    },
    parseEvent: (task, accountId, callerSignal) =>
      run(REPLIES, { file: PARSE_EVENT, input: task }, { ...moving(task.bytes, accountId), callerSignal }),
    async signWebhook(task, accountId) {
      if (lengthOf(task.pieces) <= INLINE_WEBHOOK_BYTES) return signWebhook(task);
      return run(WEBHOOKS, { file: SIGN_WEBHOOK, input: task }, { accountId, limits: limits.webhook });
    },
    startStandingThread() {
      if (!isClosed) groupOf(TEXTS);
    },
    queued: () => groups.values().reduce((sum, group) => sum + group.queued(), 0),
    async close() {
      isClosed = true;
      await Promise.all(groups.values().map((group) => group.close()));
    },
  };
}

/** The threads for one kind of task, with their queue. */
type ThreadGroup = ReturnType<typeof createThreadGroup>;

interface ThreadGroupOptions extends Partial<Pick<PoolOptions, 'threads' | 'maxQueue'>> {
  /** URLs of the modules whose default exports are its tasks. */
  readonly files: readonly string[];
  /** Upper bound of the old generation. A task that needs more ends its thread, not the process. */
  readonly memoryMb: number;
  /** The threads that are kept while the group is idle, at most those it has; 0 by default. */
  readonly standingThreads?: number;
  /** Threads beyond those that may work at once; 0 by default. */
  readonly spareThreads?: number;
}

const NO_TASK = { file: '', input: undefined, mark: createMark() };

function createThreadGroup({
  files,
  memoryMb,
  standingThreads = 0,
  spareThreads = 0,
  threads,
  maxQueue,
  onThreadLost,
}: ThreadGroupOptions & PoolOptions) {
  const turns = new FairQueue({
    slots: threads,
    queue: maxQueue,
    queuePerAccount: Math.ceil(maxQueue / QUEUE_SHARE),
  });
  const piscina = new Piscina({
    filename: RUN_TASK,
    workerData: files,
    env: threadEnvironment(),
    // A thread that is terminated as it begins to wait in Atomics.wait may miss that and never end (V8 in Node 24).
    atomics: 'disabled',
    minThreads: Math.min(standingThreads, threads + spareThreads),
    maxThreads: threads + spareThreads,
    idleTimeout: IDLE_THREAD_MS,
    niceIncrement: NICE,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  piscina.on('error', (cause: Error) => {
    onThreadLost?.(cause);
    // Piscina starts no other thread for waiting tasks until another task comes.
    const again = setTimeout(() => {
      if (piscina.threads.length === 0 && piscina.queueSize > 0) piscina.run(NO_TASK).catch(() => {});
    }, RESTART_MS);
    again.unref();
  });
  const readCpuMs = async (threadId: number): Promise<number | undefined> => {
    const usage = await piscina.threads.find((thread) => thread.threadId === threadId)?.cpuUsage();
    return usage === undefined ? undefined : (usage.user + usage.system) / 1_000;
  };

  return {
    /** @throws TaskRefusal */
    async run<Output>(
      task: Task,
      { accountId, limits, isLong = false, transferList = [], callerSignal }: RunOptions,
    ): Promise<Output> {
      const clock = startTaskClock(limits, readCpuMs, callerSignal);
      const { mark, signal } = clock;
      const call = { ...task, mark };
      try {
        return await turns.run(
          accountId,
          () => piscina.run(call, { transferList: [...transferList], signal }),
          { signal, isLong, usedMs: () => clock.usedMs() },
        );
      } catch (cause) {
        const isUsedUp = signal.reason === 'used_up';
        if (isUsedUp || (clock.hasBegun() && !signal.aborted))
          throw new TaskRefusal('too_slow', cause, isUsedUp);
        const hadNoRoom = cause instanceof QueueError || signal.aborted;
        throw new TaskRefusal('busy', hadNoRoom ? undefined : cause);
      } finally {
        clock.stop();
      }
    },
    // A task whose thread is still starting has left the queue for Piscina's own.
    queued: (): number => turns.waiting() + piscina.queueSize,
    close: (): Promise<void> => piscina.close({ force: true }),
  };
}
