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
