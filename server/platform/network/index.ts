export { closedNetworks, type Networks, publicOnly, readNetworks } from './networks';
export { HostRefused, type Place, resolveHost } from './resolve-host';
export { AnswerTooLong, limitedFetch } from './limited-fetch';
