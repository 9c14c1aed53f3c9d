import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestGateway, TestReply } from './test-gateway.ts';

/**
 * Replaces the stored text of an answer, as if its first model had answered at such length.
 * @returns the text that is stored then.
 */
export function storeLongAnswer(
  { folder }: Pick<TestGateway, 'folder'>,
  answer: TestReply['body'],
  output: string,
): string {
  const text = JSON.stringify({ ...answer, results: [{ ...answer.results[0], output }] });
  const database = new DatabaseSync(join(folder, 'assay.db'));
  const change = database.prepare('UPDATE prompt_log SET response = ? WHERE request_id = ?');
  change.run(text, answer.promptLogId);
  database.close();
  return text;
}
