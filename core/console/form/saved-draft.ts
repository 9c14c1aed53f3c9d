import { objectOf } from '../../client/request-parts.ts';
import type { Store } from '../shell/store.ts';
import { savedKey } from '../shell/session-key.ts';
import { EMPTY_DRAFT, type Draft } from './draft.ts';

/** Session storage ends with the tab. */
const NAME = 'assay-draft';
/** Session storage takes about 5 million characters; a longer draft is not saved. */
const MAX_CHARACTERS = 1_000_000;
const SAVE_DELAY_MS = 300;

/**
 * The draft from before a reload, without its files.
 * @returns an empty draft if none was saved.
 */
export function savedDraft(): Partial<Draft> {
  try {
    return validFields(objectOf(JSON.parse(sessionStorage.getItem(NAME) ?? '{}')));
  } catch {
    return {};
  }
}

/** The fields with the types of a draft; another version of the page may have saved other types. */
function validFields(saved: Readonly<Record<string, unknown>>): Partial<Draft> {
  const members = Object.entries(EMPTY_DRAFT).filter(([name, empty]) => {
    const value = saved[name];
    return typeof value === typeof empty && value !== null && Array.isArray(value) === Array.isArray(empty);
  });
  return Object.fromEntries(members.map(([name]) => [name, saved[name]]));
}

/**
 * Saves the draft for reloads. Under zero data retention only that setting is saved. The setting "off" is saved only if
 * the account's default is "on", and for the same key, because another account may have another default.
 */
export function saveDraft(draft: Store<Draft>, account: { readonly zeroDataRetention: boolean }): void {
  const key = savedKey();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    if (isForgotten) return;
    const { files: _files, zeroDataRetention, ...texts } = draft.get();
    const isTurnedOff = account.zeroDataRetention && savedKey() === key;
    // A reload must not turn zero data retention off.
    const json = JSON.stringify(
      zeroDataRetention ? { zeroDataRetention } : { ...texts, ...(isTurnedOff && { zeroDataRetention }) },
    );
    if (json.length > MAX_CHARACTERS) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, json);
  };
  draft.subscribe((now, before) => {
    if (now.zeroDataRetention) save();
    else if (now !== before) {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    }
  });
  // The draft may have been saved for an account that retains texts.
  if (draft.get().zeroDataRetention) save();
  // Saves the latest input, whose timer has not fired yet.
  addEventListener('pagehide', () => {
    if (timer !== undefined && savedKey() !== undefined) save();
  });
}

/** Forgets that zero data retention was turned off, so that the next key's account decides. */
export function forgetRetentionOff(): void {
  const { zeroDataRetention, ...texts } = savedDraft();
  if (zeroDataRetention === false) sessionStorage.setItem(NAME, JSON.stringify(texts));
}

export function hasSavedDraft(): boolean {
  return sessionStorage.getItem(NAME) !== null;
}

/** Stops pending saves until the page is reloaded. */
let isForgotten = false;

export function forgetDraft(): void {
  isForgotten = true;
  sessionStorage.removeItem(NAME);
}
