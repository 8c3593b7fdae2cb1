import type {
  BulkEmailDetail,
  BulkEmailOutcome,
  BulkEmailRecord,
} from '#domain/bulk-emails/bulk-email.contract';
import { emailStatusNames } from '#domain/emails/email.contract';
import { pageFrom } from '../../platform/database/page-of';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { ReadContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';
import { bulkMailings, ensureCanView } from './bulk-email-kinds';
import { findBulkEmail, listRecords, type StoredBulkEmail } from './bulk-emails.queries';

/** A bulk email. 404 if it does not exist, 403 without permission to see its kind. */
export async function getBulkEmail(db: Reader, actor: Actor, id: number): Promise<BulkEmailDetail> {
  const { options: _options, created_by_id: _user, ...detail } = await visibleBulkEmail(db, actor, id);
  return detail;
}

async function visibleBulkEmail(db: Reader, actor: Actor, id: number): Promise<StoredBulkEmail> {
  const stored = ensureFound(await findBulkEmail(db, id), 'Bulk email');
  ensureCanView(actor, stored.kind);
  return stored;
}

/** The records of a bulk email with their names and results. */
export async function getRecords(
  { db, actor, now }: Pick<ReadContext, 'db' | 'actor' | 'now'>,
  id: number,
  query: { page: number; per_page: number; outcome?: BulkEmailOutcome | undefined },
) {
  const { kind, options } = await visibleBulkEmail(db, actor, id);
  const page = await listRecords(db, id, query);
  const loaded = await bulkMailings[kind].load(
    db,
    page.data.map(({ record_id }) => record_id),
    options,
    { now },
  );
  const named = new Map(loaded.map(record => [record.id, record]));
  const data = page.data.map(({ record_id, outcome, reason, status, last_error }): BulkEmailRecord => {
    const record = named.get(record_id);
    return {
      record_id,
      name: record?.name ?? null,
      recipient: record?.recipient ?? null,
      outcome,
      reason: reason ?? last_error,
      delivery: status && emailStatusNames[status],
    };
  });
  return pageFrom(query, page.total, data);
}
