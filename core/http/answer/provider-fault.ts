import type { Response } from 'express';

const failedByProvider = new WeakSet<Response>();

/** Its status tells of a model's failure and not of the gateway's. */
export function blameProvider(response: Response): void {
  failedByProvider.add(response);
}

/** Whose fault an answer tells of, as a label; no label where it tells of none. */
export function faultOf(response: Response, status: number): { readonly fault?: 'gateway' | 'provider' } {
  if (status < 500) return {};
  return { fault: failedByProvider.has(response) ? 'provider' : 'gateway' };
}
