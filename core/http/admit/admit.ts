import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from '../../api/operation.ts';
import { accountSuspended, GatewayError, rateLimited, unavailableNow } from '../../errors.ts';
import type { KeyHolder, Ledger } from '../../ledger/ledger.ts';
import type { Metrics } from '../../metrics.ts';
import { ClientGone } from '../../pipeline/request-context.ts';
import { parseApiKey } from '../../stores/api-key.ts';
import type { Admission, Count, Lane, RateCounters } from '../../stores/rate-counters.ts';
import { type StopSignal, StopSource } from '../../upstream/stop-signal.ts';
import type { MemoryBudget, MemoryShare } from '../../stores/account-shares.ts';

export interface AdmitServices {
  readonly ledger: Ledger;
  readonly bodies: Pick<MemoryBudget, 'share'>;
  readonly counters: RateCounters;
  /** Whether requests pass while they cannot be counted. */
  readonly countersWhenDown: 'open' | 'closed';
  readonly metrics: Metrics;
}

/** A request with a valid key within its rate, for its handler. */
export interface AdmittedRequest {
  readonly request: Request;
  readonly response: Response;
  readonly caller: Caller;
  /** Stops once the client has left before it got its whole answer. */
  readonly clientSignal: StopSignal;
  /** Counts the memory of the request's body. `admit` releases it when the handler has ended. */
  readonly bodyShare: MemoryShare;
}

/** The type of an address's handler, by the admission in its row. */
export interface HandlerOf {
  readonly open: RequestHandler;
  readonly key: (keyRequest: Pick<AdmittedRequest, 'request' | 'response' | 'caller'>) => Promise<void>;
  readonly rate: (admittedRequest: AdmittedRequest) => Promise<void>;
}

/** How one address counts its requests. */
interface AdmitOptions extends Pick<Operation, 'lane' | 'keyHeader'> {
  /** Sets further headers with the rest of the limit, beside the `RateLimit` fields. */
  readonly setRateHeaders?: (response: Response, requestsPerMinute: number, count: Count) => void;
}

/** Admits requests, as the row of their address requires, before its handler runs. So no handler can forget to. */
export function admitBy<Kind extends Operation['admission']>(
  kind: Kind,
  handle: HandlerOf[Kind],
  services: AdmitServices,
  options: AdmitOptions,
): RequestHandler {
  return ADMIT[kind](handle, services, options);
}

const ADMIT: {
  readonly [Kind in keyof HandlerOf]: (
    handle: HandlerOf[Kind],
    services: AdmitServices,
    options: AdmitOptions,
  ) => RequestHandler;
} = {
  open: (handle) => handle,
  key: (handle, { ledger }, { keyHeader }) =>
    async function checkKey(request, response) {
      await handle({ request, response, caller: await authenticate(response, ledger, keyHeader) });
    },
  rate: admit,
};

/**
 * Checks the key and then the rate, before any operation on an account runs. The request counts as in flight until its
 * handler has ended and its response is closed, so that an answer nobody reads counts too, and so do calls that
 * continue after their client has left.
 */
function admit(handle: HandlerOf['rate'], services: AdmitServices, options: AdmitOptions): RequestHandler {
  return async function admitRequest(request, response) {
    const clientSignal = new StopSource();
    whenClosed(response, () => {
      // The client has left before it got its whole answer.
      if (!response.writableFinished) clientSignal.stop();
    });
    const caller = await authenticate(response, services.ledger, options.keyHeader);
    const admission = await limitRate(caller, response, services, options);
    const bodyShare = services.bodies.share(caller.account.id);
    try {
      if (clientSignal.isStopped) throw new ClientGone();
      await handle({ request, response, caller, clientSignal, bodyShare });
    } finally {
      bodyShare.release();
      whenClosed(response, () => void admission.release());
    }
  };
}

/** The account and the key of an admitted request. */
export interface Caller {
  readonly account: KeyHolder;
  /** Names the key in the rate counters, because the key itself is not stored. */
  readonly keyId: string;
}

