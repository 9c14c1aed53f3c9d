import { expect, it } from 'vitest';
import type { Attempt } from '../../../core/pipeline/call/call-result.ts';
import { billCutReply } from '../../../core/pipeline/call/cut-reply.ts';
import type { RequestContext } from '../../../core/pipeline/request-context.ts';
import { asTransportError, TransportError } from '../../../core/upstream/fault.ts';

/** Cuts a reply that would come whole; the rest of an attempt and of a context is not read. */
function cut(cause: TransportError, exchange: Attempt['exchange']) {
  const attempt = {
    planned: { entry: { provider: { id: 'droplets' }, readUsage: () => undefined } },
    stream: undefined,
    exchange,
    deadline: { signal: { isStopped: false } },
  } as unknown as Attempt;
  return billCutReply({ fault: cause.fault, cause, servedBy: undefined }, attempt, {} as RequestContext);
}

it('bills nothing if the provider stopped reading the request of a reply that would come whole', () => {
  const result = cut(new TransportError('timeout', undefined), { path: '/' });
  expect(result).toMatchObject({ usage: undefined, estimate: undefined });
  // It may be sent again.
  expect(result.isFinal).toBeUndefined();
});

it('bills nothing if TCP gave the connection up, as if the provider had reset it', () => {
  const lost = asTransportError(Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' }));
  const result = cut(lost, { isSentWhole: true });
  expect(result).toMatchObject({
    outcome: { fault: { code: 'timeout', retryable: true } },
    usage: undefined,
    estimate: undefined,
  });
  expect(result.isFinal).toBeUndefined();
});
