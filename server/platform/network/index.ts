export { closedNetworks, type Networks, publicOnly, readNetworks } from './networks';
export { networkOf } from './network-of';
export { HostRefused, type Place, resolveHost } from './resolve-host';
export { AnswerTooLong, limitedFetch } from './limited-fetch';
