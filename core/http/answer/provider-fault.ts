import type { Response } from 'express';

const failedByProvider = new WeakSet<Response>();

/** Its status tells of a model's failure and not of the gateway's. */
export function blameProvider(response: Response): void {
  failedByProvider.add(response);
}

/** Whose fault an answer with a status of 500 or more tells of, as a label. */
export function whoseFault(response: Response): 'gateway' | 'provider' {
  return failedByProvider.has(response) ? 'provider' : 'gateway';
}
