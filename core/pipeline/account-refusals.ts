import { GatewayError } from '../errors.ts';

/** A caller can only ask the operator, so the message also tells the operator what to do. */
export function accountSuspended(): GatewayError {
  return new GatewayError('account-suspended', {
    detail:
      'Ask the operator of this gateway, who can end the suspension with "assay account resume NAME". The same key then works again; nothing was run or charged.',
  });
}
