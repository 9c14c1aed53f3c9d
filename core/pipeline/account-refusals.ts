import { GatewayError } from '../errors.ts';

/** A caller can only ask the operator, so the message also tells the operator what to do. */
export function accountSuspended(): GatewayError {
  return new GatewayError('account-suspended', {
    detail:
      'Ask the operator of this gateway, who can end the suspension with "assay account resume NAME". The same key then works again; nothing was run or charged.',
  });
}

/** The account owed too much today that it could not pay, although its requests held the most they can cost. */
export function accountOverrun(): GatewayError {
  return new GatewayError('account-suspended', {
    detail:
      'This account’s requests have cost more today than it could pay, although they held the most they can cost. It can send requests again from 00:00 UTC. The operator of this gateway can end this earlier with "assay account resume NAME"; nothing was run or charged.',
  });
}
