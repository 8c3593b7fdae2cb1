import { type RawBuilder, sql } from 'kysely';
import { type Draft, raiseNotifications } from '../../kernel/notifications';
import type { NotificationKind } from '#domain/notifications/notification-kinds';
import type { Tx } from '../../platform/database/open-database';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

/** How the keys of what is told of several at once begin. */
export const severalKey = 'several ';

type Lasting = {
  readonly kind: NotificationKind;
  /** What is told once it is found: `key` names it. */
  readonly find: RawBuilder<unknown>;
  /** The keys of what is not mended yet, where that is more than what is told. */
  readonly held?: RawBuilder<unknown>;
};

/** What has begun since the last look. What was mended is noted, after which it may be told again. */
export async function findBegun<Found extends { readonly key: string }>(
  tx: Tx,
  now: Date,
  { kind, find, held = sql`select key from standing` }: Lasting,
): Promise<Found[]> {
  // One look at a time: of two, the later would settle what the earlier has just told.
  await takeLock(tx, locks.lookAround, kind);
  const { rows } = await sql<Found>`
    with standing as materialized (${find}), held as materialized (${held}), mended as (
      update notifications n set settled_at = ${now}
      where n.kind = ${kind} and n.settled_at is null and n.key not like ${`${severalKey}%`}
        and not exists (select from held h where h.key = n.key)
    )
    select s.* from standing s
    where not exists (select from notifications n where n.kind = ${kind} and n.key = s.key and n.settled_at is null)
    order by s.key`.execute(tx);
  return rows;
}

type Told = { readonly words: string; readonly link: string };

/** Tells each, or of more than so many all of them as one: each is kept as told even so. */
export async function tellBegun(
  tx: Tx,
  now: Date,
  drafts: readonly Draft[],
  { atOnce, asOne }: { readonly atOnce: number; readonly asOne: () => Told },
): Promise<void> {
  const [first] = drafts;
  if (!first || drafts.length <= atOnce) return raiseNotifications(tx, now, drafts);
  const summary: Draft = { kind: first.kind, key: `${severalKey}${now.toISOString()}`, ...asOne() };
  await raiseNotifications(tx, now, [...drafts.map(draft => ({ ...draft, isQuiet: true })), summary]);
}
