import type { RequestBody } from '../../client/request-parts.ts';

type Use = 'models' | 'judges';

const NAME = 'assay-recent';
const MAX_MODELS = 5;

/** The models or judges used last in this browser, the latest first. */
export function recentModels(use: Use): readonly string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(`${NAME}-${use}`) ?? '[]');
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Saves the IDs of a request's models before earlier ones, but none under zero data retention. */
export function rememberModels(body: RequestBody): void {
  if (body['zero_data_retention'] === true) return;
  for (const use of ['models', 'judges'] as const) {
    const requested = Array.isArray(body[use]) ? body[use] : [];
    const ids = [...new Set([...requested.map(String), ...recentModels(use)])];
    localStorage.setItem(`${NAME}-${use}`, JSON.stringify(ids.slice(0, MAX_MODELS)));
  }
}

export function forgetRecentModels(): void {
  for (const use of ['models', 'judges']) localStorage.removeItem(`${NAME}-${use}`);
}
