import type { Client } from 'pg';
import { LedgerError } from '../ledger-error.ts';
import type { Operation, OperationResult } from '../ledger-operation.ts';
import { refuse } from '../ledger-refusals.ts';
import { readInteger } from '../ledger-row.ts';
import { Connection, rowsOf } from './connection.ts';
import type { SessionLimits } from './connection.ts';
import { describeError, errorKindOf } from './error-kind.ts';
import { prepareOperation, readResult } from './operation.ts';
import type { Prepared } from './operation.ts';
import { findEffects } from './effects.ts';

export interface PostgresWriterSettings {
  readonly url: string;
  readonly limits: SessionLimits;
  /** Owner of what this process reserves; null for a command, which may not reserve. */
  readonly bootId: string | null;
  readonly random: () => number;
  /** The server's disk or files failed: nothing it says can be believed any more. */
  readonly onCorrupt: (error: LedgerError) => void;
  /** How long a batch whose outcome is unknown waits for the server to come back, milliseconds. */
  readonly patienceMs: number;
}

/** One call to the server carries at most so many characters; PostgreSQL's JSON ends at 256 MB. */
const MAX_CALL_CHARACTERS = 16 * 1024 * 1024;
const CONFLICT_RETRIES = 5;
/** Requests to look after once the server is back; more than one batch can hold. */
const MAX_UNANSWERED = 10_000;

/**
 * Whatever a batch touches it finds by a key. A server that has not yet counted the rows of a young ledger would read
 * whole tables instead, keep that plan while they grow, and take longer for every batch.
 */
const ENTER = `SELECT enter($1) AS epoch, set_config('enable_seqscan', 'off', false),
  set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false),
  set_config('jit', 'off', false)`;

interface Patience {
  readonly untilMs: number;
  readonly retries: number;
}

/** Writes batches: many operations, one call, one transaction, one sync of the disk. */
export class PostgresWriter {
  readonly #settings: PostgresWriterSettings;
  readonly #connection: Connection;
  #epoch = 0;
  /** Requests whose last operation was answered with `failed`: what is still held then is nobody's. */
  #unanswered: readonly string[] = [];

  constructor(settings: PostgresWriterSettings) {
    this.#settings = settings;
    this.#connection = new Connection({ ...settings, onOpen: async (client) => await this.#begin(client) });
  }

  /** @throws LedgerError `unavailable`. */
  async open(): Promise<void> {
    await this.#connection.open();
  }

  /** One outcome for each operation, in order. Never throws. */
  async write(operations: readonly Operation[]): Promise<readonly OperationResult[]> {
    const results: OperationResult[] = [];
    const prepared: { readonly index: number; readonly operation: Prepared }[] = [];
    for (const [index, operation] of operations.entries()) {
      try {
        prepared.push({ index, operation: prepareOperation(operation) });
      } catch (error) {
        results[index] = refuse(
          'rejected',
          `The operation cannot be written as JSON: ${describeError(error)}.`,
        );
      }
    }
    const patience = { untilMs: performance.now() + this.#settings.patienceMs, retries: CONFLICT_RETRIES };
    const written = await this.#attempt(
      prepared.map(({ operation }) => operation),
      patience,
    );
    for (const [position, { index }] of prepared.entries()) {
      results[index] = written[position] ?? refuse('failed', 'The operation had no outcome.');
    }
    return results;
  }

