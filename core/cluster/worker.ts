import cluster from 'node:cluster';
import type { FileKeys } from '../config/key-files.ts';
import type { Readiness } from '../http/operators/create-operations.ts';
import type { Metrics } from '../metrics.ts';
import type { FoundRegistry } from '../registry/find-registry.ts';
import { problemsOf } from '../reload/reload-result.ts';
import type { Swappable } from '../reload/swappable.ts';
import {
  isGivenKeys,
  isQuestion,
  type Answers,
  type FromWorker,
  type Question,
  type QuestionName,
} from './message.ts';

/** What a primary may know of the gateway in its worker. */
export interface AskedGateway {
  readonly port: number;
  readonly metrics: Pick<Metrics, 'register'>;
  readonly registry: Swappable;
  readiness(): Readiness;
}

type Answering = {
  readonly [Name in QuestionName]: (
    about: FoundRegistry,
    keys: FileKeys,
  ) => Answers[Name] | Promise<Answers[Name]>;
};

const NO_REGISTRY: FoundRegistry = { hash: '', folder: null };

/** Asks the primary for what it has read from key files. To be called before the start. */
export async function receiveKeys(): Promise<FileKeys> {
  const { promise, resolve } = Promise.withResolvers<FileKeys>();
  const hear = (message: unknown): void => {
    if (!isGivenKeys(message)) return;
    process.off('message', hear);
    resolve(message.given);
  };
  process.on('message', hear);
  await tell({ said: 'starting' });
  return await promise;
}

/** Tells the primary that this worker takes requests, and answers its questions from now on. */
export function answerPrimary(gateway: AskedGateway): void {
  const answers: Answering = {
    readiness: () => gateway.readiness(),
    metrics: () => gateway.metrics.register.getMetricsAsJSON(),
    prepare: (found, keys) =>
      gateway.registry.prepare(found, keys).then(
        (prepared) => ({ prepared }),
        (error: unknown) => ({ problems: problemsOf(error) }),
      ),
    commit: ({ hash }) => gateway.registry.commit(hash),
    abort() {
      gateway.registry.abort();
      return true;
    },
  };
  const answer = async ({ ask, id, about = NO_REGISTRY, keys = {} }: Question): Promise<void> => {
    // What it cannot answer is to the primary like what it does not.
    const asked = async (): Promise<unknown> => await answers[ask](about, keys);
    const value = await asked().catch(() => undefined);
    await tell({ said: 'answer', id, answer: value });
  };
  process.on('message', (message: unknown) => {
    if (isQuestion(message)) void answer(message);
  });
  void tell({ said: 'listening', port: gateway.port });
}

/** What was measured since the primary last asked would be lost with this process. */
export async function sayFarewell({ metrics }: AskedGateway): Promise<void> {
  await tell({ said: 'farewell', metrics: await metrics.register.getMetricsAsJSON() });
}

/** A primary that died takes no requests along: what is in flight here ends and settles. */
export function outlivePrimary(end: () => void): void {
  cluster.worker?.once('disconnect', () => {
    // Node would end this process at once.
    if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
    end();
  });
}

/** @returns once it is on its way; at once where the primary is gone. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}
