export { closedNetworks, type Networks, readNetworks } from './networks';
export { HostRefused, type Place, resolveHost } from './resolve-host';
export { limitedFetch } from './limited-fetch';
