/** Session storage ends with the tab; the key is put nowhere else. */
const NAME = 'assay-key';

/** @returns {string | undefined} */
export function savedKey() {
  return sessionStorage.getItem(NAME) ?? undefined;
}

/** @param {string} key */
export function saveKey(key) {
  sessionStorage.setItem(NAME, key);
}

export function forgetKey() {
  sessionStorage.removeItem(NAME);
}