  /** Gives up the lease, voiding what is still held. */
  async leave(): Promise<void> {
    const { bootId } = this.#settings;
    if (bootId === null) return;
    try {
      const client = await this.#connection.open();
      await rowsOf(client, { text: 'SELECT leave($1, $2)', values: [bootId, this.#epoch] });
    } catch {
      // The lease expires by itself, and another gateway voids what is held.
    }
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  /** A new epoch: whatever an earlier session of this process still had on its way is refused from now on. */
  async #begin(client: Client): Promise<void> {
    const { bootId } = this.#settings;
    if (bootId === null) return;
    const [row] = await rowsOf(client, { text: ENTER, values: [bootId] });
    this.#epoch = readInteger(row ?? {}, 'epoch');
    const unanswered = this.#unanswered.map((requestId) => prepareOperation({ kind: 'void', requestId }));
    if (unanswered.length > 0) await this.#apply(client, unanswered);
    this.#unanswered = [];
  }

  async #attempt(operations: readonly Prepared[], patience: Patience): Promise<readonly OperationResult[]> {
    if (operations.length === 0) return [];
    const size = operations.reduce((sum, { json }) => sum + json.length, 0);
    if (size > MAX_CALL_CHARACTERS && operations.length > 1) return await this.#halve(operations, patience);
    let client: Client;
    try {
      client = await this.#connection.open();
    } catch (error) {
      return operations.map(() => refuse('unavailable', describeError(error)));
    }
    try {
      return await this.#apply(client, operations);
    } catch (error) {
      return await this.#overcome({ error, client, operations, patience });
    }
  }

  async #apply(client: Client, operations: readonly Prepared[]): Promise<readonly OperationResult[]> {
    const [row] = await rowsOf(client, {
      name: 'apply',
      text: 'SELECT apply_batch($1, $2, $3::jsonb) AS results',
      values: [this.#settings.bootId, this.#epoch, `[${operations.map(({ json }) => json).join(',')}]`],
    });
    const answers = row?.['results'];
    if (!Array.isArray(answers)) throw new TypeError('The database answered with no results.');
    return operations.map(({ operation }, index) => readResult(operation, answers[index]));
  }

  async #overcome(failed: {
    readonly error: unknown;
    readonly client: Client;
    readonly operations: readonly Prepared[];
    readonly patience: Patience;
  }): Promise<readonly OperationResult[]> {
    const { error, client, operations, patience } = failed;
    const retry = { ...patience, retries: patience.retries - 1 };
    switch (errorKindOf(error)) {
      case 'lost':
        this.#connection.drop(client);
        return retry.retries > 0 ? await this.#findOut(operations, retry) : this.#giveUp(operations, error);
      case 'fenced':
        // Somebody voided what this process held. A new session enters again; older holds stay voided.
        this.#connection.drop(client);
        return retry.retries > 0
          ? await this.#attempt(operations, retry)
          : operations.map(() => refuse('unavailable', 'The gateway’s lease was lost. Try again.'));
      case 'conflict':
        return retry.retries > 0
          ? await this.#attempt(operations, retry)
          : operations.map(() => refuse('unavailable', describeError(error)));
      case 'unavailable':
        return operations.map(() => refuse('unavailable', unavailable(error)));
      case 'corrupt': {
        const message = `The ledger’s PostgreSQL is damaged: ${describeError(error)}.`;
        this.#settings.onCorrupt(new LedgerError('failed', message, { cause: error }));
        return operations.map(() => refuse('failed', message));
      }
      case 'rejected':
        break;
    }
    // Nothing of it stayed. Halving finds the poisoned one among n in about 2 log n calls.
    if (operations.length > 1) return await this.#halve(operations, patience);
    return [refuse('rejected', `The ledger’s database refused this operation: ${describeError(error)}.`)];
  }

  async #halve(operations: readonly Prepared[], patience: Patience): Promise<readonly OperationResult[]> {
    const middle = Math.ceil(operations.length / 2);
    return [
      ...(await this.#attempt(operations.slice(0, middle), patience)),
      ...(await this.#attempt(operations.slice(middle), patience)),
    ];
  }

  /**
   * The connection broke while the batch was on its way. The new session's epoch waits for a batch still running and
   * refuses one still travelling, so what the tables say then is final: what took effect is answered for, the rest is
   * sent again.
   */
  async #findOut(operations: readonly Prepared[], patience: Patience): Promise<readonly OperationResult[]> {
    let effects: readonly (OperationResult | undefined)[];
    try {
      const client = await this.#connection.openBy(patience.untilMs);
      effects = await findEffects(client, operations, this.#settings.bootId).catch((error: unknown) => {
        this.#connection.drop(client);
        throw error;
      });
    } catch (error) {
      const mayTryAgain = performance.now() < patience.untilMs && patience.retries > 0;
      return mayTryAgain
        ? await this.#findOut(operations, { ...patience, retries: patience.retries - 1 })
        : this.#giveUp(operations, error);
    }
    const open = operations.filter((_, index) => effects[index] === undefined);
    const resent = [...(await this.#attempt(open, patience))];
    return effects.map(
      (effect) => effect ?? resent.shift() ?? refuse('failed', 'The operation had no outcome.'),
    );
  }

  #giveUp(operations: readonly Prepared[], error: unknown): readonly OperationResult[] {
    // A request that wanted to deliver still runs: its gateway ends it.
    const requestIds = operations.flatMap(({ operation }) =>
      'requestId' in operation && operation.kind !== 'deliver' ? [operation.requestId] : [],
    );
    this.#unanswered = [...this.#unanswered, ...requestIds].slice(-MAX_UNANSWERED);
    return operations.map(() =>
      refuse(
        'failed',
        `The connection to the ledger’s PostgreSQL broke and did not come back (${describeError(error)}). What is still held is given back when it does.`,
      ),
    );
  }
}

function unavailable(error: unknown): string {
  return `The ledger’s PostgreSQL cannot be written now: ${describeError(error)}. Try again; if it lasts, look at the server.`;
}
