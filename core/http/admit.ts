import type { Request, RequestHandler, Response } from 'express';
import type { Ledger } from '../billing/ledger.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { limitRate, type LimitRateServices } from './limit-rate.ts';

export interface AdmitServices extends LimitRateServices {
  readonly ledger: Ledger;
}

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly caller: Caller;
}

/** Key, then rate: what every operation on an account passes first. The request counts as in flight until it ends. */
export function admit(
  services: AdmitServices,
  handle: (exchange: Exchange) => Promise<void>,
): RequestHandler {
  return async function admitted(request, response) {
    const caller = await authenticate(request, services.ledger);
    const admission = await limitRate(caller, response, services);
    try {
      await handle({ request, response, caller });
    } finally {
      await admission.release();
    }
  };
}
