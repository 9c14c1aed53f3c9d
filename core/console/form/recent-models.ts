type Use = 'models' | 'judges';

const NAME = 'assay-recent';
const MOST = 5;

/** The models that were last asked in this browser, or that judged last; the latest first. */
export function recentModels(use: Use): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${NAME}-${use}`) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Puts the models of a request before those of earlier ones. Only IDs are kept, and none under zero data retention. */
export function rememberModels(body: Readonly<Record<string, unknown>>): void {
  if (body['zero_data_retention'] === true) return;
  for (const use of ['models', 'judges'] as const) {
    const asked = Array.isArray(body[use]) ? body[use] : [];
    const ids = [...new Set([...asked.map(String), ...recentModels(use)])];
    localStorage.setItem(`${NAME}-${use}`, JSON.stringify(ids.slice(0, MOST)));
  }
}

export function forgetRecentModels(): void {
  for (const use of ['models', 'judges']) localStorage.removeItem(`${NAME}-${use}`);
}
