import type { KeyHolder } from './ledger.ts';

interface Waiting {
  readonly hash: Uint8Array;
  readonly found: PromiseWithResolvers<KeyHolder | undefined>;
}

/** Looks up the keys of all requests that come in one turn of the event loop together: a statement costs more than a key. */
export class KeyLookup {
  readonly #read: (hashes: readonly Uint8Array[]) => Promise<ReadonlyMap<string, KeyHolder>>;
  #waiting: Waiting[] = [];

  /** @param read finds accounts by the hashes of keys in hexadecimal. */
  constructor(read: (hashes: readonly Uint8Array[]) => Promise<ReadonlyMap<string, KeyHolder>>) {
    this.#read = read;
  }

  /** @throws what the reading throws. */
  find(hash: Uint8Array): Promise<KeyHolder | undefined> {
    if (this.#waiting.length === 0) setImmediate(() => void this.#look());
    const found = Promise.withResolvers<KeyHolder | undefined>();
    this.#waiting.push({ hash, found });
    return found.promise;
  }

  async #look(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const holders = await this.#read(waiting.map(({ hash }) => hash));
      for (const { hash, found } of waiting) found.resolve(holders.get(Buffer.from(hash).toString('hex')));
    } catch (error) {
      for (const { found } of waiting) found.reject(error);
    }
  }
}
