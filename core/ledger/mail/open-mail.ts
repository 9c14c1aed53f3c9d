import type { LedgerAddress } from '../open-ledger.ts';
import { PostgresMail } from '../postgres/mail.ts';
import type { GatewayMail } from './gateway-mail.ts';

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
