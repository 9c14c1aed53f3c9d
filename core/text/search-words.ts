/**
 * What a text must hold to be found by a search: each word of it, and each phrase in double quotes as it is.
 * @returns nothing where the search has no word.
 */
export function searchWords(search: string): readonly string[] {
  const found = search.matchAll(/"([^"]*\S[^"]*)"|\S+/g);
  return [...new Set([...found].map(([word, phrase]) => phrase ?? word))];
}
