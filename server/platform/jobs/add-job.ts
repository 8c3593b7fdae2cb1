import { sql } from 'kysely';
import type { Tx } from '../database/open-database';
import type { Job } from './job';

type Terms = {
  /** A job with the same key that has not begun is replaced; one that runs is followed by this one. */
  readonly key?: string;
  /** Not before this moment; at once when left out. */
  readonly runAt?: Date;
  /** How many times it is tried when it throws. */
  readonly maxAttempts?: number;
};

const defaultAttempts = 5;

/** Adds a job in the caller's transaction: it runs when, and only when, that commits. */
export async function addJob<Payload>(
  tx: Tx,
  { name, payload }: Job<Payload>,
  given: Payload,
  { key, runAt, maxAttempts = defaultAttempts }: Terms = {},
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${name}, payload => ${JSON.stringify(payload.parse(given))}::json, run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${maxAttempts}::integer, job_key => ${key ?? null}::text)`.execute(tx);
}
