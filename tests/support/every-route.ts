import { allRoutes } from '../../server/routes';
import type { Route } from '../../server/platform/http/route';
import { openSecrets } from '../../server/platform/secrets';

/** Every route of the product, for tests that leave none out. Their handlers are not called through this list. */
export const everyRoute: readonly Route[] = allRoutes({
  callers: { identify: async () => undefined, forget: () => undefined },
  secrets: openSecrets(Buffer.alloc(32)),
  publicUrl: 'http://localhost:3000',
  mailConfigured: false,
  awaitEmail: () => Promise.resolve(undefined),
});
