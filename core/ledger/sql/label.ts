import { changeSome, type Database, type Done } from './database.ts';

interface LabelRow {
  readonly accountId: number;
  readonly requestId: string;
  readonly label: string | null;
}

/** Changes the label of an ended request whose texts are stored. @returns no row for any other. */
export async function setLabel(database: Database, { accountId, requestId, label }: LabelRow): Promise<Done> {
  return await changeSome(
    database,
    `INSERT INTO request_label (request_id, account_id, label)
      SELECT l.request_id, l.account_id, CAST($3 AS TEXT) FROM prompt_log l JOIN request r ON r.id = l.request_id
        WHERE l.request_id = $1 AND l.account_id = $2 AND r.state = 'settled' AND r.zero_data_retention = 0
      ON CONFLICT (request_id) DO UPDATE SET label = excluded.label`,
    [requestId, accountId, label],
  );
}
