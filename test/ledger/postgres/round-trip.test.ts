import { expect, test } from 'vitest';
import { BEGIN, COMMIT, connect, rowsOf, SESSION_LIMITS } from '../../../core/ledger/postgres/connection.ts';
import { sendTogether } from '../../../core/ledger/postgres/round-trip.ts';
import { describePostgres } from './describe-postgres.ts';

const TEXTS = ['', 'NULL', '"', '\\', '\\"', '{a,b}', 'two\nlines', ' spaces ', 'café 🎈', "it's", null];
const NUMBERS = [0, -1, 2 ** 53 - 1, 1.5, null];
const BYTES = [new Uint8Array([0, 1, 34, 92, 255]), new Uint8Array(), null];

await describePostgres('Statements that are sent together', (administrator) => {
  test('answer in their order, each with its value', async () => {
    const client = await connect(administrator, SESSION_LIMITS);
    const answers = await sendTogether(client, {
      begin: BEGIN,
      sum: { name: 'sum', text: 'SELECT sum(n) FROM unnest($1::bigint[]) n', values: [[1, 2]] },
      none: { text: 'SELECT 1 WHERE false' },
      leftOut: undefined,
      list: { text: `SELECT '["é"]'` },
      commit: COMMIT,
    });
    expect(answers).toEqual({ begin: undefined, sum: 3, none: undefined, list: ['é'], commit: undefined });
    await client.end();
  });

  test('end with the first that fails, and can be sent again', async () => {
    const client = await connect(administrator, SESSION_LIMITS);
    const divide = (by: number) => ({
      before: { name: 'before', text: 'SELECT 1' },
      division: { name: 'division', text: 'SELECT 1 / $1::bigint', values: [by] },
      after: { name: 'after', text: 'SELECT 2' },
    });
    await expect(sendTogether(client, divide(0))).rejects.toMatchObject({ code: '22012' });
    expect(await sendTogether(client, divide(1))).toEqual({ before: 1, division: 1, after: 2 });
    await client.end();
  });
});

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
