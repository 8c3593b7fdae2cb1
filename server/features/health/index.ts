import { sql } from 'kysely';
import { health } from '#domain/kernel/health.contract';
import type { Reader } from '../../platform/database/open-database';
import { Refusal } from '../../platform/http/refusal';
import { goesFirst, read, type Route } from '../../platform/http/route';

/** Aborted when the process begins to shut down. */
export type Leaving = { readonly leaving?: AbortSignal | undefined };

/** Answers for monitoring and load balancers: 200, or 503 while a request would fail. */
export const healthRoutes = ({ leaving }: Leaving): Route[] => [
  goesFirst(
    read(health.show, async ({ db }) => {
      await sql`select 1`.execute(db);
      return { status: 'ok', database: 'ok' } as const;
    }),
  ),
  // Without the database: a restart of this process would not bring it back.
  goesFirst(read(health.live, async () => ({ status: 'ok' }) as const)),
  goesFirst(
    read(health.ready, async ({ db }) => {
      if (leaving?.aborted) throw new Refusal('unavailable', 'This process is shutting down.');
      if (await isReadOnly(db)) throw new Refusal('unavailable', 'The database does not take writes.');
      return { status: 'ok' } as const;
    }),
  ),
];

async function isReadOnly(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ read_only: boolean }>`
    select current_setting('transaction_read_only') = 'on' as read_only`.execute(db);
  return rows[0]?.read_only !== false;
}
