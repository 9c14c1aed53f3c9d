/**
 * The key that the address brings after its `#`, which no server is sent. It is taken out of the address at once.
 * @returns undefined where there is none.
 */
export function takeKeyFromAddress(): string | undefined {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return key;
}

/** Session storage ends with the tab; the key is put nowhere else. */
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
