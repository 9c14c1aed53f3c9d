import type { AuditNote } from '../administration/audit.ts';
import { createAdminToken, noteChange, record, revokeAdminToken } from './administration.ts';
import { setLabel, vote } from './annotations.ts';
import type { Database, Done } from './database.ts';
import { eraseAccount, eraseRequest, eraseSome, forgetKeys, pruneAnswers, prunePrompts } from './erase.ts';
import {
  claimEvents,
  forgetEvents,
  pruneEvents,
  removeWebhook,
  retryDead,
  retryEvent,
  setWebhook,
  takeAlerts,
} from './outbox.ts';

/** Storing texts locks the same rows in another order, so these steps wait for it, and then see the stored texts. */
const TEXT_STEPS = { eraseAccount, eraseRequest, eraseSome, pruneAnswers, prunePrompts, setLabel, vote };

const OUTBOX_STEPS = {
  claimEvents,
  forgetEvents,
  pruneEvents,
  removeWebhook,
  retryDead,
  retryEvent,
  setWebhook,
  takeAlerts,
};

/** Changes that do not touch money. Each is a short transaction, so that nothing waits long for it. */
const STEPS = {
  ...TEXT_STEPS,
  ...OUTBOX_STEPS,
  createAdminToken,
  forgetKeys,
  record,
  revokeAdminToken,
};

type Steps = typeof STEPS;
export type StepKind = keyof Steps;

type StepInput<Kind extends StepKind> =
  Parameters<Steps[Kind]> extends [Database, infer Input] ? Input : unknown;

/** The input of a step. A step of an operator has a note for the audit log. */
export type LedgerStep = {
  readonly [Kind in StepKind]: {
    readonly kind: Kind;
    readonly audit?: AuditNote | undefined;
  } & StepInput<Kind>;
}[StepKind];

export type StepOf<Kind extends StepKind> = Extract<LedgerStep, { readonly kind: Kind }>;

export type DoneOf<Kind extends StepKind> = Awaited<ReturnType<Steps[Kind]>>;

/** Whether a step is about webhooks or their events. */
export function isOfOutbox({ kind }: LedgerStep): boolean {
  return kind in OUTBOX_STEPS;
}

/**
 * Runs a step inside its caller's transaction. If it changed anything, the change is noted in the audit log.
 * @throws LedgerError `account-unknown`, or the driver's error.
 */
export async function runStep(database: Database, step: LedgerStep): Promise<Done> {
  if (step.kind in TEXT_STEPS && database.lockTexts !== undefined) await database.query(database.lockTexts);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the step is of the kind that the function takes
  const run = STEPS[step.kind] as (database: Database, step: LedgerStep) => Promise<Done>;
  const done = await run(database, step);
  if (step.audit !== undefined && done.rows > 0) await noteChange(database, step.audit);
  return done;
}

/**
 * Repeats a step until nothing is left to do. It ends, because every step but the last changes rows.
 * @returns how many rows were changed.
 */
export async function repeatStep(runOnce: () => Promise<Done>): Promise<number> {
  let rows = 0;
  for (;;) {
    const done = await runOnce();
    rows += done.rows;
    if (done.isLast) return rows;
  }
}
