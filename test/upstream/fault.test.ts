import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { RefusedAddressError } from '../../core/upstream/connect/refuse-address.ts';
import { classifyFault, inBandFault, TransportError, unavailableBecause } from '../../core/upstream/fault.ts';

const reply = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: undefined,
});

describe('classifyFault', () => {
  it.each([
    [400, 'rejected', false],
    [401, 'provider_auth', false],
    [402, 'provider_auth', false],
    [403, 'provider_auth', false],
    [404, 'rejected', false],
    [408, 'timeout', true],
    [409, 'unavailable', true],
    [413, 'rejected', false],
    [422, 'rejected', false],
    [429, 'rate_limited', true],
    [500, 'unavailable', true],
    [502, 'unavailable', true],
    [503, 'overloaded', true],
    [504, 'timeout', true],
    [529, 'overloaded', true],
  ])('reads %i as %s, retryable %s', (status, code, retryable) => {
    expect(classifyFault(reply(status), undefined)).toEqual({
      code,
      retryable,
      ...(code === 'unavailable' && { because: 'failed' }),
    });
  });

  it('never retries a redirect into another host', () => {
    expect(classifyFault(reply(302, { location: 'http://169.254.169.254/' }), undefined).code).toBe(
      'malformed_reply',
    );
  });

  it.each([
    [{ 'retry-after-ms': '1840', 'retry-after': '2' }, 1_840],
    [{ 'retry-after': '12' }, 12_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1e9' }, undefined],
    [{ 'retry-after': '1000000000' }, 3_600_000],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT', date: 'Fri, 20 Nov 2026 10:00:00 GMT' }, 30_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT', date: 'Fri, 20 Nov 2026 10:00:00 GMT' }, 0],
    [{}, undefined],
  ])('reads the wish in %j as %s ms', (headers, retryAfterMs) => {
    expect(classifyFault(reply(429, headers), undefined).retryAfterMs).toBe(retryAfterMs);
  });

  it('obeys x-should-retry both ways', () => {
    expect(classifyFault(reply(429, { 'x-should-retry': 'false' }), undefined).retryable).toBe(false);
    expect(classifyFault(reply(400, { 'x-should-retry': 'true' }), undefined).retryable).toBe(true);
  });

  it('lets the plugin’s reading of the body decide over status and headers', () => {
    const fault = classifyFault(reply(429, { 'x-should-retry': 'true', 'retry-after': '1' }), {
      code: 'rate_limited',
      retryable: false,
      retryAfterMs: 34_400,
    });
    expect(fault).toEqual({ code: 'rate_limited', retryable: false, retryAfterMs: 34_400 });
  });
});

describe('inBandFault', () => {
  it.each([
    [{ code: 'overloaded' }, { code: 'overloaded', retryable: true }],
    [{ code: 'refused' }, { code: 'refused', retryable: false }],
    [
      { code: 'rate_limited', retryable: false },
      { code: 'rate_limited', retryable: false },
    ],
    [
      { code: 'rate_limited', retryAfterMs: 1e12 },
      { code: 'rate_limited', retryable: true, retryAfterMs: 3_600_000 },
    ],
    [
      { code: 'unavailable', retryAfterMs: -1 },
      { code: 'unavailable', retryable: true, retryAfterMs: 0, because: 'failed' },
    ],
  ] as const)('takes %j as %j', (read, fault) => {
    expect(inBandFault(read)).toEqual(fault);
  });
});

describe('unavailableBecause', () => {
  it.each([
    ['ECONNREFUSED', 'refused'],
    ['ENOTFOUND', 'name_unknown'],
    ['EAI_AGAIN', 'name_unknown'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ECONNRESET', 'cut'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['SOMETHING_ELSE', undefined],
  ])('reads %s as %s', (code, because) => {
    expect(unavailableBecause(Object.assign(new Error('canary'), { code }))).toBe(because);
  });

  it('knows an address that is refused, and says nothing of what was not thrown', () => {
    expect(unavailableBecause(new RefusedAddressError('metadata.example'))).toBe('refused_address');
    expect(unavailableBecause(undefined)).toBeUndefined();
  });

  it('knows TLS that a plain port answers', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const failure: unknown = await fetch(`https://127.0.0.1:${port}/`).catch((error: unknown) => error);
      expect(unavailableBecause(failure instanceof Error ? failure.cause : undefined)).toBe('tls');
    } finally {
      server.close();
    }
  });

  it('is part of the fault of a call that found no connection', () => {
    const refused = Object.assign(new Error('canary'), { code: 'ECONNREFUSED' });
    expect(new TransportError('unavailable', refused).fault).toEqual({
      code: 'unavailable',
      retryable: true,
      because: 'refused',
    });
  });
});
