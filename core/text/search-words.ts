/**
 * The words and the phrases in double quotes that a text must contain to match a search.
 * @returns an empty list if the search has no word.
 */
export function searchWords(search: string): readonly string[] {
  const matches = search.matchAll(/"([^"]*\S[^"]*)"|\S+/g);
  return [...new Set([...matches].map(([word, phrase]) => phrase ?? word))];
}
