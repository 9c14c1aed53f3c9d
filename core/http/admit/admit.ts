import type { Request, RequestHandler, Response } from 'express';
import type { Ledger } from '../../ledger/ledger.ts';
import { ClientGone } from '../../pipeline/client-gone.ts';
import type { Ending } from '../../upstream/ending.ts';
import { authenticate, type Caller } from './authenticate.ts';
import type { BodyBudget, BodyShare } from './body-budget.ts';
import { markKnown } from '../server/known-connections.ts';
import { limitRate, type LimitRateServices } from './limit-rate.ts';
import { watchClient, whenClosed } from './watch-client.ts';

export interface AdmitServices extends LimitRateServices {
  readonly ledger: Ledger;
  readonly bodies: BodyBudget;
}

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly caller: Caller;
  /** Over once the client has gone without its whole answer. */
  readonly gone: Ending;
  /** Given back when the handler has ended. */
  readonly body: BodyShare;
}

/**
 * Key, then rate: what every operation on an account passes first. The request counts as in flight until its response
 * is closed, so that an answer nobody reads counts too.
 */
export function admit(
  services: AdmitServices,
  handle: (exchange: Exchange) => Promise<void>,
): RequestHandler {
  return async function admitted(request, response) {
    const gone = watchClient(response);
    const caller = await authenticate(request, services.ledger);
    markKnown(request.socket);
    const admission = await limitRate(caller, response, services);
    whenClosed(response, () => void admission.release());
    if (gone.isOver) throw new ClientGone();
    const body = services.bodies.share(caller.account.id);
    try {
      await handle({ request, response, caller, gone, body });
    } finally {
      body.release();
    }
  };
}
