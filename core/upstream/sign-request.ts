import type { AccessKey, SignableRequest, WirePlugin } from '../contract.ts';
import { type JsonPieces, lengthOf } from '../text/plain-json.ts';
import { SLICE_BYTES } from '../text/slices-of.ts';
import type { WaitForTurn } from '../workers/pace.ts';
import { streamBody } from './encode-body.ts';
import { asTransportError } from './fault.ts';

interface UnsignedRequest extends Pick<SignableRequest, 'url' | 'headers'> {
  readonly providerId: string;
  readonly body: JsonPieces;
  /** Waits for a turn of the event loop before more of a long body is signed. */
  readonly turn: WaitForTurn;
}

/**
 * Has the plugin sign a request with the provider's access key.
 * @returns all headers to send.
 * @throws TransportError also if the plugin fails.
 */
export async function signRequest(
  { providerId, url, headers, body, turn }: UnsignedRequest,
  key: AccessKey,
  plugin: WirePlugin,
): Promise<Readonly<Record<string, string>>> {
  try {
    if (plugin.sign === undefined)
      throw new Error(`the plugin of ${providerId} cannot sign; set a bearer key instead`);
    const whole = await gather(body, turn);
    return await plugin.sign({ method: 'POST', url, headers, body: whole }, key, new Date());
  } catch (cause) {
    throw asTransportError(cause);
  }
}

/**
 * Joins the body, because a signature covers all of it. The copy is made in slices and dropped once the request is
 * signed.
 */
async function gather(body: JsonPieces, turn: WaitForTurn): Promise<Uint8Array> {
  const byteLength = lengthOf(body);
  if (byteLength <= SLICE_BYTES) return Buffer.concat(body);
  const whole = Buffer.allocUnsafeSlow(byteLength);
  let offset = 0;
  for await (const slice of streamBody(body, turn)) {
    whole.set(slice, offset);
    offset += slice.byteLength;
  }
  return whole;
}
