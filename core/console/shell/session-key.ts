/**
 * Reads the key after the `#` of the address, which browsers send to no server, and removes it from the address.
 * @returns undefined without a key.
 */
export function takeKeyFromAddress(): string | undefined {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return key;
}

/** Session storage ends with the tab; the key is stored nowhere else. */
const NAME = 'assay-key';

export function savedKey(): string | undefined {
  return sessionStorage.getItem(NAME) ?? undefined;
}

export function saveKey(key: string): void {
  sessionStorage.setItem(NAME, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
}
