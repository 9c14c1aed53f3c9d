import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { Ledger, Reservation } from '../billing/ledger.ts';
import { GatewayError } from '../errors.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import { keepsNothing } from './ask-model.ts';
import { startDeadline } from './deadline.ts';
import { runChecked } from './run-checked.ts';
import { judgeOutputs } from './judge-outputs.ts';
import { planPrompt, type PromptPlan } from './plan-prompt.ts';
import type { PromptJob, PromptOutcome, PromptServices } from './prompt-job.ts';
import { recordPrompt, recordRun } from './record-run.ts';
import type { RunContext } from './run-model.ts';
import { settlePrompt } from './settle-prompt.ts';
import { toResult } from './to-result.ts';

/** The product: one prompt to many models, paid for exactly once. @throws GatewayError before anything is spent. */
export async function runPrompt(job: PromptJob, services: PromptServices): Promise<PromptResponse> {
  const startedAt = performance.now();
  const { metrics, ledger } = services;
  const rates = { markupMilli: job.account.markupMilli, microCreditsPerUsd: services.microCreditsPerUsd };
  const plan = await planPrompt(job.prompt, {
    ...services,
    rates,
    account: job.account,
    keepsNothing: keepsNothing(job.prompt, job.account),
    code: randomBytes(16).toString('hex'),
  });
  const reservation = {
    requestId: services.newId(),
    accountId: job.account.id,
    holdMicroCredits: plan.holdMicroCredits,
  };
  await reserve(reservation, ledger);
  const held = creditsFromMicroCredits(plan.holdMicroCredits);
  metrics.creditsReserved.inc(held);
  job.watcher.reserved();
  const deadline = startDeadline(services.requestTimeoutMs);
  try {
    const context: Omit<RunContext, 'role'> = {
      ...services,
      rates,
      deadline: deadline.signal,
      abandoned: job.abandoned,
    };
    const outcome = await runAll(plan, job, { services, context }).catch((cause: unknown) =>
      giveBack(reservation, ledger, cause),
    );
    const response = await settlePrompt({ reservation, outcome, job }, services);
    recordPrompt(metrics, outcome, performance.now() - startedAt);
    return response;
  } finally {
    deadline.end();
    metrics.creditsReserved.dec(held);
  }
}

/** Durable before the first byte to a provider. @throws GatewayError 402 with the hold: topping up to it suffices. */
async function reserve(reservation: Reservation, ledger: Ledger): Promise<void> {
  const outcome = await ledger.reserve(reservation).catch((cause: unknown) => {
    const detail = 'The ledger cannot take a hold now: nothing was run or charged.';
    throw new GatewayError('unavailable', { detail, headers: { 'Retry-After': '1' }, cause });
  });
  if (outcome.reserved) return;
  throw new GatewayError('insufficient-balance', {
    detail:
      'The free balance is below what this request could cost. Top up, send fewer models, or lower maxTokens.',
    members: {
      estimatedCreditsRequired: creditsFromMicroCredits(reservation.holdMicroCredits),
      creditsAvailable: creditsFromMicroCredits(outcome.availableMicroCredits),
    },
  });
}

/** A fault of ours between hold and charge costs the caller nothing. */
async function giveBack({ requestId }: Reservation, ledger: Ledger, cause: unknown): Promise<never> {
  await ledger.void(requestId);
  throw cause;
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
  const outputs = plan.calls.map(async (call, index) => {
    const checked = await runChecked(
      call,
      { ...context, role: 'contestant' },
      { schema: plan.schema, pool: services.pool },
    );
    recordRun(services.metrics, checked.run, 'contestant');
    job.watcher.result(toResult(checked), index);
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
