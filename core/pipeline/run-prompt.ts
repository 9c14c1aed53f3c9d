import { performance } from 'node:perf_hooks';
import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { Reservation } from '../billing/ledger.ts';
import { keepsNothing } from './ask-model.ts';
import { startDeadline } from './deadline.ts';
import { giveBack } from './give-back.ts';
import { runChecked } from './run-checked.ts';
import { judgeOutputs } from './judge-outputs.ts';
import { planPrompt, type PromptPlan } from './plan-prompt.ts';
import type { PromptJob, PromptOutcome, PromptServices } from './prompt-job.ts';
import { recordPrompt, recordRun } from './record-run.ts';
import { reservePrompt } from './reserve-prompt.ts';
import type { RunContext } from './run-model.ts';
import { settlePrompt } from './settle-prompt.ts';
import { inSpan } from '../tracing/span.ts';

/** What is sent for a request. */
export interface PromptAnswer {
  /** A `PromptResponse` as JSON text: the bytes of the first answer are the bytes of every repetition. */
  readonly json: string;
  /** The request was answered before, under its idempotency key; nothing was run or charged now. */
  readonly replayed: boolean;
}

/** The product: one prompt to many models, paid for exactly once. @throws GatewayError before anything is spent. */
export async function runPrompt(job: PromptJob, services: PromptServices): Promise<PromptAnswer> {
  const startedAt = performance.now();
  const { metrics, ledger } = services;
  const plan = await planPrompt(job.prompt, job.account, services);
  const reservation: Reservation = {
    requestId: services.newId(),
    accountId: job.account.id,
    holdMicroCredits: plan.hold.microCredits,
    zeroDataRetention: keepsNothing(job.prompt, job.account),
    idempotency: job.idempotency,
  };
  const { span } = job;
  const earlier = await inSpan(span, 'ledger reserve', () => reservePrompt(reservation, services));
  if (earlier !== undefined) return { json: earlier, replayed: true };
  const held = creditsFromMicroCredits(plan.hold.microCredits);
  metrics.creditsReserved.inc(held);
  job.watcher.reserved();
  const deadline = startDeadline(services.requestTimeoutMs);
  try {
    // No more than every run needs: each makes its own of it.
    const context: Omit<RunContext, 'role'> = {
      upstream: services.upstream,
      metrics,
      random: services.random,
      rates: plan.rates,
      deadline,
      abandoned: job.abandoned,
      span,
    };
    const json = await runAll(plan, job, { services, context })
      .then(async (outcome) => {
        const settled = await inSpan(span, 'ledger settle', () =>
          settlePrompt({ reservation, outcome, job }, services),
        );
        recordPrompt(metrics, outcome, performance.now() - startedAt);
        return settled;
      })
      .catch(async (cause: unknown) => {
        // A fault of ours between hold and charge costs the caller nothing; where the charge stands, this changes nothing.
        await ledger.void(reservation.requestId).catch(() => void giveBack(reservation.requestId, ledger));
        throw cause;
      });
    return { json, replayed: false };
  } finally {
    deadline.forget();
    metrics.creditsReserved.dec(held);
  }
}

interface RunScope {
  readonly services: PromptServices;
  readonly context: Omit<RunContext, 'role'>;
}

/** All models at once, and every pair judged from the moment both its outputs exist. */
async function runAll(
  plan: PromptPlan,
  job: PromptJob,
  { services, context }: RunScope,
): Promise<PromptOutcome> {
  const contestant = { ...context, role: 'contestant' } as const;
  const check = { schema: plan.schema, pool: services.pool };
  const outputs = plan.calls.map(async (call, index) => {
    const checked = await runChecked(call, contestant, check);
    recordRun(services.metrics, checked.run, 'contestant');
    job.watcher.result(checked, index);
    return checked;
  });
  const judging = judgeOutputs(
    {
      seats: plan.seats,
      outputs,
      weights: plan.weights,
      timeoutMs: services.judgeTimeoutMs,
      onJudged({ evaluation, calls }) {
        for (const call of calls) recordRun(services.metrics, call, 'judge');
        job.watcher.evaluation(evaluation);
      },
    },
    { ...context, role: 'judge' },
  );
  const [runs, judged] = await Promise.all([Promise.all(outputs), judging]);
  return { runs, judged };
}
