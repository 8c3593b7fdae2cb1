import { sql } from 'kysely';
import type { Tx } from '../database/open-database';
import type { Job } from './job';

type Terms = {
  /** Replaces a waiting job with the same key; a running one is followed by this one. */
  readonly key?: string;
  /** Not before this time; at once by default. */
  readonly runAt?: Date;
  /** The number of attempts when it throws. */
  readonly maxAttempts?: number;
};

const defaultAttempts = 5;

/** Adds a job in the caller's transaction: it runs only if that commits. */
export async function addJob<Payload>(
  tx: Tx,
  { name, payload }: Job<Payload>,
  data: Payload,
  { key, runAt, maxAttempts = defaultAttempts }: Terms = {},
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${name}, payload => ${JSON.stringify(payload.parse(data))}::json, run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${maxAttempts}::integer, job_key => ${key ?? null}::text)`.execute(tx);
}
