import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ModelsResponse } from '../../../core/generated/models-response.ts';
import { writeGeneration } from '../../support/gateways/generations.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

const PATHS = ['/api/v1/models', '/openapi.json'];

const manifests = manifestsOfFile();
const gateway = gatewayOfFile({ environment: { ASSAY_MANIFESTS: manifests, MISTRAL_API_KEY: '' } });
const account = accountOfFile(gateway, 1);

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

/** Reads the bytes of the wire, because `fetch` would add an encoding and decode it. */
async function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const authorization = `Bearer ${account.key}`;
  get(`${gateway.url}${path}`, { headers: { authorization, ...headers } }, resolve).on('error', reject);
  const answer = await promise;
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

const encoded = (path: string, encoding: string) => ask(path, { 'accept-encoding': encoding });

/** More than a list may have. */
const LONG_LIST = `gzip, br${', x'.repeat(340)}`;

describe.each(PATHS)('%s', (path) => {
  it.each(['', 'identity', 'deflate', 'gzip;q=0, br;q=0', 'br;q=0, gzip;q=0, *', LONG_LIST])(
    'is sent as it is for "%s"',
    async (accepted) => {
      const { status, headers, bytes } = await encoded(path, accepted);
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
      expect(headers.vary).toBe('Accept-Encoding');
      expect(() => JSON.parse(bytes.toString())).not.toThrow();
    },
  );

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['br;q=0, *', 'gzip', gunzipSync],
    ['BR', 'br', brotliDecompressSync],
    ['*', 'br', brotliDecompressSync],
  ])('is compressed for "%s" with %s', async (accepted, encoding, decode) => {
    const plain = await encoded(path, 'identity');
    const { status, headers, bytes } = await encoded(path, accepted);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'Accept-Encoding']);
    expect(headers['content-length']).toBe(String(bytes.byteLength));
    expect(decode(bytes).equals(plain.bytes)).toBe(true);
    expect(bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 5);
    expect(headers.etag).not.toBe(plain.headers.etag);
  });

  it('is a 304 where the client has it in that encoding', async () => {
    const { headers } = await encoded(path, 'gzip');
    const etag = String(headers.etag);
    const again = await ask(path, { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect([again.status, again.bytes.byteLength, again.headers.etag]).toEqual([304, 0, etag]);
    expect(again.headers.vary).toBe('Accept-Encoding');
    const other = await ask(path, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect(other.status).toBe(200);
  });
});

describe('/api/v1/models', () => {
  it('asks for a key before it says that nothing has changed', async () => {
    const { headers } = await ask('/api/v1/models');
    const refused = await ask('/api/v1/models', {
      authorization: 'Bearer nobody',
      'if-none-match': String(headers.etag),
    });
    expect(refused.status).toBe(401);
  });

  it('says which models the gateway has a key for, and nothing of the key', async () => {
    const { bytes } = await ask('/api/v1/models');
    const { models, simulated }: ModelsResponse = JSON.parse(bytes.toString());
    expect(simulated).toBe(true);
    const configured = Object.groupBy(models, ({ configured: has }) => String(has));
    expect(new Set(configured['false']?.map(({ provider }) => provider))).toEqual(new Set(['Mistral']));
    expect(configured['true']).toHaveLength(42);
    // The key of every provider in this test.
    expect(bytes.includes('sandbox')).toBe(false);
  });

  it('has another ETag once a price is reloaded', async () => {
    const { headers } = await encoded('/api/v1/models', 'gzip');
    writeGeneration(manifests, 1);
    expect((await gateway.reload()).body).toMatchObject({ outcome: 'swapped' });
    const asked = { 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) };
    const { status, bytes } = await ask('/api/v1/models', asked);
    expect([status, gunzipSync(bytes).includes('"outputUsdPerMillion":1,')]).toEqual([200, true]);
  });
});
