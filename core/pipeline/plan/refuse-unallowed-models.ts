import { GatewayError } from '../../errors.ts';
import { mayAsk } from '../../ledger/listed-key.ts';
import type { RequestContext } from '../request-context.ts';

/** @throws GatewayError 403 naming each model that the key may not ask. */
export function refuseUnallowedModels({ account, prompt: { request } }: RequestContext): void {
  const named = [
    ...request.models.map((id, index) => ({ id, pointer: `/models/${index}` })),
    ...(request.judges ?? []).map((id, index) => ({ id, pointer: `/judges/${index}` })),
  ];
  const refused = named.filter(({ id }) => !mayAsk(account, id));
  if (refused.length === 0) return;
  throw new GatewayError('model-not-allowed', {
    detail: `This key may not ask ${[...new Set(refused.map(({ id }) => id))].join(', ')}. Use another model, or ask the operator for a key that may.`,
    errors: refused.map(({ id, pointer }) => ({
      pointer,
      code: 'model_not_allowed',
      message: `this key may not ask ${id}`,
    })),
  });
}
