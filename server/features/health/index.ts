import { sql } from 'kysely';
import { health } from '#domain/kernel/health.contract';
import { read } from '../../platform/http/route';

/** 200 when the database answers; a database that does not is a 503 like any other request's. */
export const healthRoutes = [
  read(health.show, async ({ db }) => {
    await sql`select 1`.execute(db);
    return { status: 'ok', database: 'ok' } as const;
  }),
];
