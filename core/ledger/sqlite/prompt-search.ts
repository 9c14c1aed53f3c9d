import type { DatabaseSync } from 'node:sqlite';

/**
 * Adds the SQL functions `prompt_of` and `prompt_contains`, because SQLite's own ignore the case of ASCII letters only.
 * Call it on a thread, because a logged request is parsed whole.
 */
export function addPromptSearch(database: DatabaseSync): void {
  database.function('prompt_of', { deterministic: true }, promptOf);
  database.function('prompt_contains', { deterministic: true }, (request, label, words) => {
    const texts = [promptOf(request), String(label ?? '')].map((text) => text.toLowerCase());
    const isFound = (word: string): boolean => texts.some((text) => text.includes(word.toLowerCase()));
    return wordsOf(words).every(isFound) ? 1 : 0;
  });
}

function promptOf(request: unknown): string {
  if (!(request instanceof Uint8Array)) return '';
  const body: unknown = JSON.parse(
    Buffer.from(request.buffer, request.byteOffset, request.byteLength).toString(),
  );
  if (typeof body !== 'object' || body === null || !('prompt' in body)) return '';
  return typeof body.prompt === 'string' ? body.prompt : '';
}

function wordsOf(json: unknown): readonly string[] {
  const words: unknown = JSON.parse(String(json));
  return Array.isArray(words) ? words.map(String) : [];
}
