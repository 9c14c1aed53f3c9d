import { expect, it } from 'vitest';
import type { Attempt } from '../../../core/pipeline/call/call-result.ts';
import { billCutReply } from '../../../core/pipeline/call/cut-reply.ts';
import type { RequestContext } from '../../../core/pipeline/request-context.ts';
import { faultOf, TransportError } from '../../../core/upstream/fault.ts';

it('bills nothing if the provider stopped reading the request of a reply that would come whole', () => {
  // The rest of an attempt and of a context is not read.
  const attempt = {
    planned: { entry: { provider: { id: 'droplets' }, readUsage: () => undefined } },
    stream: undefined,
    exchange: { path: '/' },
    deadline: { signal: { isStopped: false } },
  } as unknown as Attempt;
  const cut = {
    fault: faultOf('timeout'),
    cause: new TransportError('timeout', undefined),
    servedBy: undefined,
  };
  const result = billCutReply(cut, attempt, {} as RequestContext);
  expect(result).toMatchObject({ usage: undefined, estimate: undefined });
  // It may be sent again.
  expect(result.isFinal).toBeUndefined();
});
