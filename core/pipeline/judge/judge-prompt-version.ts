import { hash } from 'node:crypto';
import { judgeMessage, REPAIR_INSTRUCTION, VERDICT_SCHEMA, type JudgedTask } from './judge-prompt.ts';

const TASK: JudgedTask = { task: 'TASK', criteria: 'CRITERIA', unseenAttachments: [], asksSchema: true };
const ANSWERS = {
  first: { text: 'FIRST', schemaValid: true },
  second: { text: 'SECOND', schemaValid: false },
};

/**
 * Of the words judges are told, whatever the request: another version may judge otherwise, and a calibration holds for
 * one. Twelve hex digits.
 */
export const JUDGE_PROMPT_VERSION: string = hash(
  'sha256',
  JSON.stringify([judgeMessage(TASK, ANSWERS, '0'.repeat(32)), VERDICT_SCHEMA, REPAIR_INSTRUCTION]),
).slice(0, 12);
