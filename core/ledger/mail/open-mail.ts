import type { LedgerAddress } from '../open-ledger.ts';
import { PostgresMail } from '../postgres/mail.ts';
import type { GatewayMail } from './gateway-mail.ts';
import { POSTGRES, read } from '../sql/database.ts';
import { createPool, rowsOf } from '../postgres/connection.ts';

export interface OpenedMail extends GatewayMail {
  /** Listens from now on, also after the connection was lost; before, only once something was sent. */
  start(): void;
  close(): Promise<void>;
}

/**
 * @param own where messages to this process go; every process that opens the same address gets them.
 * @returns undefined for a ledger that only one gateway may have.
 */
export function openMail(ledger: LedgerAddress, own: string): OpenedMail | undefined {
  if (ledger.kind === 'sqlite') return undefined;
  return new PostgresMail({ url: ledger.url, address: own, random: Math.random });
}

/** A gateway that was killed counts for so long, milliseconds. */
const ALIVE_MS = 15_000;

/**
 * How many gateways have a lease on the ledger.
 * @returns undefined for a ledger that does not know. @throws the driver's error.
 */
export async function countGateways(ledger: LedgerAddress): Promise<number | undefined> {
  if (ledger.kind === 'sqlite') return undefined;
  const pool = createPool(ledger.url, 1);
  try {
    const [row = {}] = await rowsOf(pool, {
      text: `SELECT count(*) AS alive FROM gateway WHERE taken = 0 AND ${POSTGRES.nowMs} - renewed_ms < $1`,
      values: [ALIVE_MS],
    });
    return read(row, 'alive', 'integer');
  } finally {
    await pool.end();
  }
}
