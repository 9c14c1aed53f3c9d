import type { TextOutcome } from '../ledger-operation.ts';
import { readInteger, readText, type Row } from '../ledger-row.ts';
import type { Texts } from '../ledger.ts';
import { rowsOf, type Connection } from './connection.ts';
import { describeFault, faultOf } from './fault.ts';
import { joinBytes } from '../text-pieces.ts';

/** Texts of one account that give way in one transaction. */
const GIVING_WAY_AT_ONCE = 100;
const CONFLICT_RETRIES = 3;
const FAILED: TextOutcome = { outcome: 'failed', gaveWay: 0 };

export interface TextSettings {
  readonly bootId: string;
  /** Bound on the texts kept of one account, bytes. */
  readonly maximumTextBytes: number;
  /** The server's disk or files failed: nothing it says can be believed any more. */
  readonly onCorrupt: (reason: string) => void;
}

/**
 * Stores one request's texts in a transaction of their own. They travel as bytes, so nothing is written as JSON or
 * escaped; joining them is proportional to their length, so call it on a thread. Never throws.
 */
export async function keepTexts(
  connection: Connection,
  texts: Texts,
  settings: TextSettings,
): Promise<TextOutcome> {
  const request = joinBytes(texts.request);
  const response = joinBytes(texts.response);
  const values = [texts.requestId, settings.bootId, request, response, settings.maximumTextBytes];
  for (let attempt = 0; attempt < CONFLICT_RETRIES; attempt += 1) {
    try {
      const client = await connection.open();
      const [row] = await rowsOf(client, {
        name: 'keep-texts',
        text: 'SELECT keep_texts($1, $2, $3, $4, $5, $6) AS kept',
        values: [...values, GIVING_WAY_AT_ONCE],
      });
      return readKept(row?.['kept']);
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'lost') connection.drop();
      if (fault === 'corrupt') settings.onCorrupt(describeFault(error));
      if (fault !== 'conflict') return FAILED;
    }
  }
  return FAILED;
}

function readKept(kept: unknown): TextOutcome {
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
