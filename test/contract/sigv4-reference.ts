import { createHash, createHmac } from 'node:crypto';
import type { AccessKey } from '../../core/contract.ts';

/** The parts that a signature covers. All headers are signed; their names are in lower case. */
export interface SignatureInput {
  readonly method: string;
  /** As it is sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly key: AccessKey;
  /** `YYYYMMDDTHHMMSSZ` */
  readonly date: string;
}

/**
 * Signature Version 4 written from its published description (IAM User Guide, "Create a signed AWS API request"),
 * with node:crypto and no library of AWS, so that the plugin is compared with independent code.
 */
export function referenceAuthorization(input: SignatureInput): string {
  const { key, date } = input;
  const day = date.slice(0, 8);
  const scope = `${day}/${key.region}/${key.service}/aws4_request`;
  const names = Object.keys(input.headers).toSorted();
  const canonicalHeaders = names
    .map((name) => `${name}:${(input.headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`)
    .join('');
  const signedHeaders = names.join(';');
  const canonicalRequest = [
    input.method,
    canonicalPath(input.path),
    '',
    canonicalHeaders,
    signedHeaders,
    sha256(input.body),
  ].join('\n');
  const stringToSign = ['AWS4-HMAC-SHA256', date, scope, sha256(Buffer.from(canonicalRequest))].join('\n');
  const signingKey = [day, key.region, key.service, 'aws4_request'].reduce<Buffer>(
    hmac,
    Buffer.from(`AWS4${key.secretAccessKey}`),
  );
  const signature = hmac(signingKey, stringToSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

/** Each segment is encoded once more than it is sent, for every service but S3. */
function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((segment) => [...Buffer.from(segment)].map(encodeByte).join(''))
    .join('/');
}

function encodeByte(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9\-._~]/.test(character)
    ? character
    : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
