import type { OutputMistake } from '../../schema/first-mistake.ts';
import { likelyTokens, likelyTokensOfLong } from '../../text/likely-tokens.ts';
import { TransportError } from '../../upstream/fault.ts';
import { rejectIfStopped } from '../../upstream/stop-signal.ts';
import { type PlannedCall, withTurns } from '../plan/plan-call.ts';
import { fitContext } from '../plan/plan-settings.ts';
import type { Warning } from '../plan/warning.ts';
import { callModel } from './call-model.ts';
import type { CallResult } from './call-result.ts';
import { addUsage } from '../../billing/read-usage.ts';
import type { RequestContext } from '../request-context.ts';
import { USAGE_MISSING } from './to-result.ts';

/**
 * Runs one call of a request with a schema and checks its output, even if the provider enforces the schema. A model
 * that got the schema as an instruction and did not keep to it is asked once more, and the caller pays for both calls.
 */
export async function callForSchema(planned: PlannedCall, context: RequestContext): Promise<CallResult> {
  const first = await checkOutput(await callModel(planned, context), context);
  const correction = first.schemaValid === false ? correctedCall(first) : undefined;
  if (correction === undefined) return first;
  context.listener?.restart();
  const second = await checkOutput(await callModel(correction, context), context);
  // A correction that is no better is dropped.
  return second.schemaValid === true ? sumCalls(second, first) : sumCalls(first, second);
}

async function checkOutput(result: CallResult, context: RequestContext): Promise<CallResult> {
  const { outcome, planned } = result;
  const { services, account, prompt, deadline } = context;
  const { response_schema: schema } = prompt.request;
  // A call of a function is no answer yet: the schema is for the text that ends the loop.
  const isAnswer = 'text' in outcome && outcome.calls === undefined;
  if (!isAnswer || schema === undefined || planned.fitted === undefined) return result;
  const { enforcement, wrapped } = planned.fitted;
  const output = { text: outcome.text, enforcement, wrapped };
  const checking = services.pool.checkSchema({ schema, output }, account.id, deadline.signal);
  const check = await rejectIfStopped(checking, deadline.signal).catch((error: unknown) => {
    if (error instanceof TransportError) return error.code;
    throw error;
  });
  if (typeof check === 'string' || !('text' in check))
    return { ...result, warnings: [...result.warnings, NOT_CHECKED] };
  return {
    ...result,
    outcome: { ...outcome, text: check.text },
    schemaValid: check.valid,
    ...(!check.valid && { notSatisfied: notSatisfied(check.mistake) }),
  };
}

function notSatisfied(mistake: OutputMistake | 'not_json' | undefined): Warning {
  const why =
    mistake === undefined
      ? 'the output does not satisfy the schema'
      : mistake === 'not_json'
        ? 'the output is not JSON'
        : `the output does not satisfy ${mistake.keyword} at ${mistake.pointer === '' ? 'its root' : mistake.pointer}`;
  return { code: 'schema_not_satisfied', pointer: '/response_schema', message: why };
}

const NOT_CHECKED: Warning = {
  code: 'schema_not_checked',
  pointer: '/response_schema',
  message: 'the output could not be checked against the schema in time',
};

/** The costs of two calls as one; everything else is of the call whose outcome is used. */
function sumCalls(used: CallResult, dropped: CallResult): CallResult {
  const usage = addUsage([used.usage, dropped.usage]);
  // A count that is missing in either call is missing in the sum.
  const isUncounted = [used, dropped].some(({ warnings }) => warnings.includes(USAGE_MISSING));
  return {
    ...used,
    warnings:
      isUncounted && usage !== undefined
        ? [...used.warnings.filter((warning) => warning !== USAGE_MISSING), USAGE_MISSING_ONCE]
        : used.warnings,
    usage,
    billedUsage: addUsage([used.billedUsage, dropped.billedUsage]),
    attempts: used.attempts + dropped.attempts,
    upstreamMs: used.upstreamMs + dropped.upstreamMs,
    providerCostNanoUsd: used.providerCostNanoUsd + dropped.providerCostNanoUsd,
    chargeMicroCredits: used.chargeMicroCredits + dropped.chargeMicroCredits,
    absorbedMicroCredits: used.absorbedMicroCredits + dropped.absorbedMicroCredits,
  };
}

const USAGE_MISSING_ONCE: Warning = {
  code: 'usage_missing',
  pointer: '',
  message:
    'the provider reported no readable token counts for one of two calls, so nothing is charged for that call',
};

/** The instruction to a model whose answer did not keep to a schema that it got as an instruction. */
export const CORRECTION =
  'Your answer does not satisfy the JSON Schema. Answer again with one JSON value that does: every required property, no other, and nothing before or after it.';

/**
 * Plans the call that asks once more, after the answer that did not keep to the schema.
 * @returns undefined if a second call would not help, because the provider enforces the schema or the answer was cut or
 * refused.
 */
function correctedCall({ planned, outcome }: CallResult): PlannedCall | undefined {
  if (
    planned.fitted?.enforcement !== 'instruction' ||
    !('text' in outcome) ||
    outcome.finishReason !== 'stop'
  )
    return undefined;
  if (outcome.text.trim() === '') return undefined;
  const corrected = withTurns(planned, [
    { role: 'assistant', text: outcome.text, cacheBreakpoint: false },
    { role: 'user', text: CORRECTION, cacheBreakpoint: false },
  ]);
  const { call, warnings: planWarnings, textBytes } = corrected;
  const textTokens = planned.textTokens + likelyTokensOfLong(outcome.text) + likelyTokens(CORRECTION);
  const { settings, warnings } = fitContext(
    { settings: call.settings, warnings: planWarnings },
    call,
    textBytes + planned.fitted.schemaBytes,
  );
  return { ...corrected, call: { ...call, settings }, warnings, textTokens };
}
