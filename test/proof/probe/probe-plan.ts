/** How a store fails: what SQLite and PostgreSQL say where the disk is full, not writable, or broken. */
export const STORE_FAULTS = [
  { name: 'a full disk', sqliteCode: 13, postgresCode: '53100' },
  { name: 'a read-only store', sqliteCode: 8, postgresCode: '25006' },
  { name: 'an I/O error', sqliteCode: 10, postgresCode: '58030' },
] as const;

/** Calls of a provider go out at once, so theirs are the steps that are not alike from one run to the next. */
export const isCallStep = (step: string): boolean => /^(?:before|after) call /.test(step);

/** A plan for the probe inside a gateway. Each new plan counts steps from 0. */
export interface ProbePlan {
  /** Only these steps are counted, all by default. */
  readonly counts?: 'calls' | 'others';
  /** The step at which the process ends by SIGKILL. */
  readonly killAt?: number;
  /** The step that throws, and the index in `STORE_FAULTS` of how. */
  readonly failAt?: number;
  readonly fault?: number;
  /** All later operations of the store fail too, except rollbacks, which write nothing. */
  readonly lasts?: boolean;
}

/** Where webhooks are sent: no step of a request. */
export const WEBHOOK_PATH = '/webhook';

/** Environment variables of a gateway that carries the probe. */
export const PLAN_VARIABLE = 'PROOF_PLAN';
export const STEPS_VARIABLE = 'PROOF_STEPS';
/** The line in the file of steps at which a new plan began. */
export const NEW_PLAN = 'new plan';
