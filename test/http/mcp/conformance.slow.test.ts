import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT_PACKAGES } from '../../clients/client-packages.ts';
import { PAGES } from '../../docs/documents.ts';
import { describeWhereFound } from '../../support/describe-where-found.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

/** Whether docs/mcp.md says that a scenario passes: its last section has a list item for those that do, and one a reason. */
const TOLD: ReadonlyMap<string, boolean> = new Map(
  toldItems().flatMap((item) =>
    [...item.matchAll(/`([\w-]+)`/g)].map(([, scenario = '']) => [scenario, item.startsWith('**Passes:**')]),
  ),
);

function toldItems(): readonly string[] {
  const page = PAGES.find(({ name }) => name === 'docs/mcp.md')?.lines.join('\n') ?? '';
  const [, section = ''] = page.split("## See what the protocol's test suite says");
  return section.split('\n- ').slice(1);
}

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

  it('passes the scenarios that docs/mcp.md says it passes, and no others', async () => {
    const told = [...TOLD].map(([scenario, passes]) => ({ scenario, passes }));
    const failing = told.filter(({ passes }) => !passes).map(({ scenario }) => scenario);
    // The suite fails if one of them passes.
    const baseline = join(gateway.folder, 'expected-failures.yaml');
    writeFileSync(baseline, `server:\n${failing.map((scenario) => `  - ${scenario}\n`).join('')}`);
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
    const found = [...output.matchAll(/^([✓✗]) ([\w-]+): /gm)].map(([, sign, scenario]) => ({
      scenario,
      passes: sign === '✓',
    }));
    const sorted = (list: readonly { readonly scenario: string | undefined }[]) =>
      list.toSorted((a, b) => String(a.scenario).localeCompare(String(b.scenario)));
    expect(sorted(found), output).toEqual(sorted(told));
    expect(code, output).toBe(0);
  });
});
