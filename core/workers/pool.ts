import { Piscina } from 'piscina';
import { GatewayError } from '../errors.ts';
import { readRequest, type ReadRequest } from './read-request.ts';
import type { SchemaCheck, SchemaTask } from './check-schema.ts';
import { startTaskClock, type TaskLimits } from './task-clock.ts';

/** A body up to this many bytes is parsed where it arrived: the hop to a thread would cost more. */
const INLINE_BODY_BYTES = 65_536;
/** Past this, its wait in the queue included, a task's thread is ended, whatever it is doing. */
const TASK_TIMEOUT_MS = 10_000;
/** A task that needs more loses its thread, not the process. The longest body there can be needs a quarter. */
const THREAD_HEAP_MEGABYTES = 512;
/** Where processors are few, a thread that reads a file gives way to the event loop that answers everybody. */
const NICE = 10;
/** A schema's own work and its wait for a thread are apart: nobody is to be blamed for what others send. */
const SCHEMA_LIMITS: TaskLimits = { waitMs: 10_000, workMs: 2_000 };

const READ_REQUEST = new URL('./read-request.ts', import.meta.url).href;
const CHECK_SCHEMA = new URL('./check-schema.ts', import.meta.url).href;

export interface WorkerPool {
  /**
   * Parses a body and takes its files out. The bytes of a large body move to a worker and must not be used after.
   * @throws GatewayError `unavailable` when the queue is full or the task ran out of time.
   */
  readRequest(body: Uint8Array<ArrayBuffer>): Promise<ReadRequest>;
  /**
   * Compiles a caller's schema, and checks an output against it, away from the event loop.
   * @returns `too_slow` where 2 s do not suffice for it; `busy` where that cannot be told, for want of a thread.
   */
  checkSchema(task: SchemaTask): Promise<SchemaCheck | 'too_slow' | 'busy'>;
  /** Tasks waiting for a thread. */
  queued(): number;
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly threads: number;
  readonly maxQueue: number;
  readonly taskTimeoutMs?: number;
  readonly schemaLimits?: TaskLimits;
}

/** The only place that knows piscina. Bounded in threads, their memory, queue and task time. */
export function createPool(options: PoolOptions): WorkerPool {
  const { taskTimeoutMs = TASK_TIMEOUT_MS, schemaLimits = SCHEMA_LIMITS } = options;
  const piscina = new Piscina({
    minThreads: 1,
    maxThreads: options.threads,
    maxQueue: options.maxQueue,
    idleTimeout: 30_000,
    niceIncrement: NICE,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES },
  });

  return {
    async readRequest(body) {
      if (body.byteLength <= INLINE_BODY_BYTES) return readRequest(body);
      // Piscina (5.3) keeps tasks that have a signal in a second queue, which its own bound does not count.
      if (piscina.queueSize >= options.maxQueue) throw busy();
      const signal = AbortSignal.timeout(taskTimeoutMs);
      try {
        return await piscina.run(body, { filename: READ_REQUEST, transferList: [body.buffer], signal });
      } catch (cause) {
        throw busy(cause);
      }
    },
    async checkSchema(task) {
      if (piscina.queueSize >= options.maxQueue) return 'busy';
      const clock = startTaskClock(schemaLimits);
      const { mark, signal } = clock;
      try {
        return await piscina.run({ ...task, mark }, { filename: CHECK_SCHEMA, signal });
      } catch {
        return clock.hasBegun() ? 'too_slow' : 'busy';
      } finally {
        clock.stop();
      }
    },
    queued: () => piscina.queueSize,
    close: () => piscina.close({ force: true }),
  };
}

function busy(cause?: unknown): GatewayError {
  const detail = 'The gateway is busy with large bodies and schemas: try again shortly.';
  return new GatewayError('unavailable', { detail, headers: { 'Retry-After': '1' }, cause });
}
