import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Office } from '../../administration/office.ts';
import { GatewayError } from '../../errors.ts';
import { parseAdminToken } from '../../stores/api-key.ts';
import { createCountStore, createProcessCounters } from '../../stores/process-counters.ts';
import type { Admission, RateCounters, RateLimits } from '../../stores/rate-counters.ts';
import { AdminError } from './admin-error.ts';
import type { AdministrationServices } from './administration-services.ts';
import { FailedAttempts } from './failed-attempts.ts';

/** Of one token. */
const LIMITS: RateLimits = { requestsPerMinute: 600, requestsInFlight: 20 };
/** What no token has: compared with where there is none, so that it takes as long. */
const NO_HASH = new Uint8Array(32);

/** A request of a known token within its rate. */
export interface AdmittedAdmin {
  readonly office: Office;
  readonly admission: Admission;
}

/** Token, scope, rate: what every request to the administration API passes before its body is read. */
export class AdminGate {
  readonly #services: AdministrationServices;
  readonly #attempts: FailedAttempts;
  readonly #counters: RateCounters;

  constructor(services: AdministrationServices, nowMs: () => number) {
    this.#services = services;
    this.#attempts = new FailedAttempts(nowMs);
    this.#counters = createProcessCounters(createCountStore(), nowMs);
  }

  /**
   * @returns `off` where there is no active token at all.
   * @throws AdminError 401, the same for a missing, malformed, unknown and revoked token; 403 where it may only read;
   *   GatewayError 429, also for an address that failed too often; 503 where tokens cannot be looked up.
   */
  async admit(request: Request): Promise<AdmittedAdmin | 'off'> {
    const address = request.socket.remoteAddress ?? 'unknown';
    const waitSeconds = this.#attempts.waitSeconds(address);
    if (waitSeconds > 0) throw tooMany('This address has sent too many wrong tokens.', waitSeconds);
    const ledger = await this.#services.ledger();
    const given = parseAdminToken(bearerOf(request) ?? '');
    const known = await ledger.findAdminToken(given?.prefix ?? '');
    if (known === 'none') return 'off';
    const isSame = timingSafeEqual(known?.hash ?? NO_HASH, given?.hash ?? NO_HASH);
    if (known === undefined || given === undefined || !isSame) {
      this.#attempts.count(address);
      throw new AdminError(
        'token-invalid',
        'Send "Authorization: Bearer <token>" with a token made by "assay admin-token create".',
        { 'WWW-Authenticate': 'Bearer' },
      );
    }
    if (known.scope !== 'write' && request.method !== 'GET')
      throw new AdminError('scope-missing', 'This token may only read. Use one with the scope "write".');
    const admission = await this.#counters.admit(known.name, LIMITS);
    const { count } = admission;
    if (count?.refusedBy !== undefined) {
      throw count.refusedBy === 'requests_per_minute'
        ? tooMany(`This token may send ${LIMITS.requestsPerMinute} requests a minute.`, count.resetSeconds)
        : tooMany(`This token may have ${LIMITS.requestsInFlight} requests at once.`, 1);
    }
    return { office: { ledger, by: { via: 'api', name: known.name, origin: address } }, admission };
  }
}

function bearerOf(request: Request): string | undefined {
  const headers = request.headersDistinct['authorization'];
  const header = headers?.length === 1 ? headers[0] : undefined;
  return /^bearer ([\x21-\x7e]{1,256})$/i.exec(header ?? '')?.[1];
}

function tooMany(detail: string, waitSeconds: number): GatewayError {
  return new GatewayError('rate-limited', { detail, headers: { 'Retry-After': String(waitSeconds) } });
}
