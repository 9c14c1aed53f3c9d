import { encodeBody } from '../../core/pipeline/encode-body.ts';
import type { Json, WireBody } from '../../core/contract.ts';

/** A request body as the provider gets it: encoded with its files spliced in, then parsed again. */
export function plainBody(body: WireBody): { readonly [key: string]: Json } {
  const text = Buffer.concat([...encodeBody(body).pieces]).toString('utf8');
  const parsed: { readonly [key: string]: Json } = JSON.parse(text);
  return parsed;
}
