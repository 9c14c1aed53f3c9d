import type { Request, Response } from 'express';
import { GatewayError } from '../errors.ts';

const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;

/**
 * The body's bytes, in memory that can be moved to a worker.
 * @throws GatewayError 415 for anything but plain JSON, 413 past `maxBytes`, 400 for a body that was cut short.
 */
export async function readBody(
  request: Request,
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new GatewayError('unsupported-media-type', {
      detail: 'Send "Content-Type: application/json"; the text is UTF-8.',
    });
  }
  if (request.headers['content-encoding'] !== undefined) {
    throw new GatewayError('unsupported-media-type', { detail: 'Send the body without Content-Encoding.' });
  }
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  // Node leaves the answer to `Expect: 100-continue` to us, so that no body travels before the key is checked.
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  return collect(request, maxBytes);
}

async function collect(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Not destroyed on an early end: the socket still has to carry the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.byteLength;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new GatewayError('malformed-json', { detail: 'The body ended before its declared length.', cause });
  }
  if (length > maxBytes) throw tooLarge(maxBytes);
  // Not from Node's shared pool: the memory is handed over to a worker whole.
  const body = Buffer.allocUnsafeSlow(length);
  let offset = 0;
  for (const chunk of chunks) offset += chunk.copy(body, offset);
  return body;
}

function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError('payload-too-large', { detail: `A body may hold ${maxBytes} bytes.` });
}
