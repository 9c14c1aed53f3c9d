import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { RefusedAddressError } from '../../core/upstream/connect/refuse-address.ts';
import { TransportError, unavailableBecause } from '../../core/upstream/fault.ts';

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
