import type { DatabaseSync } from 'node:sqlite';
import type { SearchDialect } from './filtered-page.ts';

/** How SQLite searches prompts, with the functions of `addPromptSearch`. */
export const SQLITE_SEARCH: SearchDialect = {
  parameter: '?',
  jsonArray: 'json_group_array',
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  promptHolds: (request, words) => `prompt_holds(${request}, ${words})`,
  promptStart: (request, characters) => `substr(prompt_of(${request}), 1, ${characters})`,
};

/** SQLite's own functions know the capitals of ASCII alone. Call it on a thread: a stored request is parsed whole. */
export function addPromptSearch(database: DatabaseSync): void {
  database.function('prompt_of', { deterministic: true }, promptOf);
  database.function('prompt_holds', { deterministic: true }, (request, words) => {
    const prompt = promptOf(request).toLowerCase();
    return wordsOf(words).every((word) => prompt.includes(word.toLowerCase())) ? 1 : 0;
  });
}

function promptOf(request: unknown): string {
  const body: unknown = JSON.parse(String(request));
  if (typeof body !== 'object' || body === null || !('prompt' in body)) return '';
  return typeof body.prompt === 'string' ? body.prompt : '';
}

function wordsOf(json: unknown): readonly string[] {
  const words: unknown = JSON.parse(String(json));
  return Array.isArray(words) ? words.map(String) : [];
}
