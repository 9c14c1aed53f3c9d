import type { Client, Connection, Submittable } from 'pg';
import { parameterOf, type Statement } from './connection.ts';

/** The names of the statements that the server has prepared in a session. */
const prepared = new WeakMap<Connection, Set<string>>();

interface BoundStatement {
  readonly name: string;
  readonly text: string;
  readonly parameters: (Buffer | string | null)[];
}

/** Statements that are sent together, as a custom query of the driver. */
class RoundTrip implements Submittable {
  /** The first column of each statement's last row, as text; undefined for a statement without rows. */
  readonly answers: (string | null | undefined)[] = [];
  readonly statements: readonly BoundStatement[];
  /** The driver wraps it with its time limit. */
  callback: (error: Error | null) => void;
  #answer: string | null | undefined;
  readonly #parsed: string[] = [];

  constructor(statements: readonly BoundStatement[], callback: (error: Error | null) => void) {
    this.statements = statements;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const { name, text, parameters } of this.statements) {
      this.#prepare(connection, name, text);
      connection.bind({ statement: name, values: parameters }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  #prepare(connection: Connection, name: string, text: string): void {
    const names = prepared.get(connection) ?? new Set();
    prepared.set(connection, names);
    if (names.has(name)) return;
    if (name !== '') {
      names.add(name);
      this.#parsed.push(name);
      // The statement may exist if the round trip that prepared it failed later.
      connection.close({ type: 'S', name }, true);
    }
    connection.parse({ name, text, types: [] }, true);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#answer = fields[0];
  }

  handleCommandComplete(): void {
    this.answers.push(this.#answer);
    this.#answer = undefined;
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error, connection: Connection): void {
    for (const name of this.#parsed) prepared.get(connection)?.delete(name);
    this.callback(error);
  }
}

/**
 * Sends statements of a session together, in their order. Each answers with one value of JSON or with nothing. The driver's
 * own pipeline reads columns and an end of every statement, and takes twice the processor time.
 * @returns the values by the statements' names here; undefined for those that are left out or have no row.
 * @throws the driver's error of the first statement that failed. Those after it did not run.
 */
export async function sendTogether<Name extends string>(
  client: Client,
  statements: Readonly<Record<Name, Statement | undefined>>,
): Promise<Readonly<Partial<Record<Name, unknown>>>> {
  const names: string[] = [];
  const sent: BoundStatement[] = [];
  for (const [place, statement] of Object.entries<Statement | undefined>(statements)) {
    if (statement === undefined) continue;
    const { name = '', text, values = [] } = statement;
    names.push(place);
    sent.push({ name, text, parameters: values.map(parameterOf) });
  }
  const answers = await new Promise<RoundTrip['answers']>((resolve, reject) => {
    const trip = new RoundTrip(sent, (error) => {
      if (error === null) resolve(trip.answers);
      else reject(error);
    });
    client.query(trip);
  });
  const values: Record<string, unknown> = {};
  for (const [place, name] of names.entries()) {
    const answer = answers[place];
    values[name] = typeof answer === 'string' ? JSON.parse(answer) : undefined;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `entries` forgets the names
  return values as Partial<Record<Name, unknown>>;
}
