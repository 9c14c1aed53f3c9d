import { expect, test } from 'vitest';
import { BEGIN, COMMIT, connect, SESSION_LIMITS } from '../../../core/ledger/postgres/connection.ts';
import { sendTogether } from '../../../core/ledger/postgres/round-trip.ts';
import { describePostgres } from './describe-postgres.ts';

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
