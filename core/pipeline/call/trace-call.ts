import type { Span } from '../../tracing/span.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Attempt, AttemptResult, CallResult } from './call-result.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * One call of a model as a span with the names of OpenTelemetry's GenAI conventions, and no content.
 * @param run gets the span that its attempts belong under.
 */
export async function traceCall(
  { entry: { model, provider } }: PlannedCall,
  { span: parent, role }: RequestContext,
  run: (span: Span) => Promise<CallResult>,
): Promise<CallResult> {
  const span = parent.child(role === 'judge' ? `judge ${model.id}` : `chat ${model.id}`, 'internal', {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider.telemetryName,
    'gen_ai.request.model': model.id,
    'assay.role': role,
  });
  try {
    const result = await run(span);
    const { outcome, usage, attempts, chargeMicroCredits } = result;
    span.set({
      'gen_ai.usage.input_tokens': usage?.tokensIn,
      'gen_ai.usage.output_tokens': usage?.tokensOut,
      'assay.attempts': attempts,
      'assay.charge_micro_credits': chargeMicroCredits,
    });
    if ('fault' in outcome) span.fail(outcome.fault.code);
    return result;
  } finally {
    span.end();
  }
}

/** Traces one request to the provider. The span has its status and its fault, never its content. */
export async function traceAttempt(
  { planned, number }: Attempt,
  parent: Span,
  run: () => Promise<AttemptResult>,
): Promise<AttemptResult> {
  const span = parent.child('POST', 'client', {
    'http.request.method': 'POST',
    'http.request.resend_count': number - 1,
    'gen_ai.provider.name': planned.entry.provider.telemetryName,
  });
  try {
    const result = await run();
    if ('fault' in result.outcome) span.fail(result.outcome.fault.code);
    return result;
  } finally {
    span.end();
  }
}
