import type { AccessKey, Provider, SignableRequest, WirePlugin } from '../contract.ts';
import { type JsonPieces, lengthOf } from '../text/plain-json.ts';
import { SLICE_BYTES } from '../text/slices-of.ts';
import type { WaitForTurn } from '../workers/pace.ts';
import { streamBody } from './encode-body.ts';
import { asTransportError } from './fault.ts';

type Headers = Readonly<Record<string, string>>;

interface UnsignedRequest {
  readonly path: string;
  readonly headers: Headers;
  readonly body: JsonPieces;
  /** Waits for a turn of the event loop before more of a long body is joined. */
  readonly turn: WaitForTurn;
}

/**
 * Has the plugin sign a request with the provider's access key.
 * @returns all headers to send.
 * @throws TransportError also if the plugin fails.
 */
export async function signRequest(
  { path, headers, body, turn }: UnsignedRequest,
  accessKey: AccessKey,
  plugin: WirePlugin,
  { provider, baseUrl }: { readonly provider: Provider; readonly baseUrl: string },
): Promise<Headers> {
  try {
    if (plugin.sign === undefined)
      throw new Error(`the plugin of ${provider.id} cannot sign; set a bearer key instead`);
    const url = new URL(path, baseUrl);
    const signable: SignableRequest = { method: 'POST', url, headers, body: await gather(body, turn) };
    return await plugin.sign(signable, accessKey, new Date());
  } catch (cause) {
    throw asTransportError(cause);
  }
}

/** Joins the body, because a signature covers all of it. The copy is dropped once the request is signed. */
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
