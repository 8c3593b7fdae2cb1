import { administratorRole } from '#domain/kernel/role-name';
import type { Actor } from '../server/platform/http/actor';
import { anonymousActor } from '../server/platform/http/context';
import { addressOf, type Route } from '../server/platform/http/route';
import { openMailing } from '../server/kernel/outbox';
import { openProviders } from '../server/kernel/sign-in';
import { readNetworks } from '../server/platform/network';
import { openSecrets } from '../server/platform/secrets';
import { allRoutes } from '../server/routes';
import type { Size } from './fill';

const secrets = openSecrets(Buffer.alloc(32));
const routes = allRoutes({
  callers: {
    identify: async () => undefined,
    recall: () => undefined,
    refreshActor: async () => undefined,
    forget: () => undefined,
  },
  hub: { open: () => Promise.reject(new Error('No one listens here')), close: () => undefined },
  mailNetwork: { networks: readNetworks(null) },
  secrets,
  publicUrl: 'http://localhost',
  providers: openProviders({
    secrets,
    networks: readNetworks(null),
    publicUrl: 'http://localhost',
    clock: () => new Date(),
  }),
  backupPlace: { folder: '', server: { connection: {}, maintenance: {} }, rolesApart: true, version: '' },
  mailing: openMailing({ environment: null, secrets, reach: { networks: readNetworks(null) } }),
  awaitEmail: () => Promise.resolve(undefined),
});

/** Reports over all data, which have rows of their own and are requested by one user at a time. */
const reports = [
  '/api/stock/valuation',
  '/api/stock/ageing',
  '/api/stock/reorder',
  '/api/aged-debtors',
  '/api/accounts/chart',
  '/api/reports/product-margins',
  '/api/reports/payment-transactions',
  '/api/day-book',
  '/api/reports/cash-basis',
];

/** Reads over all data, and those of one record. */
export const isReport = (path: string): boolean => reports.includes(path) || path.includes(':');

/** Every list by its address, to run it without a server around it. */
export const lists: ReadonlyMap<string, Route> = new Map(
  routes
    .filter(({ kind, call }) => kind === 'read' && 'listing' in call)
    .map(route => [addressOf(route.call), route]),
);

/** The page of one record of each kind, by its address, likewise. */
export const records: ReadonlyMap<string, Route> = new Map(
  routes
    .filter(({ kind, call }) => kind === 'read' && call.path.endsWith('/{id}'))
    .map(route => [addressOf(route.call), route]),
);

/** Without a sign-in, lists are asked as by an administrator. */
export const administrator: Actor = { ...anonymousActor, id: 1, roles: [{ id: 1, name: administratorRole }] };

/**
 * Every list as first opened; suppliers also searched and on a far page (page 500 of 2,000), sales and quotes also
 * filtered as users do.
 */
export const measuredLists = ({ suppliers }: Size): string[] => {
  const queries: Readonly<Record<string, readonly string[]>> = {
    '/api/suppliers': ['search=orders12', `page=${suppliers / 40}`],
    '/api/sales': [
      'search=po%2012',
      'payment_state=overdue',
      'product_id=1234',
      'customer_id=31',
      'status=completed&channel=desk',
    ],
    '/api/employees': ['search=staff12', 'documents=expiring'],
    '/api/time-entries': ['employee_id=31'],
    '/api/quotes': ['search=rfq%2012', 'state=open', 'customer_id=31'],
  };
  return [...lists.keys()]
    .filter(path => !isReport(path))
    .flatMap(path => [path, ...(queries[path] ?? []).map(query => `${path}?${query}`)]);
};
