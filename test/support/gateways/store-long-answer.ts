import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import type { TestGateway, TestReply } from './test-gateway.ts';

/**
 * Replaces the stored text of an answer, as if its first model had answered at such length.
 * @returns the text that is stored then.
 */
export async function storeLongAnswer(
  { folder }: Pick<TestGateway, 'folder'>,
  answer: TestReply['body'],
  output: string,
): Promise<string> {
  const text = JSON.stringify({ ...answer, results: [{ ...answer.results[0], output }] });
  const database = new DatabaseSync(join(folder, 'assay.db'));
  const change = database.prepare('UPDATE prompt_log SET response = ? WHERE request_id = ?');
  // The texts of an answer that nobody asks for later are stored after it was sent.
  await eventually(() => expect(change.run(Buffer.from(text), answer.promptLogId).changes).toBe(1));
  database.close();
  return text;
}
