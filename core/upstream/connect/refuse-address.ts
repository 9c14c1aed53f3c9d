import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isRefusedAddress } from '../../refused-address.ts';

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
