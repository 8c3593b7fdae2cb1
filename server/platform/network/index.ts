export { type Networks, readNetworks } from './networks';
export { HostRefused, resolveHost } from './resolve-host';
