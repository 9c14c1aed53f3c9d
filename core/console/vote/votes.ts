/** What a reader finds of two answers: their places in the run, in the order they were shown. */
export interface Vote {
  readonly a: number;
  readonly b: number;
  readonly winner: 'a' | 'b' | 'tie';
}

const NAME = 'assay-votes';
/** Runs whose votes are kept; the oldest give way. */
const MAX_RUNS = 500;

/** Votes on runs that nothing may be stored of; they end with the page. */
const unstored = new Map<string, readonly Vote[]>();

/** The reader's votes on a run. They are kept in this browser: IDs and places, no text. */
export function votesOn(promptLogId: string): readonly Vote[] {
  return unstored.get(promptLogId) ?? stored().get(promptLogId) ?? [];
}

/** @returns the runs that have votes here, the last one first. */
export function votedRuns(): readonly string[] {
  return [...stored().keys()].toReversed();
}

/**
 * Keeps a vote, in place of an earlier one on the same two answers.
 * @param mayStore whether the run's own texts are stored.
 */
export function putVote(promptLogId: string, vote: Vote, mayStore: boolean): void {
  const votes = votesOn(promptLogId);
  const isNew = !votes.some((given) => isOnPair(given, vote));
  const changed = isNew ? [...votes, vote] : votes.map((given) => (isOnPair(given, vote) ? vote : given));
  keep(promptLogId, changed, mayStore);
}

/**
 * Forgets the vote on two answers, which can be voted on again.
 * @param mayStore whether the run's own texts are stored.
 */
export function takeBackVote(promptLogId: string, pair: Pick<Vote, 'a' | 'b'>, mayStore: boolean): void {
  const left = votesOn(promptLogId).filter((given) => !isOnPair(given, pair));
  keep(promptLogId, left, mayStore);
}

function keep(promptLogId: string, votes: readonly Vote[], mayStore: boolean): void {
  if (!mayStore) {
    unstored.set(promptLogId, votes);
    return;
  }
  const all = stored();
  all.delete(promptLogId);
  if (votes.length > 0) all.set(promptLogId, votes);
  localStorage.setItem(NAME, JSON.stringify([...all].slice(-MAX_RUNS)));
}

function isOnPair(one: Pick<Vote, 'a' | 'b'>, other: Pick<Vote, 'a' | 'b'>): boolean {
  return (one.a === other.a && one.b === other.b) || (one.a === other.b && one.b === other.a);
}

function stored(): Map<string, readonly Vote[]> {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return new Map(Array.isArray(entries) ? entries.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

function isEntry(entry: unknown): entry is [string, readonly Vote[]] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]);
}
