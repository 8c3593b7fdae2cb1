import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { isSettled } from './held-baskets';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { writeAudits } from '../../kernel/audit';
import { locks } from '../../kernel/locks';
import { takeLock } from '../../platform/database/advisory-lock';
import { anonymousActor } from '../../platform/http/context';

export const voidOldBaskets = job('void-old-baskets', z.object({}));

const reason = 'Held longer than the limit in Settings.';

/** Voids sales held longer than the days in Settings. Idempotent. */
export const voidOldBasketsHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(voidOldBaskets, () =>
    inTransaction(db, async tx => {
      const now = clock();
      const isOld = sql`status = 'held'
        and held_at < ${now}::timestamptz - (select held_days * interval '1 day' from selling_settings)`;
      const { rows: old } = await sql<{ client_id: string }>`
        select client_id from held_baskets where ${isOld} order by client_id`.execute(tx);
      // What is being paid where it was held comes first, and is seen below.
      for (const { client_id } of old) await takeLock(tx, locks.sentDocument, client_id);
      // Paid where they were held: their goods were sold, so they are not voided.
      await sql`
        update held_baskets h set status = 'resumed', ended_at = ${now}, version = version + 1
        where ${isOld} and ${isSettled}`.execute(tx);
      const { rows } = await sql<{ id: number; name: string; total: number }>`
        update held_baskets h set status = 'voided', ended_at = ${now}, void_reason = ${reason}, version = version + 1
        where ${isOld} and not ${isSettled}
        returning id, name, total_pence as total`.execute(tx);
      await writeAudits(
        tx,
        { actor: { ...anonymousActor, name: 'Counterfoil' }, now, requestId: '', address: '' },
        rows.map(({ id, name, total }) => ({
          action: 'voided',
          recordType: 'held_basket',
          recordId: id,
          recordName: name,
          after: { total_pence: total, reason },
        })),
      );
    }),
  );
