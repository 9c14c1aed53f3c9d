/** Leases of one sorted set, to be renewed or ended together. */
export interface LeaseGroup {
  readonly set: string;
  readonly leases: readonly string[];
}

/** What one gateway has in flight: leases, by the sorted set they are in. */
export class HeldLeases {
  readonly #sets = new Map<string, Set<string>>();

  hold(set: string, lease: string): void {
    const leases = this.#sets.get(set);
    if (leases === undefined) this.#sets.set(set, new Set([lease]));
    else leases.add(lease);
  }

  drop(set: string, lease: string): void {
    const leases = this.#sets.get(set);
    if (leases?.delete(lease) === true && leases.size === 0) this.#sets.delete(set);
  }

  /**
   * All of them, in batches of at most `size` leases. Each is drawn up when it is asked for: what was dropped while
   * the one before was on its way is in none.
   */
  *batches(size: number): Generator<readonly LeaseGroup[]> {
    let batch: LeaseGroup[] = [];
    let room = size;
    for (const [set, leases] of this.#sets) {
      let group: string[] = [];
      for (const lease of leases) {
        group.push(lease);
        room -= 1;
        if (room > 0) continue;
        yield [...batch, { set, leases: group }];
        [batch, group, room] = [[], [], size];
      }
      if (group.length > 0) batch.push({ set, leases: group });
    }
    if (batch.length > 0) yield batch;
  }
}
