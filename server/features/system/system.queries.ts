import { sql } from 'kysely';
import type { SystemFacts } from '#domain/settings/system-health';
import type { Reader } from '../../platform/database/open-database';

export type StoredFacts = Omit<SystemFacts, 'disk' | 'recovery' | 'roles_apart'> & {
  readonly version: string;
  readonly bytes: number;
  readonly step: string;
};

const late = sql`interval '10 minutes'`;

/** Facts about the database and the background jobs. */
export async function storedFacts(db: Reader): Promise<StoredFacts> {
  const { rows } = await sql<
    Omit<StoredFacts, 'backup' | 'check'> & {
      backup: { at: string; holds: boolean } | null;
      check: { at: string; holds: boolean } | null;
    }
  >`
    select current_setting('server_version') as version, pg_database_size(current_database())::bigint as bytes,
      (select max(name) from kysely_migration) as step,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::integer as connections,
      current_setting('max_connections')::integer as most_connections,
      (select jsonb_build_object('failed', count(*) filter (where attempts >= max_attempts and greatest(run_at, updated_at) > now() - interval '1 day'),
        'late', count(*) filter (where attempts < max_attempts and locked_at is null and run_at < now() - ${late}))
        from graphile_worker.jobs) as jobs,
      (select jsonb_build_object('waiting', count(*) filter (where status in ('queued', 'retrying', 'sending')),
        'failed', count(*) filter (where status in ('failed', 'unconfirmed'))) from emails) as mail,
      (select jsonb_build_object('at', taken_at, 'holds', coalesce(holds, false)) from backups
        where state = 'kept' order by taken_at desc, id desc limit 1) as backup,
      (select jsonb_build_object('at', finished_at, 'holds', holds) from books_checks
        where finished_at is not null order by id desc limit 1) as check`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A question about one thing has one answer');
  const dated = (one: { at: string; holds: boolean } | null) => one && { ...one, at: new Date(one.at) };
  return { ...found, backup: dated(found.backup), check: dated(found.check) };
}
