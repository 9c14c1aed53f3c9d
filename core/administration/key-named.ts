import { LedgerError } from '../ledger/ledger-error.ts';
import type { ListedKey } from '../ledger/ledger.ts';
import type { LedgerAdmin } from '../ledger/administration/ledger-admin.ts';
import { prefixIn } from '../stores/api-key.ts';
import { nearestName } from '../text/nearest-name.ts';

/**
 * Finds the key that an operator names by its prefix, by the whole key, or by its name. A revoked key has no name. The name
 * of an expired key finds a valid key first, because a rotated key has the same name as its successor.
 * @throws LedgerError `key-unknown`; `invalid` if several keys have the name, or it is also the prefix of another key.
 */
export async function keyNamed(ledger: LedgerAdmin, nameOrPrefix: string): Promise<ListedKey> {
  const keys = await ledger.listKeys();
  const prefix = prefixIn(nameOrPrefix);
  const byPrefix = keys.find((listed) => listed.prefix === prefix);
  const ofName = keys.filter(({ name, revoked }) => name === nameOrPrefix && revoked === null);
  if (byPrefix !== undefined) {
    const others = ofName.filter((listed) => listed !== byPrefix);
    if (others.length > 0) throw ambiguous(byPrefix, others);
    return byPrefix;
  }
  const isExpired = ({ expires }: ListedKey) => expires !== null && Date.parse(expires) <= Date.now();
  const valid = ofName.filter((listed) => !isExpired(listed));
  const [key, ...others] = valid.length > 0 ? valid : ofName;
  if (key === undefined) throw unknownKey(nameOrPrefix, keys);
  if (others.length === 0) return key;
  throw new LedgerError(
    'invalid',
    `Several keys have this name: name one by its prefix, ${listOf([key, ...others])}.`,
  );
}

/** The message does not repeat the text, which may be a whole key with a typing error. */
function unknownKey(nameOrPrefix: string, keys: readonly ListedKey[]): LedgerError {
  const names = keys.flatMap(({ name, revoked }) => (name === null || revoked !== null ? [] : [name]));
  const nearest = nearestName(nameOrPrefix, names);
  const hint = nearest === undefined ? 'The list of keys has both.' : `Did you mean "${nearest}"?`;
  return new LedgerError('key-unknown', `No active key has this prefix or name. ${hint}`);
}

/** Somebody may have chosen this name so that a command changes another customer's key. */
function ambiguous({ prefix, account }: ListedKey, others: readonly ListedKey[]): LedgerError {
  return new LedgerError(
    'invalid',
    `A key of ${account} begins so, and others have this name: write assay_${prefix} for the former, or the prefix of one of the others, ${listOf(others)}.`,
  );
}

function listOf(keys: readonly ListedKey[]): string {
  const each = keys.slice(0, MAX_LISTED).map((key) => `${key.prefix} of ${key.account}`);
  const more = keys.length - each.length;
  return `${each.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MAX_LISTED = 20;
