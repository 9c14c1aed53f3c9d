import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isRefusedAddress, refusedHost } from '../../refused-address.ts';

/**
 * Refuses a base URL with a refused IP address. A host name is checked when it is resolved.
 * @throws Error that names the provider and the remedy.
 */
export function refuseBaseUrl(providerId: string, url: URL): void {
  const reason = refusedHost(url);
  if (reason === undefined) return;
  throw new Error(
    `the base URL of ${providerId} ${reason}. Give the address of the provider, in its manifest or its ASSAY_BASE_URL_ variable`,
  );
}

/** A host name resolves to a refused address. */
export class RefusedAddressError extends Error {
  constructor(hostname: string) {
    super(`${hostname} leads to an address where no provider can be`);
    this.name = 'RefusedAddressError';
  }
}

/** Resolves a provider's host name for its connections. The addresses are checked here, because exactly these are used. */
export const lookUpProvider: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    if (addresses.some(({ address }) => isRefusedAddress(address)))
      return callback(new RefusedAddressError(hostname), []);
    const [first] = addresses;
    if (options.all === true || first === undefined) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
