import { allRoutes } from '../../server/routes';
import type { Route } from '../../server/platform/http/route';
import { openMailing } from '../../server/kernel/outbox';
import { openProviders } from '../../server/kernel/sign-in';
import { readNetworks } from '../../server/platform/network';
import { openSecrets } from '../../server/platform/secrets';

const secrets = openSecrets(Buffer.alloc(32));

/** Every route of the product, for exhaustive tests. Their handlers are not called through this list. */
export const everyRoute: readonly Route[] = allRoutes({
  callers: {
    identify: async () => undefined,
    recall: () => undefined,
    refreshActor: async () => undefined,
    forget: () => undefined,
  },
  hub: { open: () => Promise.reject(new Error('Nobody listens here')), close: () => undefined },
  mailNetwork: { networks: readNetworks(null) },
  secrets,
  publicUrl: 'http://localhost:3000',
  providers: openProviders({
    secrets,
    networks: readNetworks(null),
    publicUrl: 'http://localhost:3000',
    clock: () => new Date(),
  }),
  backupPlace: { folder: '', server: { connection: {}, maintenance: {} }, rolesApart: true, version: '' },
  mailing: openMailing({ environment: null, secrets, reach: { networks: readNetworks(null) } }),
  awaitEmail: () => Promise.resolve(undefined),
});
