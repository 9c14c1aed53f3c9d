import type { AskedTerms } from '../../../dialects/asked-prompt.ts';

/** What is known of an answer before its first word. */
export interface AnswerHead {
  readonly promptLogId: string;
  /** Of the request, seconds since 1970. The same whenever it is told. */
  readonly createdSeconds: number;
  readonly terms: AskedTerms;
}

export function answerHead(promptLogId: string, terms: AskedTerms): AnswerHead {
  return { promptLogId, createdSeconds: secondsOf(promptLogId), terms };
}

/** The time that a UUID of version 7 begins with (RFC 9562, 5.7); 0 for any other ID. */
function secondsOf(promptLogId: string): number {
  const [, high, low] = /^([\da-f]{8})-([\da-f]{4})-7/i.exec(promptLogId) ?? [];
  return high === undefined ? 0 : Math.floor(Number.parseInt(`${high}${low ?? ''}`, 16) / 1_000);
}
