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

/** Every gateway says at once that it has heard, milliseconds. */
const HEARD_MS = 5_000;
/** Generating and opening 5,000 models takes a fraction of it. */
const DONE_MS = 180_000;

export interface ReloadOfGateway extends GatewayPlace {
  /** Undefined where it heard and did not say in time what came of it. */
  readonly answer: MailedReload | undefined;
}

export interface ReloadOfAll {
  readonly gateways: readonly ReloadOfGateway[];
  /** Gateways with a lease on the ledger that have not answered. */
  readonly silent: number;
}

/**
 * Has every gateway of the ledger reload, and waits for them.
 * @returns undefined for a ledger that has one gateway. @throws LedgerError, or the driver's error, where the database cannot be reached.
 */
export async function reloadEveryGateway(ledger: LedgerAddress, by: Actor): Promise<ReloadOfAll | undefined> {
  if (ledger.kind === 'sqlite') return undefined;
  const from = randomUUID();
  const mail = new PostgresMail({ url: ledger.url, address: from, random: Math.random });
  const order = randomUUID();
  const heard = new Map<string, ReloadOfGateway>();
  let onHeard = (): void => {};
  mail.receive((text) => {
    const said = readReloadMail(text);
    if (said === undefined || said.kind === 'reload' || said.order !== order) return;
    const answer = said.kind === 'reload-done' ? said.answer : heard.get(said.place.id)?.answer;
    heard.set(said.place.id, { ...said.place, answer });
    onHeard();
  });
  const until = async (isEnough: () => boolean, withinMs: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    onHeard = () => {
      if (isEnough()) resolve();
    };
    onHeard();
    await promise;
    clearTimeout(timer);
  };
  try {
    const alive = await mail.countGateways();
    await mail.send([{ to: EVERY_GATEWAY, text: writeReloadMail({ kind: 'reload', order, from, by }) }]);
    await until(() => heard.size >= alive, HEARD_MS);
    await until(() => heard.values().every(({ answer }) => answer !== undefined), DONE_MS);
    return { gateways: [...heard.values()], silent: Math.max(0, alive - heard.size) };
  } finally {
    await mail.close();
  }
}
