import type { SearchDialect } from './filtered-page.ts';

/**
 * PostgreSQL cannot hold a NUL as text, and refuses half a surrogate pair: a stored request that has an escape of either
 * kind is not taken apart.
 */
const READABLE = (request: string): string => `${request} !~ '\\\\u(0000|[dD][89a-fA-F])'`;

/** How PostgreSQL searches prompts. A request that cannot be taken apart is searched as the JSON it is. */
export const POSTGRES_SEARCH: SearchDialect = {
  parameter: '$',
  jsonArray: 'json_agg',
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  // OFFSET keeps the prompt from being taken apart again for each word.
  promptHolds: (request, words) =>
    `NOT EXISTS (SELECT 1 FROM (
        SELECT coalesce(lower(CASE WHEN ${READABLE(request)} THEN ${request}::json ->> 'prompt' ELSE ${request} END), '') AS prompt OFFSET 0
      ) held, json_array_elements_text(${words}::json) AS asked(word) WHERE strpos(held.prompt, lower(asked.word)) = 0)`,
  promptStart: (request, characters) =>
    `CASE WHEN ${READABLE(request)} THEN substr(${request}::json ->> 'prompt', 1, ${characters}) END`,
};
