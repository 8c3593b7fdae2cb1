import { sql } from 'kysely';
import * as z from 'zod';
import { londonDate } from '#domain/kernel/dates';
import { type Draft, raiseNotifications } from '../../kernel/notifications';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { addJob } from '../../platform/jobs/add-job';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { everyStanding, type Standing } from './standing';

export const lookAround = job('look-around', z.object({}));

/** How the keys of what is told of several at once begin. */
export const severalKey = 'several ';

/** More than so many that begin at once (an import, the first look of all) are told as one. */
export const mostAtOnce = 10;

/** Looks soon, whoever asks and however many do: one of all processes does it. */
export const lookAroundSoon = (db: Database): Promise<void> =>
  inTransaction(db, tx => addJob(tx, lookAround, {}, { key: lookAround.name }));

/** Tells what has begun since the last look, and notes what was mended. No write waits for it. */
export const lookAroundHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(lookAround, async () => {
    for (const standing of everyStanding) await inTransaction(db, tx => look(tx, standing, clock()));
  });

async function look(tx: Tx, { kind, find, link, many }: Standing, now: Date): Promise<void> {
  // One look at a time: of two, the later would settle what the earlier has just told.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`look-around ${kind}`}, 0))`.execute(tx);
  const { rows } = await sql<{ key: string; target: string; words: string }>`
    with standing as materialized (${find(londonDate(now))}), mended as (
      update notifications n set settled_at = ${now}
      where n.kind = ${kind} and n.settled_at is null and n.key not like ${`${severalKey}%`}
        and not exists (select from standing s where s.key = n.key)
    )
    select s.key, s.target, s.words from standing s
    where not exists (select from notifications n where n.kind = ${kind} and n.key = s.key and n.settled_at is null)
    order by s.key`.execute(tx);
  const isQuiet = rows.length > mostAtOnce;
  const drafts: Draft[] = rows.map(({ key, target, words }) => ({
    kind,
    key,
    words,
    link: link(target),
    isQuiet,
  }));
  const summary: Draft = {
    kind,
    key: `${severalKey}${now.toISOString()}`,
    words: many.words(rows.length),
    link: many.link,
  };
  await raiseNotifications(tx, now, isQuiet ? [...drafts, summary] : drafts);
}
