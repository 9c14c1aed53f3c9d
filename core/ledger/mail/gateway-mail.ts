/** Upper bound of one message, in characters, all of them ASCII: PostgreSQL takes payloads below 8,000 bytes. */
export const MAX_MAIL_CHARACTERS = 7_900;

/** A short message to another gateway. */
export interface Mail {
  /** The other gateway's address: the `owner` of its holds. */
  readonly to: string;
  /** ASCII, at most `MAX_MAIL_CHARACTERS`. The database may write it to its disk, so nothing under zero data retention. */
  readonly text: string;
}

/**
 * Messages between the gateways on one ledger. A message arrives at most once. It is lost if its receiver is away, so a
 * sender has to repeat a question that stays unanswered. Messages of one sender to one receiver arrive in order.
 */
export interface GatewayMail {
  /** This gateway's address. */
  readonly address: string;
  /**
   * Sends messages together.
   * @throws LedgerError `unavailable` if they cannot be sent, `queue-full` if readers have left too much unread, `invalid`
   * if one is too long.
   */
  send(mails: readonly Mail[]): Promise<void>;
  /**
   * From now on each message to an address is handed to this one receiver, which must not throw. If several gateways
   * listen at an address, each of them gets every message.
   * @param address this gateway's own by default.
   */
  receive(onMail: (text: string) => void, address?: string): void;
}
