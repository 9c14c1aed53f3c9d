import type { TextResult } from '../ledger-operation.ts';
import { readInteger, readText, type Row } from '../ledger-row.ts';
import type { CachedAnswer } from '../answers/cached-answer.ts';
import type { Texts } from '../ledger.ts';
import { isAnswer, type Storable } from '../texts/storable.ts';
import { rowsOf, type Connection } from './connection.ts';
import { describeError, errorKindOf } from './error-kind.ts';

/** Texts of one account that give way in one transaction. */
const MAX_GIVING_WAY_AT_ONCE = 100;
const CONFLICT_RETRIES = 3;
const FAILED: TextResult = { outcome: 'failed', gaveWay: 0 };

export interface TextSettings {
  readonly bootId: string;
  /** Bound on the texts kept of one account, bytes. */
  readonly maxTextBytes: number;
  /** The same of answers in its cache. */
  readonly maxCacheBytes: number;
  /** The server's disk or files failed: nothing it says can be believed any more. */
  readonly onCorrupt: (reason: string) => void;
}

/**
 * Stores one request's texts, or an answer for the cache, in a transaction of their own. They travel as bytes, so nothing
 * is written as JSON or escaped; joining them is proportional to their length, so call it on a thread. Never throws.
 */
export async function keepStored(
  connection: Connection,
  stored: Storable,
  settings: TextSettings,
): Promise<TextResult> {
  const statement = isAnswer(stored) ? answerStatement(stored, settings) : textsStatement(stored, settings);
  for (let attempt = 0; attempt < CONFLICT_RETRIES; attempt += 1) {
    try {
      const client = await connection.open();
      const [row] = await rowsOf(client, statement);
      return readKept(row?.['kept']);
    } catch (error) {
      const kind = errorKindOf(error);
      if (kind === 'lost') connection.drop();
      if (kind === 'corrupt') settings.onCorrupt(describeError(error));
      if (kind !== 'conflict') return FAILED;
    }
  }
  return FAILED;
}

type Statement = Parameters<typeof rowsOf>[1];

function textsStatement(texts: Texts, { bootId, maxTextBytes }: TextSettings): Statement {
  return {
    name: 'keep-texts',
    text: 'SELECT keep_texts($1, $2, $3, $4, $5, $6, $7) AS kept',
    values: [
      texts.requestId,
      bootId,
      Buffer.concat(texts.request),
      Buffer.concat(texts.response),
      maxTextBytes,
      MAX_GIVING_WAY_AT_ONCE,
      texts.judgedWith ?? null,
    ],
  };
}

function answerStatement(
  { requestId, accountId, key, answer }: CachedAnswer,
  { bootId, maxCacheBytes }: TextSettings,
): Statement {
  return {
    name: 'keep-answer',
    text: 'SELECT keep_answer($1, $2, $3, $4, $5, $6, $7) AS kept',
    values: [requestId, accountId, bootId, key, Buffer.concat(answer), maxCacheBytes, MAX_GIVING_WAY_AT_ONCE],
  };
}

function readKept(kept: unknown): TextResult {
  if (!isRow(kept)) return FAILED;
  const outcome = readText(kept, 'outcome');
  switch (outcome) {
    case 'kept':
    case 'making-room':
    case 'too-large':
    case 'not-allowed':
      return { outcome, gaveWay: readInteger(kept, 'gaveWay') };
    default:
      return FAILED;
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
