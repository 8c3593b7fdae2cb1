import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a journal was neither undone with its import nor a reversal by such an undo: the two cancel out.
 */
export const isJournalValid = (journalId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`not exists (select from undone_journals undone where undone.journal_id = ${journalId})`;

/** Whether a document was not undone with the import that posted it. */
export const isDocumentValid = (
  type: 'credit_note' | 'stock_adjustment',
  documentId: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`not exists (select from sales_history_posted undone where undone.document_type = ${sql.lit(type)}
    and undone.document_id = ${documentId} and undone.undone_at is not null)`;
