/** @import { Draft } from './draft.js' */
/** @import { Store } from '../frame/store.js' */
import { EMPTY_DRAFT } from './draft.js';

/** As the key: it ends with the tab. */
const NAME = 'assay-draft';
/** Session storage takes about 5 million characters; a longer draft is not kept. */
const MAX_CHARACTERS = 1_000_000;
const SETTLE_MS = 300;

/**
 * The draft from before a reload, without its files.
 * @returns {Partial<Draft>} Nothing where none was kept.
 */
export function keptDraft() {
  try {
    /** @type {unknown} */
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
    return typeof kept === 'object' && kept !== null ? onlyAlike(kept) : {};
  } catch {
    return {};
  }
}

/**
 * What has the type that the draft has there; an older page may have written otherwise.
 * @param {object} kept
 * @returns {Partial<Draft>}
 */
function onlyAlike(kept) {
  const members = Object.entries(EMPTY_DRAFT).filter(([name, empty]) => {
    const value = Reflect.get(kept, name);
    return typeof value === typeof empty && value !== null && Array.isArray(value) === Array.isArray(empty);
  });
  return Object.fromEntries(members.map(([name]) => [name, Reflect.get(kept, name)]));
}

/**
 * Keeps the draft through reloads. Of a draft under zero data retention only that is kept.
 * @param {Store<Draft>} draft
 */
export function keepDraft(draft) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const keep = () => {
    clearTimeout(timer);
    const { files: _files, ...now } = draft.get();
    // That it is not to be stored must not be lost by a reload.
    const json = JSON.stringify(now.zeroDataRetention ? { zeroDataRetention: true } : now);
    if (json.length > MAX_CHARACTERS) forgetDraft();
    else sessionStorage.setItem(NAME, json);
  };
  draft.subscribe((now, before) => {
    if (now.zeroDataRetention) keep();
    else if (now !== before) {
      clearTimeout(timer);
      timer = setTimeout(keep, SETTLE_MS);
    }
  });
  // What was typed within the last moment.
  addEventListener('pagehide', () => {
    if (timer !== undefined && sessionStorage.getItem('assay-key') !== null) keep();
  });
}

export function forgetDraft() {
  sessionStorage.removeItem(NAME);
}
