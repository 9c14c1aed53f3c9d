import { timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AdminContext } from '../../administration/admin-context.ts';
import { rateLimited, type ReachedLimit } from '../../errors.ts';
import { parseAdminToken } from '../../stores/api-key.ts';
import {
  type Admission,
  type Count,
  createProcessCounters,
  type RateCounters,
  type RateLimits,
} from '../../stores/rate-counters.ts';
import { tokenIn } from '../admit/admit.ts';
import { AdminError } from './admin-error.ts';
import type { AdministrationServices } from './admin-request.ts';

/** For each token. */
const LIMITS: RateLimits = { requestsPerMinute: 600, requestsInFlight: 20 };
/** Compared if no token was found, so that the answer takes as long. No token has this hash. */
const NO_HASH = new Uint8Array(32);

/** A request with a valid token within its rate. */
export interface AdmittedAdmin {
  readonly context: AdminContext;
  readonly admission: Admission;
}

/** Checks token, scope and rate of every request to the administration API before its body is read. */
export class AdminGate {
  readonly #services: AdministrationServices;
  readonly #attempts: FailedAttempts;
  readonly #counters: RateCounters;

  constructor(services: AdministrationServices, nowMs: () => number) {
    this.#services = services;
    this.#attempts = new FailedAttempts(nowMs);
    this.#counters = createProcessCounters(nowMs);
  }

  /**
   * Checks the token first: a valid one passes, however many wrong ones its address has sent. Malformed tokens are no
   * longer looked up once the address has sent too many wrong ones; any other token costs one look into an index.
   * @param onAuthenticated gets the name of a valid token before any other check.
   * @returns `off` if there is no active token at all.
   * @throws AdminError 401, the same for a missing, malformed, unknown and revoked token; 403 if it may only read;
   *   GatewayError 429, also for a wrong token of an address that failed too often; 503 if tokens cannot be looked up.
   */
  async admit(
    request: Request,
    response: Response,
    onAuthenticated: (name: string) => void,
  ): Promise<AdmittedAdmin | 'off'> {
    const address = request.socket.remoteAddress ?? 'unknown';
    const token = parseAdminToken(tokenIn(request) ?? '');
    if (token === undefined) this.#refuseGuesses(address);
    const ledger = this.#services.ledger;
    const stored = await ledger.findAdminToken(token?.prefix ?? '');
    if (stored === 'none') return 'off';
    const isSame = timingSafeEqual(stored?.hash ?? NO_HASH, token?.hash ?? NO_HASH);
    if (stored === undefined || token === undefined || !isSame) {
      this.#refuseGuesses(address);
      this.#attempts.count(address);
      throw new AdminError(
        'token-invalid',
        'Send "Authorization: Bearer <token>" with a token made by "assay admin-token create".',
        { 'WWW-Authenticate': 'Bearer' },
      );
    }
    onAuthenticated(stored.name);
    if (stored.scope !== 'write' && request.method !== 'GET')
      throw new AdminError('scope-missing', 'This token may only read. Use one with the scope "write".');
    const admission = await this.#counters.admit(stored.name, LIMITS);
    const { count } = admission;
    if (count !== undefined) enforceLimit(count, response);
    return { context: { ledger, by: { via: 'api', name: stored.name, origin: address } }, admission };
  }

  #refuseGuesses(address: string): void {
    const waitSeconds = this.#attempts.waitSeconds(address);
    if (waitSeconds === 0) return;
    const limit: ReachedLimit = { code: 'wrong_tokens', limit: MAX_ATTEMPTS, windowSeconds: 60 };
    throw rateLimited(limit, 'This address has sent too many wrong tokens.', waitSeconds);
  }
}

/** Sets the same headers as the API for callers. @throws GatewayError 429 */
function enforceLimit({ remaining, resetSeconds, refusedBy }: Count, response: Response): void {
  const { requestsPerMinute, requestsInFlight } = LIMITS;
  response.setHeader('RateLimit-Policy', `"minute";q=${requestsPerMinute};w=60`);
  response.setHeader('RateLimit', `"minute";r=${remaining};t=${resetSeconds}`);
  if (refusedBy === 'requests_per_minute') {
    const limit: ReachedLimit = { code: refusedBy, limit: requestsPerMinute, windowSeconds: 60 };
    throw rateLimited(limit, `This token may send ${requestsPerMinute} requests a minute.`, resetSeconds);
  }
  if (refusedBy === 'requests_in_flight')
    throw rateLimited(
      { code: refusedBy, limit: requestsInFlight },
      `This token may have ${requestsInFlight} requests at once.`,
    );
}

const WINDOW_MS = 60_000;
/** Wrong tokens of one address in a minute. */
const MAX_ATTEMPTS = 30;
/** With more addresses, the oldest is removed. */
const MAX_ADDRESSES = 1_000;

interface Failures {
  readonly count: number;
  readonly untilMs: number;
}

/** How often each address sent a wrong token in the last minute. */
class FailedAttempts {
  readonly #nowMs: () => number;
  readonly #byAddress = new Map<string, Failures>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** How long the address has to wait after a wrong token, whole seconds; 0 below the limit. */
  waitSeconds(address: string): number {
    const failures = this.#byAddress.get(address);
    const leftMs = failures === undefined ? 0 : failures.untilMs - this.#nowMs();
    if (failures === undefined || leftMs <= 0 || failures.count < MAX_ATTEMPTS) return 0;
    return Math.ceil(leftMs / 1_000);
  }

  count(address: string): void {
    const nowMs = this.#nowMs();
    const failures = this.#byAddress.get(address);
    const isOpen = failures !== undefined && failures.untilMs > nowMs;
    this.#byAddress.delete(address);
    this.#byAddress.set(
      address,
      isOpen ? { ...failures, count: failures.count + 1 } : { count: 1, untilMs: nowMs + WINDOW_MS },
    );
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > MAX_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest);
  }
}
