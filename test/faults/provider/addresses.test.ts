import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isRefusedAddress } from '../../../core/refused-address.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../../support/gateways/test-gateway.ts';
import {
  chatAnswer,
  startHostileProvider,
  type HostileProvider,
} from '../../support/servers/hostile-provider.ts';

/** What the name `provider.example` leads to: the only thing here that is made up. */
const zone = vi.hoisted((): { addresses: readonly LookupAddress[] } => ({ addresses: [] }));
vi.mock(import('node:dns'), async (importOriginal) => {
  const dns = await importOriginal();
  type Callback = (error: Error | null, addresses: readonly LookupAddress[]) => void;
  const lookup = (hostname: string, options: object, callback: Callback): void => {
    if (hostname === 'provider.example') callback(null, zone.addresses);
    else Reflect.apply(dns.lookup, dns, [hostname, options, callback]);
  };
  return { ...dns, lookup: lookup as typeof dns.lookup };
});

let provider: HostileProvider;
let gateway: TestGateway;
let account: TestAccount;

beforeAll(async () => {
  provider = await startHostileProvider();
  provider.answer((_request, response) => response.end(chatAnswer('fine')));
  gateway = await startTestGateway({
    environment: { ASSAY_BASE_URL_MISTRAL: provider.url.replace('127.0.0.1', 'provider.example') },
  });
  account = await gateway.account(1_000);
});
afterAll(async () => {
  await gateway.stop();
  await provider.stop();
});

it.each([
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '0.1.2.3',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::100.64.0.1',
  '2002:7f00:1::',
  '2002:c0a8:101::',
  '2001:0:a9fe:a9fe::',
  '64:ff9b:1::a9fe:a9fe',
  '64:ff9b:1:a9fe:a9:fe00::',
  '64:ff9b:1:ffff:ffff:ffff:8.8.8.8',
  '::ffff:0:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '::ffff:0:8.8.8.8',
])('67 a provider at %s is refused', (address) => {
  expect(isRefusedAddress(address)).toBe(true);
});

it.each([
  '127.0.0.1',
  '::1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  'fd12:3456::1',
  '8.8.8.8',
  '2606:4700::1111',
  '64:ff9b::8.8.8.8',
  '64:ff9b:2::1',
  '::ffff:8.8.8.8',
])('67 a provider or model server at %s is allowed', (address) => {
  expect(isRefusedAddress(address)).toBe(false);
});

it.each([
  'http://169.254.169.254/v1',
  'http://0xa9fea9fe/v1',
  'http://2852039166/v1',
  'http://0251.0376.0251.0376/v1',
  'http://[::ffff:169.254.169.254]/v1',
  'http://[64:ff9b::a9fe:a9fe]/v1',
  'http://[64:ff9b:1::a9fe:a9fe]/v1',
  'http://[::ffff:0:a9fe:a9fe]/v1',
  'http://[::ffff:127.0.0.1]/v1',
  'http://0.0.0.0:8000/v1',
])('67 the base URL %s prevents the start, and the error names the provider', async (baseUrl) => {
  await expect(startTestGateway({ environment: { ASSAY_BASE_URL_MISTRAL: baseUrl } })).rejects.toThrow(
    /base URL of mistral .*ASSAY_BASE_URL_/,
  );
});

it('67 such a base URL prevents the start also for a provider without a key', async () => {
  const environment = { ASSAY_BASE_URL_MISTRAL: 'http://169.254.169.254/v1', MISTRAL_API_KEY: '' };
  await expect(startTestGateway({ environment })).rejects.toThrow(/base URL of mistral/);
});

it.each([
  'http://user@127.0.0.1/',
  'http://:secret-67@127.0.0.1/',
  'ftp://127.0.0.1/',
  'http://127.0.0.1/?a=b',
  'file:///etc/passwd',
])('67 %s is not accepted as a base URL, and not quoted in the error', async (baseUrl) => {
  const start = startTestGateway({ environment: { ASSAY_BASE_URL_MISTRAL: baseUrl } });
  await expect(start).rejects.toThrow(
    /^ASSAY_BASE_URL_MISTRAL must be an http\(s\) URL without user, query or fragment$/,
  );
});

it('67 all addresses of a host name are checked at each connection', async () => {
  const ask = () => gateway.post(account.key, { prompt: 'hi', models: ['mistral-large-2512', 'gpt-4o'] });
  const here = { address: '127.0.0.1', family: 4 };
  for (const other of [
    { address: '169.254.169.254', family: 4 },
    { address: '::ffff:127.0.0.1', family: 6 },
  ]) {
    zone.addresses = [here, other];
    const { body } = await ask();
    expect(body.results).toMatchObject([
      { status: 'failed', error: { code: 'unavailable' } },
      { status: 'completed' },
    ]);
  }
  expect(provider.connections()).toBe(0);
  zone.addresses = [here];
  expect((await ask()).body.results[0]).toMatchObject({ status: 'completed', output: 'fine' });
  expect(provider.connections()).toBe(1);
});
