/** What waits for its turn. */
interface Waiting {
  readonly accountId: number;
}

/**
 * Round-robin by account: every account with something waiting has one entry taken before any has its second. Within an
 * account the order is first in, first out.
 */
export class TextTurns<Entry extends Waiting> {
  /** In the order of the turns; no queue is empty. */
  readonly #byAccount = new Map<number, Entry[]>();

  /** To the end of its account's queue. An account that had nothing waiting takes the last turn. */
  add(entry: Entry): void {
    const queue = this.#byAccount.get(entry.accountId);
    if (queue === undefined) this.#byAccount.set(entry.accountId, [entry]);
    else queue.push(entry);
  }

  /** An entry that needs another step stays its account's first, and its account waits for its next turn. */
  putBack(entry: Entry): void {
    const queue = this.#byAccount.get(entry.accountId) ?? [];
    queue.unshift(entry);
    this.#byAccount.set(entry.accountId, queue);
  }

  /** The next entry, which stays where it is. Undefined where nothing waits. */
  peek(): Entry | undefined {
    const [queue] = this.#byAccount.values();
    return queue?.[0];
  }

  /** Takes the next entry; its account takes the last turn. */
  take(): Entry | undefined {
    const [first] = this.#byAccount;
    if (first === undefined) return undefined;
    const [accountId, queue] = first;
    const entry = queue.shift();
    this.#byAccount.delete(accountId);
    if (queue.length > 0) this.#byAccount.set(accountId, queue);
    return entry;
  }
}
