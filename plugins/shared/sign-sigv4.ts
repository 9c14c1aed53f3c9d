import type { AccessKey, SignableRequest } from '../../core/contract.ts';

const BODY_HASH_HEADER = 'x-amz-content-sha256';

/**
 * Signs a request by AWS Signature Version 4, with all of its headers. The canonical path is encoded twice, as every AWS
 * service but S3 requires (docs.aws.amazon.com, "Create a signed AWS API request").
 * @returns all headers to send, in lower case.
 */
export async function signSigV4(
  request: SignableRequest,
  key: AccessKey,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  // Few gateways sign, and the libraries take longer to load than every built-in plugin.
  const [{ Sha256 }, { SignatureV4 }] = await Promise.all([
    import('@aws-crypto/sha256-js'),
    import('@smithy/signature-v4'),
  ]);
  const signer = new SignatureV4({
    service: key.service,
    region: key.region,
    sha256: Sha256,
    uriEscapePath: true,
    credentials: {
      accessKeyId: key.accessKeyId,
      secretAccessKey: key.secretAccessKey,
      ...(key.sessionToken !== undefined && { sessionToken: key.sessionToken }),
    },
  });
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: request.url.protocol,
      hostname: request.url.hostname,
      path: request.url.pathname,
      query: Object.fromEntries(request.url.searchParams),
      headers: { ...headers, host: request.url.host, [BODY_HASH_HEADER]: await hashBody(request.body) },
    },
    { signingDate: now },
  );
  return signed.headers;
}

/** Web Crypto hashes on another thread. The signer's JavaScript hash would block the event loop for a large file. */
async function hashBody(body: Uint8Array): Promise<string> {
  const { buffer, byteOffset, byteLength } = body;
  const bytes =
    buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(body);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Buffer.from(digest).toString('hex');
}
