import type { Span } from '../../tracing/span.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Attempted } from './attempt-call.ts';

/** Of a run, what its span tells. */
type Traced = Pick<Attempted, 'outcome' | 'usage' | 'attempts'> & { readonly chargeMicroCredits: number };

/**
 * One model run as a span with the names of OpenTelemetry's GenAI conventions, and no content.
 * @param run is given the span its attempts belong under.
 */
export async function traceRun<Run extends Traced>(
  { entry: { model, provider } }: PlannedCall,
  { span: parent, role }: { readonly span: Span; readonly role: string },
  run: (span: Span) => Promise<Run>,
): Promise<Run> {
  const span = parent.child(role === 'judge' ? `judge ${model.id}` : `chat ${model.id}`, 'internal', {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider.telemetryName,
    'gen_ai.request.model': model.id,
    'assay.role': role,
  });
  try {
    const ended = await run(span);
    const { outcome, usage, attempts, chargeMicroCredits } = ended;
    span.set({
      'gen_ai.usage.input_tokens': usage?.tokensIn,
      'gen_ai.usage.output_tokens': usage?.tokensOut,
      'assay.attempts': attempts,
      'assay.charge_micro_credits': chargeMicroCredits,
    });
    if ('fault' in outcome) span.fail(outcome.fault.code);
    return ended;
  } finally {
    span.end();
  }
}
