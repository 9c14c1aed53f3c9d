import type { Exit } from '../../support/gateways/run-gateway.ts';
import type { Answer } from '../ask-gateway.ts';
import type { Books } from '../stores/books.ts';
import type { Lane } from '../lane.ts';

/** What was seen of a gateway that was killed at one step of a request, and of its successor. */
export interface RequestDeath {
  readonly exit: Exit;
  readonly steps: readonly string[];
  readonly answer: Answer | undefined;
  readonly before: Books;
  /** As the dead left it, before anybody recovered. */
  readonly crashed: Books;
  readonly recovered: Books;
  /** The same request again, with its idempotency key. */
  readonly retried: Answer | undefined;
  readonly retriedCalls: number;
  readonly after: Books;
}

export async function killInRequest(lane: Lane, killAt: number, streamed = false): Promise<RequestDeath> {
  const { store } = lane;
  const idempotencyKey = `killed at ${killAt} ${streamed}`;
  const before = await store.books();
  const answer = await lane.ask(idempotencyKey, { killAt, streamed });
  const exit = await lane.exit();
  const steps = lane.steps();
  const crashed = await store.books();
  await lane.start();
  const recovered = await store.books();
  const retried = await lane.ask(idempotencyKey, { streamed });
  const retriedCalls = lane.steps().filter((step) => step.startsWith('before call ')).length;
  const after = await store.books();
  return { exit, steps, answer, before, crashed, recovered, retried, retriedCalls, after };
}

/** What was seen of a gateway that was killed at one step of its start. */
export interface StartDeath {
  readonly exit: Exit;
  readonly steps: readonly string[];
  /** A hold stands, and nobody lives who took it. */
  readonly before: Books;
  readonly crashed: Books;
  /** Once another has started. */
  readonly recovered: Books;
}

/** Always the same request: each recovery must free its idempotency key. */
const HELD = 'held';

/** @param heldFrom the step of a request at which a gateway dies and leaves a hold. */
export async function killInStart(lane: Lane, killAt: number, heldFrom: number): Promise<StartDeath> {
  const { store } = lane;
  await lane.ask(HELD, { killAt: heldFrom });
  await lane.exit();
  const before = await store.books();
  const { exit, steps } = await lane.startToDie({ killAt });
  const crashed = await store.books();
  await lane.start();
  return { exit, steps, before, crashed, recovered: await store.books() };
}

/** The steps of a start that finds such a hold, undisturbed. */
export async function recordRecovery(lane: Lane, heldFrom: number): Promise<readonly string[]> {
  await lane.ask(HELD, { killAt: heldFrom });
  await lane.exit();
  await lane.start();
  return lane.steps();
}

/** Asks once more for the request that was held and lost so often. */
export async function askForHeld(lane: Lane): Promise<Answer | undefined> {
  return await lane.ask(HELD);
}
