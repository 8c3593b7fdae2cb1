import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/open-database';

/**
 * Journals that no audit entry of their transaction names: by their document, by its number, by themselves or by what
 * they reverse (rule D8). Fixtures post without any entry, so transactions without one are left to the check of routes.
 */
export async function unauditedJournals(db: Database): Promise<string[]> {
  const { rows } = await sql<{ journal: string }>`
    select distinct concat_ws(' ', kind, 'of', document_type, document_number) as journal from journals j
    where exists (select from audit_log a where a.xmin::text = j.posted_in::text) and not exists (
      select from audit_log a where a.xmin::text = j.posted_in::text and (
        (a.record_type = j.document_type and a.record_id = j.document_id)
        or (a.record_type = 'journal' and a.record_id in (j.id, j.reverses_id))
        or (j.document_type = 'payment' and j.document_id::text in (a.before ->> 'payment', a.after ->> 'payment'))
        or position(j.document_number in concat_ws(' ', a.record_name, a.before::text, a.after::text)) > 0))
    order by 1`.execute(db);
  return rows.map(({ journal }) => `Not named in the audit log: ${journal}`);
}