/**
 * Finds the account of the key in `Authorization: Bearer`, before the body is read.
 * @param keyHeader has the key if there is no `Authorization`.
 * @throws GatewayError 401, the same for a missing, malformed, unknown, revoked and expired key; 403 for a suspended
 * account; 503 if keys cannot be looked up.
 */
async function authenticate(response: Response, ledger: Ledger, keyHeader?: string): Promise<Caller> {
  const { req: request } = response;
  const token = tokenIn(request, keyHeader);
  const key = token === undefined ? undefined : parseApiKey(token);
  if (key === undefined) throw unauthorized();
  const account = await ledger.authenticate(key.hash).catch((cause: unknown) => {
    throw unavailableNow('API keys cannot be checked now.', cause);
  });
  if (account === undefined) throw unauthorized();
  response.assay.accountId = account.id;
  if (account.suspended) throw accountSuspended();
  request.socket.hasValidKey = true;
  return { account, keyId: hash('sha256', key.hash).slice(0, 32) };
}

const TOKEN = /^[\x21-\x7e]{1,256}$/;

/**
 * The token in `Authorization: Bearer`.
 * @param keyHeader has it if there is no `Authorization`.
 * @returns undefined unless there is one, of 1 to 256 visible ASCII characters.
 */
export function tokenIn({ headersDistinct }: Request, keyHeader?: string): string | undefined {
  const { authorization } = headersDistinct;
  const keys = keyHeader === undefined ? undefined : headersDistinct[keyHeader];
  const [header, more] = authorization ?? keys ?? [];
  if (header === undefined || more !== undefined) return undefined;
  const token = authorization === undefined ? header : /^bearer (.*)$/i.exec(header)?.[1];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

function unauthorized(): GatewayError {
  return new GatewayError('unauthorized', {
    detail: 'Send "Authorization: Bearer <key>" with a key made by "assay key create".',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/**
 * Counts the request against its key's limits and sets the `RateLimit` fields
 * (draft-ietf-httpapi-ratelimit-headers).
 * @throws GatewayError 429 with `Retry-After`; 503 if it cannot be counted and the operator requires that.
 */
async function limitRate(
  caller: Caller,
  response: Response,
  { counters, countersWhenDown, metrics }: AdmitServices,
  { lane = 'run', setRateHeaders }: AdmitOptions,
): Promise<Admission> {
  const admission = await counters.admit(caller.keyId, caller.account, lane);
  response.setHeader('RateLimit-Policy', `"minute";q=${caller.account.requestsPerMinute};w=60`);
  const { count } = admission;
  if (count === undefined) {
    const isRefused = countersWhenDown === 'closed';
    metrics.rateUncounted.inc({ answer: isRefused ? 'unavailable' : 'passed' });
    if (!isRefused) return admission;
    await admission.release();
    throw unavailableNow('Requests cannot be counted now.');
  }
  response.setHeader('RateLimit', `"minute";r=${count.remaining};t=${count.resetSeconds}`);
  setRateHeaders?.(response, caller.account.requestsPerMinute, count);
  if (count.refusedBy === undefined) return admission;
  metrics.rateLimited.inc({ limit: count.refusedBy });
  throw limitReached(count, caller, lane);
}

function limitReached({ refusedBy, resetSeconds }: Count, { account }: Caller, lane: Lane): GatewayError {
  if (refusedBy === 'requests_per_minute') {
    const limit = account.requestsPerMinute;
    const detail = `This key may send ${limit} requests a minute. Wait for the time in Retry-After.`;
    return rateLimited({ code: refusedBy, limit, windowSeconds: 60 }, detail, resetSeconds);
  }
  const limit = account.requestsInFlight;
  const { code, what } = LANES[lane];
  return rateLimited({ code, limit }, `This key may have ${limit} ${what}. Wait until one has ended.`);
}

const LANES = {
  run: { code: 'requests_in_flight', what: 'requests in flight' },
  look: { code: 'records_open', what: 'records and event streams of earlier requests open at once' },
  cancel: { code: 'cancellations_open', what: 'cancellations at once' },
} as const satisfies Record<Lane, unknown>;

/** Calls back when the response is sent or its connection is lost, or at once if that has happened already. */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  if (response.closed) callback();
  else response.on('close', callback);
}
