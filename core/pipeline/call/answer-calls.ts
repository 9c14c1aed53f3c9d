import type { CallDelta, CallHead, ReplyCall } from '../../contract.ts';
import { plainId } from '../../tools/call-id.ts';
import type { AnswerCall, AnswerCallDelta } from '../../tools/answer-call.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { RequestContext } from '../request-context.ts';

/** The calls of a reply as the client gets them. Their IDs are the same as those of the reply's deltas. */
export function answerCalls(
  calls: readonly ReplyCall[],
  planned: PlannedCall,
  context: RequestContext,
): readonly AnswerCall[] {
  return calls.map((call, index) => {
    const { id, isCarried } = clientId(call, index, planned, context);
    const { name, arguments: text } = call;
    return { id, name, arguments: text, ...(!isCarried && { isCarried }) };
  });
}

/** A delta as the client gets it. */
export function answerDelta(
  { index, begins, arguments: text }: CallDelta,
  planned: PlannedCall,
  context: RequestContext,
): AnswerCallDelta {
  if (begins === undefined) return { index, arguments: text };
  const { id } = clientId(begins, index, planned, context);
  return { index, begins: { id, name: begins.name }, arguments: text };
}

function clientId(
  { id, carried }: CallHead,
  index: number,
  { entry }: PlannedCall,
  { promptLogId, callIds }: RequestContext,
): { readonly id: string; readonly isCarried: boolean } {
  const plain = plainId(id, promptLogId, index);
  if (carried === undefined) return { id: plain, isCarried: true };
  const sealed = callIds?.seal(plain, entry.model.id, carried);
  return { id: sealed ?? plain, isCarried: sealed !== undefined };
}
