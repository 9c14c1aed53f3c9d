import { BlockList, isIP } from 'node:net';

type Network = readonly [address: string, prefixBits: number];

/** Where no provider can be, and what must never be sent a key: metadata services of clouds, and what is no one host. */
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
  // Teredo, RFC 4380: an IPv4 address with its bits turned over.
  ['2001::', 32],
  // RFC 8215: translated by a network's own rule. RFC 2765: IPv4 as a translator writes it.
  ['64:ff9b:1::', 48],
  ['::ffff:0:0:0', 96],
];
/** A model server of one's own may well be here, but nobody writes its address as IPv6. RFC 1122, 1918, 6598. */
const NEAR: readonly Network[] = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
];

/** Apart, since one list would take an IPv4 address for the IPv6 one it can be written as. */
const REFUSED = { ipv4: refusedIpv4(), ipv6: refusedIpv6() };

function refusedIpv4(): BlockList {
  const list = new BlockList();
  for (const [address, bits] of NO_PROVIDERS) list.addSubnet(address, bits, 'ipv4');
  return list;
}

function refusedIpv6(): BlockList {
  const list = new BlockList();
  for (const [address, bits] of NO_PROVIDERS_IPV6) list.addSubnet(address, bits, 'ipv6');
  for (const [address, bits] of [...NO_PROVIDERS, ...NEAR]) {
    // RFC 4291, 2.5.5.2: mapped. RFC 6052: NAT64, by which a public provider may be reached. RFC 3056: 6to4.
    list.addSubnet(`::ffff:${address}`, 96 + bits, 'ipv6');
    list.addSubnet(`64:ff9b::${address}`, 96 + bits, 'ipv6');
    list.addSubnet(`2002:${hexadecimal(address)}::`, 16 + bits, 'ipv6');
    // RFC 4291, 2.5.5.1: compatible; ::1 is among those of 0.0.0.0/8.
    if (address !== '0.0.0.0') list.addSubnet(`::${address}`, 96 + bits, 'ipv6');
  }
  return list;
}

/** Two groups of an IPv6 address. */
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
 * Why a base URL that names such an address outright is refused; a name is looked at when it is looked up.
 * @returns undefined where it is not.
 */
export function refusedHost({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 || !isRefusedAddress(host)) return undefined;
  return `leads to ${host}, where no provider can be: a metadata service, no single host, or an IPv4 address written as IPv6`;
}
