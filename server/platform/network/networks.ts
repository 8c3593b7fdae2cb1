import { BlockList, isIP } from 'node:net';
import { StartRefused } from '../start-refused';

/** The addresses in local networks that this server may call, as configured. */
export type Networks = {
  readonly allow: (address: string) => boolean;
  /** Why nothing at all may be called, public addresses included. */
  readonly closed?: string;
};

/** Allows no call to anywhere. */
export const closedNetworks = (reason: string): Networks => ({ allow: () => false, closed: reason });

/** Public addresses only, for what a stranger names; nothing where everything is closed. */
export const publicOnly = ({ closed }: Networks): Networks => ({
  allow: () => false,
  ...(closed === undefined ? {} : { closed }),
});

/** Addresses that are not public: this machine, local networks, and forms that embed such addresses. */
const notPublic = new BlockList();
const reserved: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [network, prefix] of reserved) notPublic.addSubnet(network, prefix, 'ipv4');
// In IPv6 only the global range counts, without the ranges in it that embed other addresses.
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const carrying6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  carrying6.addSubnet(network, prefix, 'ipv6');

/** Whether an address is public. False for what is not an address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !carrying6.check(address, 'ipv6');
}

/**
 * Reads a variable such as MAIL_NETWORKS: networks such as `192.168.1.0/24`, separated by commas, where a server to be
 * called may be. @throws StartRefused when one of them is not a network.
 */
export function readNetworks(text: string | null, variable = 'MAIL_NETWORKS'): Networks {
  const allowed = new BlockList();
  for (const network of (text ?? '').split(',').map(part => part.trim())) {
    if (network === '') continue;
    const [address = '', prefix] = network.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
    if (family === 0 || !/^\d{1,3}$/.test(prefix ?? '0') || bits > (family === 4 ? 32 : 128))
      throw new StartRefused(
        `${variable} must list networks such as 192.168.1.0/24, but one is "${network}".`,
      );
    allowed.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return { allow: address => allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') };
}
