import { sql } from 'kysely';
import { health } from '#domain/kernel/health.contract';
import { read } from '../../platform/http/route';

/** 200 if the database responds, otherwise 503. */
export const healthRoutes = [
  read(health.show, async ({ db }) => {
    await sql`select 1`.execute(db);
    return { status: 'ok', database: 'ok' } as const;
  }),
];
