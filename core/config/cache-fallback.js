/** Apart from the other variables: it is read before anything else is loaded. */
export const CACHE_FALLBACK = './data/cache';
