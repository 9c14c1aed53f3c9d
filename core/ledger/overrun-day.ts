const DAY_MS = 24 * 60 * 60 * 1_000;

/** Of what an account is charged in a day, the house bears this part in overruns before its holds become `worst`. */
export const MAX_OVERRUN_PERCENT = 1;

/** A tenth has to be free of what an account's open requests but one can cost beyond their holds. */
export const EXPOSURE_PER_FREE = 10;

/** The day by which an account's overruns are counted: days since 1970 in UTC. @param nowMs Unix milliseconds. */
export function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

/** Whether the house has borne too much of an account's overruns, both of one day in micro-credits. */
export function isOverrun(chargedMicroCredits: number, overrunMicroCredits: number): boolean {
  return BigInt(overrunMicroCredits) * 100n > BigInt(chargedMicroCredits) * BigInt(MAX_OVERRUN_PERCENT);
}
