import { createHash } from 'node:crypto';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import type { JsonObject } from '../../contract.ts';
import type { PromptResponse } from '../../generated/prompt-response.ts';
import type { ArmOutcome } from '../../board/run-lines.ts';
import type { GatewayClient } from './gateway-client.ts';
import { Patience, persist, RunStopped, waitOf, type Persistence, type Retry } from './persist.ts';

/** How a row ended. */
export type RowEnd =
  | RowAnswer
  /** The gateway refused the row's texts, or has answered and no longer has the answer. */
  | { readonly kind: 'refused' | 'lost'; readonly reason: string; readonly creditsUsed: number };

export interface RowAnswer {
  readonly kind: 'answer';
  readonly response: PromptResponse;
  /** Only in an experiment. */
  readonly arms?: Readonly<Record<string, ArmOutcome>>;
}

export interface SendOptions extends Persistence {
  readonly client: GatewayClient;
}

export interface RowRequest extends SendOptions {
  readonly body: JsonObject;
  /** Further fields of the body that only this row has. */
  readonly ownFields?: readonly string[];
  readonly idempotencyKey: string;
  /** The request of an earlier try, if the gateway accepted one. */
  readonly promptLogId: string | undefined;
  /** Called with the request's ID once the gateway has accepted it. */
  readonly onAccepted: (promptLogId: string) => Promise<void>;
}

/** For others of the run to end. */
const HOLD_PAUSE_MS = 1_000;

/** One key for a row of a run, however often it is sent. @param kind of request. */
export function idempotencyKeyOf(
  run: string,
  row: string,
  kind: 'eval' | 'compare' | 'score' | 'calibrate' = 'eval',
): string {
  return `${kind}-${run}-${createHash('sha256').update(row).digest('hex').slice(0, 32)}`;
}

/**
 * Sends one row and waits for its answer, through refusals for haste, lost connections and restarts of the gateway.
 * Takes turns by the pace, and has none while it waits to try again.
 * @throws RunStopped if no row can be sent; the signal's reason once it is aborted.
 */
export async function sendRow(row: RowRequest): Promise<RowEnd> {
  const patience = new Patience(row);
  let { promptLogId } = row;
  for (;;) {
    const end = await endOf({ ...row, promptLogId }, patience);
    if (end !== undefined) return end;
    promptLogId = undefined;
    await patience.wait(new Error('it voids requests'));
  }
}

/**
 * Waits for the answer of a row that was sent, and begins nothing.
 * @returns undefined if it was not sent, or the gateway has voided it, which costs nothing. @throws as `sendRow`.
 */
export async function fetchRow(row: RowRequest): Promise<RowEnd | undefined> {
  return row.promptLogId === undefined ? undefined : endOf(row, new Patience(row));
}

/** The cost of the row. */
export function creditsOf(end: RowEnd): number {
  return end.kind === 'answer' ? end.response.creditsUsed : end.creditsUsed;
}

/** @returns undefined if the gateway has voided the request. */
async function endOf(row: RowRequest, patience: Patience): Promise<RowEnd | undefined> {
  const { client, pace, ownFields } = row;
  let { promptLogId } = row;
  const ask = async (): Promise<PromptResponse> => {
    if (promptLogId === undefined) {
      promptLogId = await client.start(row.body, row.idempotencyKey);
      await stopUnlessWritten(row.onAccepted(promptLogId));
    }
    return await client.follow(promptLogId);
  };
  try {
    const retryOf = (error: unknown): Retry => retryAfter(error, pace.running);
    const response = await persist(ask, { ...row, patience, retryOf });
    pace.quicken();
    return { kind: 'answer', response };
  } catch (error) {
    if (!(error instanceof GatewayProblem) || row.signal.aborted) throw error;
    if (error.code === 'request-voided') return undefined;
    if (error.code === 'result-not-retained') {
      const reason = 'the gateway has answered, but no longer has the text';
      return { kind: 'lost', reason, creditsUsed: error.creditsUsed ?? 0 };
    }
    if (refusesRow(error, ownFields)) return { kind: 'refused', reason: reasonOf(error), creditsUsed: 0 };
    throw new RunStopped(stopMessage(error, promptLogId !== undefined), { cause: error });
  }
}

/** @param running other requests of this run. */
function retryAfter(error: unknown, running: number): Retry {
  if (!(error instanceof GatewayProblem)) return 'again';
  const { status, code } = error;
  if (status === 429) return waitOf(error);
  // The holds of other requests return to the balance when these end.
  if (status === 402 && running > 0) return HOLD_PAUSE_MS;
  if (code === 'request-voided' || code === 'result-not-retained') return 'never';
  return status === 409 || status >= 500 ? 'again' : 'never';
}

/** A run whose file cannot be written could not be resumed. @throws RunStopped */
export async function stopUnlessWritten(line: Promise<void>): Promise<void> {
  await line.catch((cause: unknown) => {
    throw new RunStopped(`the run’s file cannot be written: ${cause instanceof Error ? cause.message : ''}`, {
      cause,
    });
  });
}

/** Fields whose values differ from row to row. */
const ROW_FIELDS = ['prompt', 'system_prompt', 'history', 'answers'];

/**
 * Whether it is about one row, and nothing that all rows have.
 * @param ownFields further fields that only this row has.
 */
export function refusesRow(
  { status, errors }: Pick<GatewayProblem, 'status' | 'errors'>,
  ownFields: readonly string[] = [],
): boolean {
  const isAboutRow = ({ pointer }: { readonly pointer: string }): boolean => {
    const field = /^\/([^/]*)/.exec(pointer)?.[1] ?? '';
    return ROW_FIELDS.includes(field) || ownFields.includes(field);
  };
  return status === 413 || (status === 400 && errors.length > 0 && errors.every(isAboutRow));
}

function reasonOf({ title, detail, errors }: GatewayProblem): string {
  const fields = errors.map(({ pointer, message }) => `${pointer} ${message}`);
  return [detail === undefined ? title : `${title}. ${detail}`, ...fields].join('; ');
}

function stopMessage(problem: GatewayProblem, hasBegun: boolean): string {
  const { status, code, estimatedCreditsRequired: credits } = problem;
  if (status === 404 && hasBegun)
    return 'the gateway does not know a request of this run; use the gateway and the key the run was begun with';
  if (code === 'budget-exhausted') return budgetMessage(problem);
  if (status === 402)
    return `the balance is too low${credits === undefined ? '' : `: the next prompt takes ${credits} credits of free balance`}; add credits`;
  if (code === 'idempotency-mismatch')
    return 'the gateway has another request under a key of this run; use another --out';
  return `${reasonOf(problem)} (${status})`;
}

function budgetMessage({ detail, budget }: GatewayProblem): string {
  const { scope = 'account', period = 'day' } = budget ?? {};
  const command = scope === 'account' ? 'account set NAME' : 'key set PREFIX';
  return `the next prompt does not fit in what is left of a budget of the ${scope}${detail === undefined ? '' : ` (${detail})`}; raise it with "assay ${command} --budget-${period} N"`;
}
