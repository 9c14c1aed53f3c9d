import { randomBytes } from 'node:crypto';
import type { GatewayMail, Mail } from '../../ledger/mail/gateway-mail.ts';
import { isRecord } from '../../text/plain-json.ts';
import { whenFirstStops, type StopSignal } from '../../upstream/stop-signal.ts';
import { AccountShares } from '../../stores/account-shares.ts';

/** A question from one gateway to another. All its fields are short. */
export interface PeerQuestion extends Readonly<Record<string, string | number>> {
  readonly kind: string;
  /** The account of the request that it is about. */
  readonly accountId: number;
}

/** A few short facts and at most `MAX_REPLY_BYTES`. */
export interface Reply {
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  readonly bytes: Uint8Array;
}

/** Upper bound of one reply. One reader has at most this much in the database's queue. */
export const MAX_REPLY_BYTES = 40_960;
/**
 * The bytes of a reply in one message, before base64. They leave some 290 of its `MAX_MAIL_CHARACTERS` for the kind and
 * the head.
 */
const FRAME_BYTES = 5_700;
/** A gateway answers a question within this time, even if there is nothing new. */
export const LONG_POLL_MS = 3_000;
/** The extra time for a question and its answer to travel. */
const TIMEOUT_MS = LONG_POLL_MS + 2_000;
/** Upper bound of the open questions to other gateways, and of those from them. Accounts share them. */
const MAX_OPEN = 1_000;

interface OpenQuestion {
  readonly resolve: (reply: Reply | undefined) => void;
  /** The ID of the reply whose frames arrive now. A question that arrives twice gets two replies. */
  reply: unknown;
  frames: Buffer[];
}

/**
 * Asks and answers questions between gateways over messages that may be lost. A question without an answer in time returns
 * undefined and can be asked again. A gateway sends bytes only as an answer, so a gateway that has vanished or reads
 * slowly has at most one answer waiting for each of its questions.
 */
export class GatewayCalls {
  readonly #mail: GatewayMail;
  readonly #answer: (question: PeerQuestion) => Promise<Reply | undefined>;
  readonly #openQuestions = new Map<string, OpenQuestion>();
  readonly #askShares = new AccountShares(MAX_OPEN);
  readonly #answerShares = new AccountShares(MAX_OPEN);
  /** Replies are sent one after the other, to bound the messages in flight. */
  #sending: Promise<void> = Promise.resolve();

  /** @param answer settles within `LONG_POLL_MS`. Nothing is sent if it resolves to undefined or rejects. */
  constructor(mail: GatewayMail, answer: (question: PeerQuestion) => Promise<Reply | undefined>) {
    this.#mail = mail;
    this.#answer = answer;
    mail.receive((text) => this.#receive(text));
  }

  /** This gateway's address. */
  get address(): string {
    return this.#mail.address;
  }

  /**
   * Asks a question. It never rejects.
   * @param signals end the wait.
   * @returns undefined if no whole answer comes in time, or the account has too many open questions.
   */
  async ask(
    to: string,
    question: PeerQuestion,
    signals: readonly StopSignal[] = [],
  ): Promise<Reply | undefined> {
    if (signals.some(({ isStopped }) => isStopped)) return undefined;
    if (!this.#askShares.take(question.accountId)) return undefined;
    const id = randomBytes(9).toString('base64url');
    const { promise, resolve } = Promise.withResolvers<Reply | undefined>();
    this.#openQuestions.set(id, { resolve, reply: undefined, frames: [] });
    const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
    const forget = whenFirstStops(signals, () => resolve(undefined));
    this.send(to, question, id);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      forget();
      this.#openQuestions.delete(id);
      this.#askShares.release(question.accountId);
    }
  }

  /** Sends a question without waiting for an answer. */
  send(to: string, question: PeerQuestion, id = ''): void {
    const from = this.#mail.address;
    this.#mail
      .send([{ to, text: `ask  ${JSON.stringify({ id, from, question })}` }])
      .catch(() => this.#openQuestions.get(id)?.resolve(undefined));
  }

  #receive(text: string): void {
    const [, kind, body = '', head = ''] = MESSAGE.exec(text) ?? [];
    if (kind === 'ask') void this.#handle(parseMessage(head));
    else if (kind === 'reply') this.#take(parseMessage(head), body);
  }

  async #handle({ id, from, question }: Message): Promise<void> {
    if (typeof id !== 'string' || typeof from !== 'string' || !isQuestion(question)) return;
    const { accountId } = question;
    if (!this.#answerShares.take(accountId)) return;
    try {
      // The other gateway asks again. A failed answer must not end this process.
      const reply = await this.#answer(question).catch(() => undefined);
      if (reply === undefined || id === '') return;
      this.#sending = this.#sending.then(() => this.#mail.send(mailsOf(from, id, reply)).catch(() => {}));
      await this.#sending;
    } finally {
      this.#answerShares.release(accountId);
    }
  }

  #take({ id, reply, facts, frame, frames }: Message, body: string): void {
    const question = typeof id === 'string' ? this.#openQuestions.get(id) : undefined;
    if (question === undefined || typeof frame !== 'number' || typeof frames !== 'number') return;
    if (frame === 0 && reply !== question.reply) [question.reply, question.frames] = [reply, []];
    // A frame was lost, so this reply never becomes whole, and the question is asked again.
    if (reply !== question.reply || frame !== question.frames.length) return;
    question.frames.push(Buffer.from(body, 'base64'));
    if (question.frames.length === frames)
      question.resolve({ facts: isFacts(facts) ? facts : {}, bytes: Buffer.concat(question.frames) });
  }
}

/** Matches the kind of a message, its bytes in base64, and its head as JSON. */
const MESSAGE = /^(ask|reply) ([A-Za-z0-9+/=]*) (.*)$/s;
type Message = Readonly<Record<string, unknown>>;

function parseMessage(json: string): Message {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isQuestion(value: unknown): value is PeerQuestion {
  if (!isFacts(value) || Object.values(value).some((fact) => typeof fact === 'boolean')) return false;
  return typeof value['kind'] === 'string' && Number.isSafeInteger(value['accountId']);
}

function isFacts(value: unknown): value is Reply['facts'] {
  return isRecord(value) && Object.values(value).every((fact) => SCALAR_TYPES.has(typeof fact));
}

const SCALAR_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** Splits a reply into messages. The last one has the facts, and no bytes if both together would be too long. */
function mailsOf(to: string, id: string, { facts, bytes }: Reply): readonly Mail[] {
  const reply = randomBytes(6).toString('base64url');
  const frames = Math.max(1, Math.ceil(bytes.byteLength / FRAME_BYTES));
  const lastBytes = bytes.byteLength - (frames - 1) * FRAME_BYTES;
  const count = lastBytes + JSON.stringify(facts).length > FRAME_BYTES ? frames + 1 : frames;
  return Array.from({ length: count }, (_, frame) => {
    const part = bytes.subarray(frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES);
    const head = JSON.stringify({ id, reply, frame, frames: count, ...(frame === count - 1 && { facts }) });
    return { to, text: `reply ${Buffer.from(part).toString('base64')} ${head}` };
  });
}
