import { expect, test } from 'vitest';
import { connect, rowsOf, SESSION_LIMITS } from '../../../core/ledger/postgres/connection.ts';
import { describePostgres } from './describe-postgres.ts';

const TEXTS = ['', 'NULL', '"', '\\', '\\"', '{a,b}', 'two\nlines', ' spaces ', 'café 🎈', "it's", null];
const NUMBERS = [0, -1, 2 ** 53 - 1, 1.5, null];
const BYTES = [new Uint8Array([0, 1, 34, 92, 255]), new Uint8Array(), null];

await describePostgres('Lists as the server reads them', (administrator) => {
  test('are those that were sent', async () => {
    const client = await connect(administrator, SESSION_LIMITS);
    const sent = async (type: string, values: readonly unknown[]): Promise<readonly unknown[]> =>
      (await rowsOf(client, { text: `SELECT unnest($1::${type}[]) AS value`, values: [values] })).map(
        ({ value }) => (value instanceof Uint8Array ? new Uint8Array(value) : value),
      );
    expect(await sent('text', TEXTS)).toEqual(TEXTS);
    expect(await sent('double precision', NUMBERS)).toEqual(NUMBERS);
    expect(await sent('bytea', BYTES)).toEqual(BYTES);
    expect(await sent('text', [])).toEqual([]);
    await client.end();
  });
});
