import { BlockList, isIP } from 'node:net';

type Network = readonly [address: string, prefixBits: number];

/**
 * Addresses that no provider has and that must never get a key: metadata services of clouds, and those of no single
 * host.
 */
const NO_PROVIDERS: readonly Network[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const NO_PROVIDERS_IPV6: readonly Network[] = [
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  // Teredo, RFC 4380: an IPv4 address with its bits inverted.
  ['2001::', 32],
  // RFC 8215: translated by a network's own rule. RFC 2765: an IPv4 address in a translator's form.
  ['64:ff9b:1::', 48],
  ['::ffff:0:0:0', 96],
];
/** Local networks, which may have a model server. Nobody writes their addresses as IPv6. RFC 1122, 1918, 6598. */
const LOCAL_NETWORKS: readonly Network[] = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
];

/** Two lists, because one list would treat an IPv4 address as its IPv6 form. */
const REFUSED = { ipv4: refusedIpv4(), ipv6: refusedIpv6() };

function refusedIpv4(): BlockList {
  const list = new BlockList();
  for (const [address, bits] of NO_PROVIDERS) list.addSubnet(address, bits, 'ipv4');
  return list;
}

function refusedIpv6(): BlockList {
  const list = new BlockList();
  for (const [address, bits] of NO_PROVIDERS_IPV6) list.addSubnet(address, bits, 'ipv6');
  for (const [address, bits] of [...NO_PROVIDERS, ...LOCAL_NETWORKS]) {
    // RFC 4291, 2.5.5.2: mapped. RFC 6052: NAT64, by which a public provider may be reached. RFC 3056: 6to4.
    list.addSubnet(`::ffff:${address}`, 96 + bits, 'ipv6');
    list.addSubnet(`64:ff9b::${address}`, 96 + bits, 'ipv6');
    list.addSubnet(`2002:${hexadecimal(address)}::`, 16 + bits, 'ipv6');
    // RFC 4291, 2.5.5.1: compatible. 0.0.0.0/8 is left out, because it contains ::1.
    if (address !== '0.0.0.0') list.addSubnet(`::${address}`, 96 + bits, 'ipv6');
  }
  return list;
}

/** An IPv4 address as two groups of an IPv6 address. */
function hexadecimal(ipv4: string): string {
  const bytes = Buffer.from(ipv4.split('.').map(Number));
  return `${bytes.toString('hex', 0, 2)}:${bytes.toString('hex', 2, 4)}`;
}

/** @param address IPv4 or IPv6, without brackets. */
export function isRefusedAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1);
  const family = isIP(bare) === 6 ? 'ipv6' : 'ipv4';
  return REFUSED[family].check(bare, family);
}

/**
 * The reason why a base URL with such an address is refused. A host name is checked when it is resolved.
 * @returns undefined if it is not refused.
 */
export function refusedHost({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 || !isRefusedAddress(host)) return undefined;
  return `leads to ${host}, where no provider can be: a metadata service, no single host, or an IPv4 address written as IPv6`;
}
