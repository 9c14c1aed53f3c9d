import { randomBytes } from 'node:crypto';
import type { GatewayMail, Mail } from '../../ledger/mail/gateway-mail.ts';
import { isRecord } from '../../text/is-record.ts';
import { whenFirstStops, type StopSignal } from '../../upstream/stop-signal.ts';
import { AccountShares } from '../../stores/account-shares.ts';

/** What one gateway asks another. Everything in it is short. */
export interface Question extends Readonly<Record<string, string | number>> {
  readonly kind: string;
  /** Whose request it is about. */
  readonly accountId: number;
}

/** A few short facts and at most `MAX_REPLY_BYTES`. */
export interface Reply {
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  readonly bytes: Uint8Array;
}

/** Of one reply: what is on its way to one reader at most, and waits in the database's queue where nobody takes it. */
export const MAX_REPLY_BYTES = 40_960;
/** Of one message, before base64; the rest of its room is for its head. */
const FRAME_BYTES = 5_700;
/** A gateway answers a question within `LONG_POLL_MS`, also where there is nothing new. */
export const LONG_POLL_MS = 3_000;
/** What a question and its answer may take on their way, besides. */
const TIMEOUT_MS = LONG_POLL_MS + 2_000;
/** Questions one gateway has open at others, and those of others that it is answering; shared by accounts. */
const MAX_OPEN = 1_000;

interface Open {
  readonly resolve: (reply: Reply | undefined) => void;
  /** Of the reply whose frames come now: a question that arrives twice is answered twice. */
  reply: unknown;
  frames: Buffer[];
}

/**
 * Questions and answers between gateways, over mail that may be lost: a question that gets no answer in time is answered
 * with undefined, and can be asked again. Nothing is sent that nobody asked for, so that a gateway that has vanished, or
 * reads slowly, never has more than one answer to each of its questions waiting for it.
 */
export class GatewayCalls {
  readonly #mail: GatewayMail;
  readonly #answer: (question: Question) => Promise<Reply | undefined>;
  readonly #open = new Map<string, Open>();
  readonly #asking = new AccountShares(MAX_OPEN);
  readonly #answering = new AccountShares(MAX_OPEN);
  /** Replies leave one after the other: what is sent at once is bounded. */
  #sending: Promise<void> = Promise.resolve();

  /** @param answer to others' questions, within `LONG_POLL_MS`; undefined where there is none. Must not reject. */
  constructor(mail: GatewayMail, answer: (question: Question) => Promise<Reply | undefined>) {
    this.#mail = mail;
    this.#answer = answer;
    mail.receive((text) => this.#receive(text));
  }

  /** This gateway's address. */
  get address(): string {
    return this.#mail.address;
  }

  /**
   * @param signals end the wait.
   * @returns undefined where no whole answer comes in time, or the account has as many questions open as it may. Never
   * rejects.
   */
  async ask(to: string, question: Question, signals: readonly StopSignal[] = []): Promise<Reply | undefined> {
    if (signals.some(({ isStopped }) => isStopped)) return undefined;
    if (!this.#asking.take(question.accountId)) return undefined;
    const id = randomBytes(9).toString('base64url');
    const { promise, resolve } = Promise.withResolvers<Reply | undefined>();
    this.#open.set(id, { resolve, reply: undefined, frames: [] });
    const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
    const forget = whenFirstStops(signals, () => resolve(undefined));
    this.send(to, question, id);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      forget();
      this.#open.delete(id);
      this.#asking.release(question.accountId);
    }
  }

  /** Asks without waiting for an answer. */
  send(to: string, question: Question, id = ''): void {
    const from = this.#mail.address;
    this.#mail
      .send([{ to, text: `ask  ${JSON.stringify({ id, from, question })}` }])
      .catch(() => this.#open.get(id)?.resolve(undefined));
  }

  #receive(text: string): void {
    const [, kind, body = '', head = ''] = MESSAGE.exec(text) ?? [];
    if (kind === 'ask') void this.#handle(parsed(head));
    else if (kind === 'reply') this.#take(parsed(head), body);
  }

  async #handle({ id, from, question }: Message): Promise<void> {
    if (typeof id !== 'string' || typeof from !== 'string' || !isQuestion(question)) return;
    const { accountId } = question;
    if (!this.#answering.take(accountId)) return;
    try {
      // Others ask again; an answer that fails must not end this gateway.
      const reply = await this.#answer(question).catch(() => undefined);
      if (reply === undefined || id === '') return;
      this.#sending = this.#sending.then(() => this.#mail.send(mailsOf(from, id, reply)).catch(() => {}));
      await this.#sending;
    } finally {
      this.#answering.release(accountId);
    }
  }

  #take({ id, reply, facts, frame, frames }: Message, body: string): void {
    const open = typeof id === 'string' ? this.#open.get(id) : undefined;
    if (open === undefined || typeof frame !== 'number' || typeof frames !== 'number') return;
    if (frame === 0 && reply !== open.reply) [open.reply, open.frames] = [reply, []];
    // A frame was lost: this reply is never whole, and the question is asked again.
    if (reply !== open.reply || frame !== open.frames.length) return;
    open.frames.push(Buffer.from(body, 'base64'));
    if (open.frames.length === frames)
      open.resolve({ facts: isFacts(facts) ? facts : {}, bytes: Buffer.concat(open.frames) });
  }
}

/** What it is, its bytes in base64, and its head as JSON. */
const MESSAGE = /^(ask|reply) ([A-Za-z0-9+/=]*) (.*)$/s;
type Message = Readonly<Record<string, unknown>>;

function parsed(json: string): Message {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isQuestion(value: unknown): value is Question {
  if (!isFacts(value) || Object.values(value).some((fact) => typeof fact === 'boolean')) return false;
  return typeof value['kind'] === 'string' && Number.isSafeInteger(value['accountId']);
}

function isFacts(value: unknown): value is Reply['facts'] {
  return isRecord(value) && Object.values(value).every((fact) => SHORT.has(typeof fact));
}

const SHORT: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** The facts come with the last frame. */
function mailsOf(to: string, id: string, { facts, bytes }: Reply): readonly Mail[] {
  const frames = Math.max(1, Math.ceil(bytes.byteLength / FRAME_BYTES));
  const reply = randomBytes(6).toString('base64url');
  return Array.from({ length: frames }, (_, frame) => {
    const part = bytes.subarray(frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES);
    const head = JSON.stringify({ id, reply, frame, frames, ...(frame === frames - 1 && { facts }) });
    return { to, text: `reply ${Buffer.from(part).toString('base64')} ${head}` };
  });
}
