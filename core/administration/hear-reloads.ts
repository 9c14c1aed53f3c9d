import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Actor } from '../ledger/administration/audit.ts';
import type { GatewayMail } from '../ledger/mail/gateway-mail.ts';
import type { ReloadAnswer } from './reload-answer.ts';
import {
  doneMail,
  EVERY_GATEWAY,
  readReloadMail,
  writeReloadMail,
  type GatewayPlace,
} from './reload-mail.ts';

/**
 * Reloads whenever `assay reload --all` asks every gateway of the ledger, and answers with the outcome.
 * @param address of this gateway's operators' port. @param reload never rejects.
 */
export function hearReloads(
  mail: GatewayMail,
  { host, port }: { readonly host: string; readonly port: number },
  reload: (by: Actor) => Promise<ReloadAnswer>,
): void {
  const gateway = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const place: GatewayPlace = { id: randomUUID(), machine: hostname(), gateway };
  // If the answer is lost, the command reports a silent gateway.
  const answer = (to: string, text: string): Promise<void> => mail.send([{ to, text }]).catch(() => {});
  mail.receive((text) => {
    const message = readReloadMail(text);
    if (message?.kind !== 'reload') return;
    const { order, from, by } = message;
    void answer(from, writeReloadMail({ kind: 'reload-heard', order, place }));
    void reload(by).then((outcome) => answer(from, doneMail(order, place, outcome)));
  }, EVERY_GATEWAY);
}
