import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress, type Networks } from './networks';

/** A host's address, and whether it is in an explicitly allowed local network. */
export type Place = { readonly address: string; readonly isLocal: boolean };

/** A host that is not found, or may not be called. The message is for users. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused';
}

type Lookup = (host: string) => Promise<readonly string[]>;
const byDns: Lookup = async host => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Resolves a host once; the connection then uses the checked address, so that DNS rebinding cannot redirect it. The
 * port must be one of `ports`, except in allowed networks. @throws HostRefused when it is not found or not allowed.
 */
export async function resolveHost(
  host: string,
  port: number,
  {
    networks,
    ports,
    find = byDns,
    variable = 'MAIL_NETWORKS',
    portsAreFor = 'email',
  }: {
    networks: Networks;
    ports: readonly number[];
    find?: Lookup;
    /** Where the operator lists local networks. */
    variable?: string;
    portsAreFor?: string;
  },
): Promise<Place> {
  if (networks.closed !== undefined) throw new HostRefused(networks.closed);
  const addresses = isIP(host) ? [host] : await find(host).catch(() => []);
  const local = addresses.find(address => networks.allow(address));
  if (local !== undefined) return { address: local, isLocal: true };
  const [first] = addresses;
  if (first === undefined)
    throw new HostRefused(`The server name ${host} was not found. Check the spelling.`);
  // One local address makes the whole name suspicious.
  if (!addresses.every(isPublicAddress))
    throw new HostRefused(`${host} is on a private network. To reach it, add its network to ${variable}.`);
  if (!ports.includes(port))
    throw new HostRefused(`Port ${port} is not for ${portsAreFor}. Use ${ports.join(' or ')}.`);
  return { address: first, isLocal: false };
}
