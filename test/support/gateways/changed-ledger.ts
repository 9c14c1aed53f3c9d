import type { Ledger } from '../../../core/ledger/ledger.ts';

/** The same ledger, but for these methods. */
export function changedLedger<Whole extends Ledger>(ledger: Whole, changes: Partial<Ledger>): Whole {
  return new Proxy(ledger, {
    get(target, name) {
      const own: unknown = Reflect.get(changes, name) ?? Reflect.get(target, name);
      // A ledger keeps its state in private fields, which a proxy has none of.
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}
