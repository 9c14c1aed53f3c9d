import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT_PACKAGES } from '../../clients/client-packages.ts';
import { describeWhereFound } from '../../support/describe-where-found.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const PASSING = [
  'dns-rebinding-protection',
  'ping',
  'server-initialize',
  'server-sse-multiple-streams',
  'server-sse-polling',
  'tools-list',
];

/** They call tools of the suite's own example server, or need features that this server does not have. */
const FAILING = [
  'completion-complete',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'json-schema-2020-12',
  'logging-set-level',
  'prompts-get-embedded-resource',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-with-image',
  'prompts-list',
  'resources-list',
  'resources-read-binary',
  'resources-read-text',
  'resources-subscribe',
  'resources-templates-read',
  'resources-unsubscribe',
  'tools-call-audio',
  'tools-call-elicitation',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-sampling',
  'tools-call-simple-text',
  'tools-call-with-logging',
  'tools-call-with-progress',
];

let key: string;
let host: string;

/** The suite sends no key. What it sends as its own address becomes the gateway's, as if it had asked that. */
const withKey = createServer((incoming: IncomingMessage, answer: ServerResponse) => {
  const target = new URL(gateway.url);
  const own = (value: string | undefined): string | undefined => value?.replace(host, target.host);
  const { origin } = incoming.headers;
  const headers = {
    ...incoming.headers,
    host: own(incoming.headers.host),
    ...(origin !== undefined && { origin: own(origin) }),
    authorization: `Bearer ${key}`,
  };
  const { method, url: path } = incoming;
  const onward = request({ host: target.hostname, port: target.port, method, path, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 500, reply.headers);
    reply.pipe(answer);
  });
  incoming.pipe(onward);
});

const gateway = gatewayOfFile();
beforeAll(async () => {
  ({ key } = await gateway.account(10));
  withKey.listen(0, '127.0.0.1');
  await once(withKey, 'listening');
  host = `127.0.0.1:${(withKey.address() as AddressInfo).port}`;
});
afterAll(() => {
  withKey.closeAllConnections();
  withKey.close();
});

describeWhereFound('the suite of the protocol', CLIENT_PACKAGES, (packages) => {
  const suite = join(packages, '@modelcontextprotocol/conformance/dist/index.js');

  it('passes the scenarios it can pass, and no others', async () => {
    // The suite fails if one of them passes.
    const baseline = join(gateway.folder, 'expected-failures.yaml');
    writeFileSync(baseline, `server:\n${FAILING.map((scenario) => `  - ${scenario}\n`).join('')}`);
    const words = [
      'server',
      '--url',
      `http://${host}/mcp`,
      '--suite',
      'all',
      '--expected-failures',
      baseline,
    ];
    const child = spawn(process.execPath, [suite, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const results = [...output.matchAll(/^([✓✗]) ([\w-]+): /gm)].map(([, sign, scenario]) => ({
      sign,
      scenario,
    }));
    const scenariosWith = (expectedSign: string) =>
      new Set(results.filter(({ sign }) => sign === expectedSign).map(({ scenario }) => scenario));
    expect(scenariosWith('✓'), output).toEqual(new Set(PASSING));
    expect(scenariosWith('✗'), output).toEqual(new Set(FAILING));
    expect(code, output).toBe(0);
  });
});
