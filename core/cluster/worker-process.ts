import cluster from 'node:cluster';
import type { FileKeys } from '../config/key-files.ts';
import type { FoundRegistry } from '../registry/find-registry.ts';
import {
  isFromWorker,
  type Answers,
  type FromWorker,
  type GivenKeys,
  type MetricSnapshot,
  type Question,
  type QuestionName,
} from './message.ts';

/** A worker that has not answered by then is busy with something else; its primary does not wait for it. */
const ANSWER_TIMEOUT_MS = 2_000;

export interface WorkerExit {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
}

/** One worker, seen from its primary. */
export interface WorkerProcess {
  readonly id: number;
  /** Undefined where the process could not be made. */
  readonly pid: number | undefined;
  /** The port, once it takes requests; undefined where it ends before. */
  readonly listening: Promise<number | undefined>;
  readonly exited: Promise<WorkerExit>;
  /** What it had measured when it ended in good order. */
  farewell(): MetricSnapshot | undefined;
  /** Undefined where it does not answer in time, or has ended. */
  ask<Name extends QuestionName>(name: Name, terms?: AskTerms): Promise<Answers[Name] | undefined>;
  signal(name: NodeJS.Signals): void;
}

export interface AskTerms {
  readonly about?: FoundRegistry;
  readonly keys?: FileKeys;
  /** Two seconds where it is not given. */
  readonly timeoutMs?: number;
}

/** Starts another process of this program, with the same words and environment, on a registry and keys. */
export function forkWorker(found: FoundRegistry, keys: FileKeys): WorkerProcess {
  cluster.setupPrimary({ args: [...process.argv.slice(2), '--registry', JSON.stringify(found)] });
  const worker = cluster.fork();
  const waiting = new Map<number, (answer: unknown) => void>();
  const listening = Promise.withResolvers<number | undefined>();
  const exited = Promise.withResolvers<WorkerExit>();
  let farewell: MetricSnapshot | undefined;
  let asked = 0;

  const hear = (message: FromWorker): void => {
    if (message.said === 'starting') worker.send({ given: keys } satisfies GivenKeys);
    else if (message.said === 'listening') listening.resolve(message.port);
    else if (message.said === 'farewell') farewell = message.metrics;
    else waiting.get(message.id)?.(message.answer);
  };
  const end = (exit: WorkerExit): void => {
    exited.resolve(exit);
    listening.resolve(undefined);
    for (const answer of waiting.values()) answer(undefined);
  };
  worker.on('message', (message: unknown) => {
    if (isFromWorker(message)) hear(message);
  });
  worker.once('exit', (code, signal) => end({ code, signal }));
  worker.on('error', () => {
    // The system made no process, and there is no exit to come. Later errors are of sending to one that has ended.
    if (worker.process.pid === undefined) end({ code: null, signal: null });
  });

  return {
    id: worker.id,
    pid: worker.process.pid,
    listening: listening.promise,
    exited: exited.promise,
    farewell: () => farewell,
    async ask<Name extends QuestionName>(
      name: Name,
      { about, keys, timeoutMs = ANSWER_TIMEOUT_MS }: AskTerms = {},
    ) {
      if (!worker.isConnected()) return undefined;
      const id = (asked += 1);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const timer = setTimeout(() => resolve(undefined), timeoutMs);
      waiting.set(id, resolve);
      worker.send({ ask: name, id, about, keys } satisfies Question);
      const answer = await promise;
      clearTimeout(timer);
      waiting.delete(id);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same program, which answers by this table
      return answer as Answers[Name] | undefined;
    },
    signal: (name) => void worker.process.kill(name),
  };
}
