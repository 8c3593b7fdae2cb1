import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

/** A user's notifications of some years, one in twenty unread. */
export async function fillNotifications(db: Database, count: number, userId: number): Promise<void> {
  await sql`
    insert into notifications (kind, key, words, link, raised_at, settled_at)
    select (array['low_stock', 'late_order', 'till_difference'])[1 + n % 3], 'bench ' || n, 'Something happened to ' || md5(n::text) || '.',
      '/stock', now() - (${count}::int - n) * interval '30 minutes', now()
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`
    insert into notification_recipients (user_id, notification_id, kind, read_at)
    select ${userId}, id, kind, case when id % 20 > 0 then raised_at end from notifications where key like 'bench %'`.execute(
    db,
  );
}
