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
    `UPDATE prompt_log SET label = $3 WHERE request_id = $1 AND account_id = $2
      AND EXISTS (SELECT 1 FROM request r WHERE r.id = $1 AND r.state = 'settled' AND r.zero_data_retention = 0)`,
    [requestId, accountId, label],
  );
}
