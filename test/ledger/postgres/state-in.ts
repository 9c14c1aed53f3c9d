import type { TemporaryDatabase } from './temporary-database.ts';

/** Of a request: `reserved`, `settled` or `voided`; undefined where it never began. */
export async function stateIn({ run }: TemporaryDatabase, requestId: string): Promise<unknown> {
  const [row] = await run(`SELECT 'reserved' AS state FROM open_request WHERE id = '${requestId}'
    UNION ALL SELECT state FROM request WHERE id = '${requestId}'`);
  return row?.['state'];
}
