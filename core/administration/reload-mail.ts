import type { Actor } from '../ledger/administration/audit.ts';
import { MAX_MAIL_CHARACTERS } from '../ledger/mail/gateway-mail.ts';
import { firstMoves, type PriceMoves } from '../registry/price-moves.ts';
import { isRecord } from '../text/plain-json.ts';
import { countChanges, type ReloadAnswer, type Reloaded, type ShownProblem } from './reload-answer.ts';

/** Every gateway listens at this address. */
export const EVERY_GATEWAY = 'every gateway';

/** A gateway as its operators know it. */
export interface GatewayPlace {
  /** Different for each process. */
  readonly id: string;
  /** Name of the machine. */
  readonly machine: string;
  /** URL of the operators' port. */
  readonly gateway: string;
}

/** A reload's outcome, shortened to fit in a message. */
export interface MailedReload extends Omit<ReloadAnswer, 'changed' | 'problems'> {
  /** Such as `+1 ~0 -2`: added, changed, removed. */
  readonly changed: { readonly [kind in Reloaded]: string } & { readonly prices: PriceMoves };
  /** The first ones, as many as fit. */
  readonly problems: readonly ShownProblem[];
  readonly problemsLeftOff: number;
}

export type ReloadMail =
  /** To every gateway. */
  | { readonly kind: 'reload'; readonly order: string; readonly from: string; readonly by: Actor }
  /** Sent at once, so that the command knows which gateways to wait for. */
  | { readonly kind: 'reload-heard'; readonly order: string; readonly place: GatewayPlace }
  | {
      readonly kind: 'reload-done';
      readonly order: string;
      readonly place: GatewayPlace;
      readonly answer: MailedReload;
    };

const KINDS: ReadonlySet<unknown> = new Set(['reload', 'reload-heard', 'reload-done']);
const MAX_PROBLEMS = 20;
const MAX_MOVES = 10;
const MAX_MESSAGE_CHARACTERS = 600;

/** Escapes everything but ASCII, as messages require. */
export function writeReloadMail(mail: ReloadMail): string {
  return JSON.stringify(mail).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** @returns undefined for a message that no gateway or command of this version writes. */
export function readReloadMail(text: string): ReloadMail | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isReloadMail(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Only the form is checked: a sender that can write to the database could change the ledger itself. */
function isReloadMail(value: unknown): value is ReloadMail {
  if (!isRecord(value) || !KINDS.has(value['kind']) || typeof value['order'] !== 'string') return false;
  if (value['kind'] === 'reload') return typeof value['from'] === 'string' && isRecord(value['by']);
  return isRecord(value['place']) && (value['kind'] === 'reload-heard' || isRecord(value['answer']));
}

/** The message that a reload is done, with as many of its problems as fit. */
export function doneMail(order: string, place: GatewayPlace, answer: ReloadAnswer): string {
  for (let count = Math.min(answer.problems.length, MAX_PROBLEMS); ; count -= 1) {
    const mail = writeReloadMail({ kind: 'reload-done', order, place, answer: shorten(answer, count) });
    if (mail.length <= MAX_MAIL_CHARACTERS || count <= 0) return mail;
  }
}

function shorten({ changed, problems, ...rest }: ReloadAnswer, problemCount: number): MailedReload {
  const { models, prices, providers, calibrations, panels, keys } = changed;
  return {
    ...rest,
    changed: {
      models: countChanges(models),
      prices: firstMoves(prices, MAX_MOVES),
      providers: countChanges(providers),
      calibrations: countChanges(calibrations),
      panels: countChanges(panels),
      keys: countChanges(keys),
    },
    problems: problems
      .slice(0, problemCount)
      .map((problem) => ({ ...problem, message: problem.message.slice(0, MAX_MESSAGE_CHARACTERS) })),
    problemsLeftOff: problems.length - problemCount,
  };
}
