/**
 * What a reader finds of two answers: their places in the run, in the order they were shown.
 * @typedef {object} Vote
 * @property {number} a
 * @property {number} b
 * @property {'a' | 'b' | 'tie'} winner
 */

const NAME = 'assay-votes';
/** Runs whose votes are kept; the oldest give way. */
const MAX_RUNS = 500;

/** Votes on runs that nothing may be stored of; they end with the page. */
/** @type {Map<string, readonly Vote[]>} */
const unstored = new Map();

/**
 * The reader's votes on a run. They are kept in this browser: IDs and places, no text.
 * @param {string} promptLogId
 * @returns {readonly Vote[]}
 */
export function votesOn(promptLogId) {
  return unstored.get(promptLogId) ?? stored().get(promptLogId) ?? [];
}

/** @returns {readonly string[]} The runs that have votes here, the last one first. */
export function votedRuns() {
  return [...stored().keys()].toReversed();
}

/**
 * Keeps a vote, in place of an earlier one on the same two answers.
 * @param {string} promptLogId
 * @param {Vote} vote
 * @param {boolean} mayStore Whether the run's own texts are stored.
 */
export function putVote(promptLogId, vote, mayStore) {
  const votes = votesOn(promptLogId);
  const isNew = !votes.some((given) => isOnPair(given, vote));
  const changed = isNew ? [...votes, vote] : votes.map((given) => (isOnPair(given, vote) ? vote : given));
  keep(promptLogId, changed, mayStore);
}

/**
 * Forgets the vote on two answers, which can be voted on again.
 * @param {string} promptLogId
 * @param {Pick<Vote, 'a' | 'b'>} pair
 * @param {boolean} mayStore Whether the run's own texts are stored.
 */
export function takeBackVote(promptLogId, pair, mayStore) {
  const left = votesOn(promptLogId).filter((given) => !isOnPair(given, pair));
  keep(promptLogId, left, mayStore);
}

/**
 * @param {string} promptLogId
 * @param {readonly Vote[]} votes
 * @param {boolean} mayStore
 */
function keep(promptLogId, votes, mayStore) {
  if (!mayStore) {
    unstored.set(promptLogId, votes);
    return;
  }
  const all = stored();
  all.delete(promptLogId);
  if (votes.length > 0) all.set(promptLogId, votes);
  localStorage.setItem(NAME, JSON.stringify([...all].slice(-MAX_RUNS)));
}

/**
 * @param {Pick<Vote, 'a' | 'b'>} one
 * @param {Pick<Vote, 'a' | 'b'>} other
 */
function isOnPair(one, other) {
  return (one.a === other.a && one.b === other.b) || (one.a === other.b && one.b === other.a);
}

/** @returns {Map<string, readonly Vote[]>} */
function stored() {
  try {
    /** @type {unknown} */
    const entries = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return new Map(Array.isArray(entries) ? entries.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

/**
 * @param {unknown} entry
 * @returns {entry is [string, readonly Vote[]]}
 */
function isEntry(entry) {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]);
}
