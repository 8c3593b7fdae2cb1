import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/open-database';
import type { Recovery } from '../../platform/database/recovery';
import { Refusal } from '../../platform/http/refusal';
import { storedFigures } from './metrics.queries';
import { type ProcessParts, processFigures } from './process-figures';
import { keepRecent, type CacheTimes } from './recent';
import { shopFigures } from './shop-figures';

export type MetricsParts = ProcessParts & {
  /** What a reader must show. */
  readonly token: string;
  /** Connections of their own, so that the figures do not wait with the requests that they are about. */
  readonly db: Database;
  /** The archive for recovery to any second, which only the embedded database has. */
  readonly recovery: Pick<Recovery, 'archived'> | undefined;
  readonly times?: CacheTimes;
};

const defaultTimes: CacheTimes = { fresh: 5_000, wait: 1_000, oldest: 60_000 };

/** Figures for Prometheus at `/metrics` (decision 120). Without a token the address does not exist. */
export function serveMetrics(app: FastifyInstance, parts: MetricsParts | undefined): void {
  if (!parts) {
    // Otherwise the pages' router would answer.
    app.get('/metrics', () => {
      throw new Refusal('not_found', 'Nothing exists at this address.');
    });
    return;
  }
  const ofProcess = processFigures(app, parts);
  const ofShop = keepRecent(() => storedFigures(parts.db), parts.times ?? defaultTimes);
  const isReader = accepts(parts.token);
  app.get('/metrics', async (request, reply) => {
    if (!isReader(request.headers.authorization)) {
      void reply.header('www-authenticate', 'Bearer');
      throw new Refusal('not_signed_in', 'Send the token in METRICS_TOKEN as a bearer token.');
    }
    const shop = shopFigures(await ofShop(), parts.recovery?.archived());
    return reply
      .type(ofProcess.contentType)
      .header('cache-control', 'no-store')
      .send(`${await ofProcess.metrics()}${await shop.metrics()}`);
  });
}

/** Compares hashes, which take the same time whatever was sent. */
function accepts(token: string): (authorization: string | undefined) => boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  const expected = hashOf(`Bearer ${token}`);
  return (authorization = '') => timingSafeEqual(hashOf(authorization), expected);
}
