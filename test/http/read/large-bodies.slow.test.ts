import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../support/samples/sample-files.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';

const gateway = gatewayOfFile();
const account = accountOfFile(gateway, 10_000_000);

const noisyPng = (bytes: number) => ({
  name: 'noise.png',
  type: 'image/png',
  base64: png({ width: 9, height: 9 }, randomBytes(bytes)).toString('base64'),
});

describe('large bodies', () => {
  it('leave other requests as they are', async () => {
    const file = noisyPng(12_000_000);
    const uploads = Array.from({ length: 3 }, () =>
      gateway.post(account.key, { prompt: 'x', models: ['gpt-4o', 'gpt-4.1'], attachments: [file] }),
    );
    const small = Array.from({ length: 40 }, (_, index) =>
      gateway.post(account.key, { prompt: `small ${index}`, models: ['mistral-large-2512'] }),
    );
    const replies = await Promise.all([...uploads, ...small]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    for (const { body } of replies)
      for (const result of body.results) expect(result).toMatchObject({ status: 'completed' });
  });

  it('are turned away with a 503 when too many wait, at no charge', async () => {
    const crowded = await startTestGateway({ environment: { ASSAY_POOL_QUEUE: '1' } });
    try {
      const { key, balance } = await crowded.account(1_000_000);
      // Strange but correct JSON, which takes a thread long.
      const slow = `{"prompt":"${'\\"'.repeat(900_000)}","models":["gpt-4o"]}`;
      const replies = await Promise.all(Array.from({ length: 24 }, () => crowded.post(key, slow)));
      const refused = replies.filter(({ status }) => status === 503);
      const passed = replies.filter(({ status }) => status === 200);
      expect(refused.length).toBeGreaterThan(0);
      expect(passed.length).toBeGreaterThan(0);
      expect(refused.length + passed.length).toBe(24);
      for (const { headers, body } of refused) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(body.type).toBe('urn:assay:problem:unavailable');
      }
      const charged = passed.reduce((sum, { body }) => sum + Math.round(body.creditsUsed * 1e6), 0);
      expect(await balance()).toEqual({ posted: 1e12 - charged, reserved: 0 });
      expect((await crowded.post(key, slow)).status).toBe(200);
    } finally {
      await crowded.stop();
    }
  });

  it('cut short are given up, and nothing is held', async () => {
    const gone = new AbortController();
    const half = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(`{"prompt":"${'x'.repeat(500_000)}`));
        setTimeout(() => gone.abort(), 100);
      },
    });
    await expect(
      fetch(`${gateway.url}/api/v1/prompt`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${account.key}` },
        body: half,
        duplex: 'half',
        signal: gone.signal,
      } as RequestInit),
    ).rejects.toThrow();
    const next = { prompt: 'x', models: ['gpt-4o'], attachments: [noisyPng(150_000)] };
    expect((await gateway.post(account.key, next)).status).toBe(200);
    expect((await account.balance()).reserved).toBe(0);
  });
});

describe('a provider that does not read a large request to its end', () => {
  const answer = 'HTTP/1.1 413 Payload Too Large\r\ncontent-type: application/json\r\ncontent-length: 2\r\n';
  let behave: (socket: Socket) => void = () => {};
  let server: Server;
  let beside: TestGateway;

  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => behave(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    beside = await startTestGateway({
      environment: { ASSAY_BASE_URL_OPENAI: `http://127.0.0.1:${port}`, ASSAY_REQUEST_TIMEOUT_MS: '5000' },
    });
  });
  afterAll(async () => {
    await beside.stop();
    server.close();
  });

  it.each<[string, (socket: Socket) => void, string, number]>([
    ['hangs up', (socket) => socket.resetAndDestroy(), 'unavailable', 3],
    [
      'refuses at once and hangs up',
      (socket) => socket.end(`${answer}connection: close\r\n\r\n{}`),
      'rejected',
      1,
    ],
    [
      'refuses at once and reads on',
      (socket) => void socket.resume().write(`${answer}\r\n{}`),
      'rejected',
      1,
    ],
    ['stops reading', (socket) => void socket.pause(), 'timeout', 1],
  ])('and %s costs its own model alone', async (_name, how, code, attempts) => {
    behave = how;
    const { key } = await beside.account(1_000_000);
    const request = {
      prompt: 'x',
      models: ['gpt-4o', 'gemini-2.5-flash'],
      attachments: [noisyPng(9_000_000)],
    };
    const { status, body } = await beside.post(key, request);
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { status: 'failed', error: { code }, attempts },
      { status: 'completed', attempts: 1 },
    ]);
  });
});

describe('a provider whose requests are signed', () => {
  it('gets a large body with the digest it was signed with', async () => {
    const digests: (readonly [string | undefined, string])[] = [];
    const server = createHttpServer((request, response) => {
      const digest = createHash('sha256');
      request.on('data', (chunk: Buffer) => digest.update(chunk));
      request.on('end', () => {
        digests.push([String(request.headers['x-amz-content-sha256']), digest.digest('hex')]);
        const content = [{ text: 'signed and read' }];
        response.end(JSON.stringify({ output: { message: { content } }, stopReason: 'end_turn' }));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const signing = await startTestGateway({
      environment: {
        ASSAY_BASE_URL_BEDROCK: `http://127.0.0.1:${port}`,
        AWS_BEARER_TOKEN_BEDROCK: '',
        AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
        AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      },
    });
    try {
      const { key } = await signing.account(1_000_000);
      const request = { prompt: 'x', models: ['nova-lite', 'nova-pro'], attachments: [noisyPng(3_000_000)] };
      const { body } = await signing.post(key, request);
      expect(body.results).toMatchObject([{ output: 'signed and read' }, { output: 'signed and read' }]);
      expect(digests).toHaveLength(2);
      for (const [signed, received] of digests) expect(signed).toBe(received);
    } finally {
      await signing.stop();
      server.close();
    }
  });
});
