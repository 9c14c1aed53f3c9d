/** What a judge writes that prefers one answer, or neither. @param more members in place of these. */
export function verdictText(verdict: 'first' | 'second' | 'tie', more: object = {}): string {
  const notes = { first_notes: 'a', second_notes: 'b', reasoning: 'c' };
  return JSON.stringify({ ...notes, verdict, confidence: 0.5, ...more });
}
