import { type RawBuilder, sql } from 'kysely';
import { type Draft, raiseNotifications } from '../../kernel/notifications';
import type { NotificationKind } from '#domain/notifications/notification-kinds';
import type { Tx } from '../../platform/database/open-database';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

/** The key prefix of combined notifications. */
export const severalKey = 'several ';

type LastingCondition = {
  readonly kind: NotificationKind;
  /** A condition to notify about, identified by `key`. */
  readonly find: RawBuilder<unknown>;
  /** The keys of unresolved conditions, if there are more than those found. */
  readonly held?: RawBuilder<unknown>;
};

/**
 * The conditions that began since the last scan. Resolved ones are recorded, after which they may notify
 * again.
 */
export async function findNewConditions<Found extends { readonly key: string }>(
  tx: Tx,
  now: Date,
  { kind, find, held = sql`select key from standing` }: LastingCondition,
): Promise<Found[]> {
  // One scan at a time: a second one would resolve what the first has just found.
  await takeLock(tx, locks.runScan, kind);
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

type ConditionText = { readonly words: string; readonly link: string };

/** Notifies about each condition, or once about many. Each is recorded either way. */
export async function notifyNew(
  tx: Tx,
  now: Date,
  drafts: readonly Draft[],
  { atOnce, asOne }: { readonly atOnce: number; readonly asOne: () => ConditionText },
): Promise<void> {
  const [first] = drafts;
  if (!first || drafts.length <= atOnce) return raiseNotifications(tx, now, drafts);
  const summary: Draft = { kind: first.kind, key: `${severalKey}${now.toISOString()}`, ...asOne() };
  await raiseNotifications(tx, now, [...drafts.map(draft => ({ ...draft, isQuiet: true })), summary]);
}
