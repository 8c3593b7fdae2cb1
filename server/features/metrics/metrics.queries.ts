import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

/** What the database knows about jobs, email, backups, checks and tills. Instants are seconds since 1970. */
export type StoredFigures = {
  readonly jobs_waiting: number;
  readonly jobs_running: number;
  readonly jobs_scheduled: number;
  readonly jobs_failed: number;
  readonly emails_waiting: number;
  readonly emails_failed: number;
  readonly oldest_waiting_email: number | null;
  readonly last_good_backup: number | null;
  readonly last_check: { readonly at: number; readonly holds: boolean } | null;
  /** One for each till, and one with the id null for devices that sell without one. */
  readonly tills: readonly {
    readonly register_id: number | null;
    readonly unsent: number;
    readonly last_seen: number;
  }[];
};

/** A statement of a few index lookups and short tables: it runs every few seconds for as long as the server does. */
export async function storedFigures(db: Reader): Promise<StoredFigures> {
  const { rows } = await sql<StoredFigures>`
    with jobs as (
      select (count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()))::integer as waiting,
        (count(*) filter (where locked_at is not null))::integer as running,
        (count(*) filter (where attempts < max_attempts and locked_at is null and run_at > now()))::integer as scheduled,
        (count(*) filter (where attempts >= max_attempts and locked_at is null and greatest(run_at, updated_at) > now() - interval '1 day'))::integer as failed
      from graphile_worker.jobs
    ), mail as (
      select (count(*) filter (where status in ('queued', 'sending', 'retrying')))::integer as waiting,
        (count(*) filter (where status in ('failed', 'unconfirmed')))::integer as failed,
        extract(epoch from min(created_at) filter (where status in ('queued', 'sending', 'retrying')))::double precision as oldest
      from emails where status in ('queued', 'sending', 'retrying', 'failed', 'unconfirmed')
    ), devices as (
      select d.register_id, d.last_seen_at,
        (select coalesce(sum(u.sales), 0) from unsent_sales u where u.device_id = d.id) as unsent
      from till_devices d
    ), tills as (
      select register_id, sum(unsent)::integer as unsent, extract(epoch from max(last_seen_at))::double precision as last_seen
      from devices group by register_id order by register_id limit 200
    )
    select jobs.waiting as jobs_waiting, jobs.running as jobs_running, jobs.scheduled as jobs_scheduled, jobs.failed as jobs_failed,
      mail.waiting as emails_waiting, mail.failed as emails_failed, mail.oldest as oldest_waiting_email,
      (select extract(epoch from max(taken_at))::double precision from backups where state = 'kept' and holds) as last_good_backup,
      (select jsonb_build_object('at', extract(epoch from finished_at)::double precision, 'holds', holds)
        from books_checks order by id desc limit 1) as last_check,
      (select coalesce(jsonb_agg(to_jsonb(tills)), '[]') from tills) as tills
    from jobs, mail`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('Sums always have one row');
  return figures;
}
