import type { Store } from '../shell/store.ts';
import { savedKey } from '../shell/session-key.ts';
import { EMPTY_DRAFT, type Draft } from './draft.ts';

/** As the key: it ends with the tab. */
const NAME = 'assay-draft';
/** Session storage takes about 5 million characters; a longer draft is not kept. */
const MAX_CHARACTERS = 1_000_000;
const SETTLE_MS = 300;

/**
 * The draft from before a reload, without its files.
 * @returns nothing where none was kept.
 */
export function keptDraft(): Partial<Draft> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
    return typeof kept === 'object' && kept !== null ? onlyAlike(kept) : {};
  } catch {
    return {};
  }
}

/** What has the type that the draft has there; an older page may have written otherwise. */
function onlyAlike(kept: object): Partial<Draft> {
  const members = Object.entries(EMPTY_DRAFT).filter(([name, empty]) => {
    const value = Reflect.get(kept, name);
    return typeof value === typeof empty && value !== null && Array.isArray(value) === Array.isArray(empty);
  });
  return Object.fromEntries(members.map(([name]) => [name, Reflect.get(kept, name)]));
}

/**
 * Keeps the draft through reloads. Of a draft under zero data retention only that is kept. That it is off is kept only
 * where the account has it on, and for the same key: what another account retains is its own matter.
 */
export function keepDraft(draft: Store<Draft>, account: { readonly zeroDataRetention: boolean }): void {
  const key = savedKey();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    if (isForgotten) return;
    const { files: _files, zeroDataRetention, ...texts } = draft.get();
    const isTurnedOff = account.zeroDataRetention && savedKey() === key;
    // That it is not to be stored must not be lost by a reload.
    const json = JSON.stringify(
      zeroDataRetention ? { zeroDataRetention } : { ...texts, ...(isTurnedOff && { zeroDataRetention }) },
    );
    if (json.length > MAX_CHARACTERS) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, json);
  };
  draft.subscribe((now, before) => {
    if (now.zeroDataRetention) keep();
    else if (now !== before) {
      clearTimeout(timer);
      timer = setTimeout(keep, SETTLE_MS);
    }
  });
  // It may have been kept under an account that retains.
  if (draft.get().zeroDataRetention) keep();
  // What was typed within the last moment.
  addEventListener('pagehide', () => {
    if (timer !== undefined && savedKey() !== undefined) keep();
  });
}

/** Forgets that zero data retention was turned off: the next key's account decides. */
export function forgetTurnedOff(): void {
  const { zeroDataRetention, ...texts } = keptDraft();
  if (zeroDataRetention === false) sessionStorage.setItem(NAME, JSON.stringify(texts));
}

export function hasKeptDraft(): boolean {
  return sessionStorage.getItem(NAME) !== null;
}

/** Until the page is loaded anew: what was to be kept a moment later is not kept either. */
let isForgotten = false;

export function forgetDraft(): void {
  isForgotten = true;
  sessionStorage.removeItem(NAME);
}
