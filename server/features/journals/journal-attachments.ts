import { sql } from 'kysely';
import { maxJournalAttachments } from '#domain/journals/journal-attachment.contract';
import { attachmentsOf, removableUntilClosed } from '../../kernel/attachments';
import { wagesFor } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { findJournal } from './journals.queries';

/** The attachments of a journal: its working papers. */
export const documentsOfJournals = attachmentsOf({
  table: 'record_files',
  column: 'journal_id',
  recordTable: 'journals',
  recordType: 'journal',
  noun: 'Journal',
  short: 'journal',
  paper: 'attachment',
  maxCount: maxJournalAttachments,
  lock: lockJournalName,
  removal: removableUntilClosed('journal', findJournalDay),
});

/** Refuses files on wages: who may see the ledger may not see pay (rule K8). */
async function lockJournalName({ tx }: WriteContext, id: number): Promise<string> {
  const { rows } = await sql<{ name: string; document_type: string }>`
    select coalesce(document_number, 'Journal ' || id) as name, document_type
    from lock_journals(array[${id}::bigint])`.execute(tx);
  const { name, document_type } = ensureFound(rows[0], 'Journal');
  if (document_type === 'salary_payment')
    throw conflict('This journal is of wages. Attach the files to the employee instead.');
  return name;
}

async function findJournalDay(db: Reader, id: number): Promise<string | undefined> {
  const journal = await db
    .selectFrom('journals')
    .select('business_date')
    .where('id', '=', id)
    .executeTakeFirst();
  return journal?.business_date;
}

/** 404 if the user cannot open the journal. */
export async function ensureCanViewJournal(db: Reader, id: number, actor: Actor): Promise<void> {
  ensureFound(await findJournal(db, id, wagesFor(actor)), 'Journal');
}
