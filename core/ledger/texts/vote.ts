/** Which of two stored answers a person of the account finds better. */
export interface Vote {
  /** Place of an answer in the request's `models`, from 0. */
  readonly a: number;
  /** Place of another one, greater than `a`: each pair has one vote. */
  readonly b: number;
  readonly winner: 'a' | 'b' | 'tie';
}

/** A vote, or with `null` its withdrawal. */
export type VoteChange = Pick<Vote, 'a' | 'b'> & { readonly winner: Vote['winner'] | null };

/** Votes kept of one request; beyond it the oldest give way. */
export const MAX_REQUEST_VOTES = 1_000;
/** The same of one account: as many labels as one calibration reads. */
export const MAX_ACCOUNT_VOTES = 10_000;
