import { randomUUID } from 'node:crypto';
import type { Actor } from '../ledger/administration/audit.ts';
import type { LedgerAddress } from '../ledger/open-ledger.ts';
import { PostgresMail } from '../ledger/postgres/mail.ts';
import {
  EVERY_GATEWAY,
  readReloadMail,
  writeReloadMail,
  type GatewayPlace,
  type MailedReload,
} from './reload-mail.ts';

/** How long every gateway may take to confirm the order, milliseconds. */
const CONFIRM_MS = 5_000;
/** How long a reload may take, milliseconds. Generating and opening 5,000 models takes a fraction of it. */
const DONE_MS = 180_000;

export interface ReloadOfGateway extends GatewayPlace {
  /** Undefined if it confirmed the order, but did not finish in time. */
  readonly answer: MailedReload | undefined;
}

export interface ReloadOfAll {
  readonly gateways: readonly ReloadOfGateway[];
  /** Gateways with a lease on the ledger that have not answered. */
  readonly silent: number;
}

/**
 * Makes every gateway of the ledger reload, and waits for their answers.
 * @returns undefined if the ledger has a single gateway. @throws LedgerError, or the driver's error, if the database cannot be
 * reached.
 */
export async function reloadEveryGateway(ledger: LedgerAddress, by: Actor): Promise<ReloadOfAll | undefined> {
  if (ledger.kind === 'sqlite') return undefined;
  const from = randomUUID();
  const mail = new PostgresMail(ledger.url, from);
  const order = randomUUID();
  const replies = new Map<string, ReloadOfGateway>();
  let onReply = (): void => {};
  mail.receive((text) => {
    const message = readReloadMail(text);
    if (message === undefined || message.kind === 'reload' || message.order !== order) return;
    const { place } = message;
    const answer = message.kind === 'reload-done' ? message.answer : replies.get(place.id)?.answer;
    replies.set(place.id, { ...place, answer });
    onReply();
  });
  const until = async (isEnough: () => boolean, withinMs: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    onReply = () => {
      if (isEnough()) resolve();
    };
    onReply();
    await promise;
    clearTimeout(timer);
  };
  try {
    const alive = await mail.countGateways();
    await mail.send([{ to: EVERY_GATEWAY, text: writeReloadMail({ kind: 'reload', order, from, by }) }]);
    await until(() => replies.size >= alive, CONFIRM_MS);
    await until(() => replies.values().every(({ answer }) => answer !== undefined), DONE_MS);
    return { gateways: [...replies.values()], silent: Math.max(0, alive - replies.size) };
  } finally {
    await mail.close();
  }
}
