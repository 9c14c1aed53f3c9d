/** The most characters of one message, all of them ASCII: PostgreSQL takes payloads below 8,000 bytes. */
export const MAX_MAIL_CHARACTERS = 7_900;

/** A short message to another gateway. */
export interface Mail {
  /** The other gateway's address: the `owner` of what it reserves. */
  readonly to: string;
  /** ASCII, at most `MAX_MAIL_CHARACTERS`. The database may write it to its disk, so nothing under zero data retention. */
  readonly text: string;
}

/**
 * Messages between the gateways on one ledger. A message arrives at most once, and is lost where its receiver is away:
 * whoever asks something asks again. Messages of one sender to one receiver arrive in order.
 */
export interface GatewayMail {
  /** This gateway's own. */
  readonly address: string;
  /**
   * Sends them together.
   * @throws LedgerError `unavailable` where they cannot be sent, `queue-full` where readers have left too much unread,
   * `invalid` where one is too long.
   */
  send(mails: readonly Mail[]): Promise<void>;
  /**
   * From now on each message to an address is handed to this one receiver, which must not throw. Several gateways may
   * listen at one address: each of them gets what is sent there.
   * @param address this gateway's own by default.
   */
  receive(onMail: (text: string) => void, address?: string): void;
}
