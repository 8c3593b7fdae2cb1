import { sql } from 'kysely';
import * as z from 'zod';
import { replyDays } from '#domain/kernel/kept-days';
import type { Database } from '../../platform/database/open-database';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { forgetAttempts } from './sign-in-throttle';

export const cleanUpAccess = job('clean-up-access', z.object({}));

/** Deletes ended sessions, old links and sign-in attempts, stored replies, and jobs that failed for good. */
export const cleanUpAccessHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(cleanUpAccess, async () => {
    const day = 24 * 3600_000;
    const daysAgo = (days: number) => new Date(clock().getTime() - days * day);
    // One used in the future was used while the clock was ahead, and would last until then (R11).
    await sql`delete from sessions where expires_at < ${clock()} or last_seen_at < ${daysAgo(1)} or last_seen_at > ${daysAgo(-1)}`.execute(
      db,
    );
    await sql`delete from password_links where expires_at < ${daysAgo(30)}`.execute(db);
    await sql`delete from pending_sign_ins where expires_at < ${clock()}`.execute(db);
    await sql`delete from passkey_challenges where expires_at < ${clock()}`.execute(db);
    await sql`delete from provider_attempts where expires_at < ${clock()}`.execute(db);
    await sql`delete from api_tokens where expires_at < ${clock()}`.execute(db);
    await sql`delete from two_factors where confirmed_at is null and created_at < ${daysAgo(1)}`.execute(db);
    await forgetAttempts(db, clock());
    await sql`delete from pin_attempts where at < ${daysAgo(1)}`.execute(db);
    // Its last attempt was planned just after the one before.
    await sql`delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and greatest(run_at, updated_at) < ${daysAgo(14)}`.execute(
      db,
    );
    await sql`delete from idempotency_keys where created_at < ${daysAgo(replyDays)}`.execute(db);
  });
