import { capitalise } from '#domain/kernel/capitalise';
import { withArticle } from '#domain/kernel/with-article';
import { sql } from 'kysely';
import type { Attachment } from '#domain/kernel/attachment-calls';
import { type RuleResult, yes } from '#domain/kernel/rule-result';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import type { MultipartBody } from '../../platform/http/multipart';
import { ensure, ensureFound, invalid } from '../../platform/http/refusal';
import { FileReply } from '../../platform/http/route';
import { recordAudit } from '../audit';
import { recordFiles } from '../stored-files';

/** A record type with attachments. */
type AttachedTo = {
  /** The table of its attachments and the column of the record's id. */
  readonly table:
    | 'purchase_order_attachments'
    | 'supplier_bill_attachments'
    | 'expense_receipts'
    | 'employee_documents'
    | 'mail_draft_attachments'
    | 'record_files';
  readonly column:
    | 'purchase_order_id'
    | 'supplier_bill_id'
    | 'expense_id'
    | 'employee_id'
    | 'draft_id'
    | 'supplier_id'
    | 'customer_id'
    | 'sale_id'
    | 'journal_id';
  readonly recordTable:
    | 'purchase_orders'
    | 'supplier_bills'
    | 'expenses'
    | 'employees'
    | 'mail_drafts'
    | 'suppliers'
    | 'customers'
    | 'sales'
    | 'journals';
  readonly recordType: string;
  /** "Purchase order"; "order" and "attachment" as used in a sentence. */
  readonly noun: string;
  readonly short: string;
  readonly paper: string;
  readonly maxCount: number;
  /**
   * Locks the record, so that concurrent uploads cannot exceed the limit. Returns its name for the audit log.
   */
  readonly lock: (ctx: WriteContext, id: number, action: 'add' | 'remove') => Promise<string>;
  /** Whether its files can be removed now; if not given, they always can. */
  readonly removal?: (db: Reader, id: number) => Promise<RuleResult>;
};

type AttachmentList = { data: Attachment[]; removal: RuleResult };
type Added = AttachmentList & { rejected: string[]; added: number[] };

/** The attachments of a record type: list, attach, remove and download. */
export const attachmentsOf = (to: AttachedTo) => ({
  list: (db: Reader, id: number): Promise<AttachmentList> => listFilesOf(db, to, id),
  add: (ctx: WriteContext, id: number, body: MultipartBody): Promise<Added> => addFiles(ctx, to, id, body),
  remove: (ctx: WriteContext, id: number, attachmentId: number): Promise<AttachmentList> =>
    removeFileOf(ctx, to, id, attachmentId),
  send: (read: Pick<ReadContext, 'db' | 'files'>, id: number, attachmentId: number): Promise<FileReply> =>
    sendFileOf(read, to, id, attachmentId),
});
export type Attachments = ReturnType<typeof attachmentsOf>;

/** The attachments of a record, oldest first. 404 if there is no such record. */
async function listFilesOf(db: Reader | Tx, to: AttachedTo, id: number): Promise<AttachmentList> {
  const { rows: records } = await sql<{ id: number }>`
    select id from ${sql.table(to.recordTable)} where id = ${id}`.execute(db);
  ensureFound(records[0], to.noun);
  const { rows } = await sql<Attachment>`
    select a.id, a.file_name, f.bytes, u.name as added_by, a.added_at
    from ${sql.table(to.table)} a join files f using (sha256) join users u on u.id = a.added_by
    where a.${sql.ref(to.column)} = ${id} order by a.id`.execute(db);
  return { data: rows, removal: await removalOf(db, to, id) };
}

const removalOf = async (db: Reader | Tx, to: AttachedTo, id: number): Promise<RuleResult> =>
  to.removal ? to.removal(db, id) : yes;

/**
 * Attaches the accepted files of a form and reports the others. The same file under the same name is stored
 * once.
 */
async function addFiles(
  ctx: WriteContext,
  to: AttachedTo,
  id: number,
  { files, rejected }: MultipartBody,
): Promise<Added> {
  if (files.length === 0) throw invalid({ attachments: 'Choose at least one file.' });
  const name = await to.lock(ctx, id, 'add');
  await recordFiles(ctx, files);
  const sent = files.map(({ fileName, sha256 }) => ({ file_name: fileName, sha256 }));
  const { rows: added } = await sql<{ id: number }>`
    insert into ${sql.table(to.table)} (${sql.ref(to.column)}, file_name, sha256, added_by, added_at)
    select ${id}, new.file_name, new.sha256, ${ctx.actor.id}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as new (file_name text, sha256 text)
    where not exists (select from ${sql.table(to.table)} known where known.${sql.ref(to.column)} = ${id}
      and known.sha256 = new.sha256 and known.file_name = new.file_name)
    returning id`.execute(ctx.tx);
  const papers = await listFilesOf(ctx.tx, to, id);
  if (papers.data.length > to.maxCount)
    throw invalid({
      attachments: `${capitalise(withArticle(to.short))} can have at most ${to.maxCount} ${to.paper}s, and this would be ${papers.data.length}. Remove some first, or add fewer.`,
    });
  recordAudit(ctx, {
    action: 'attached',
    recordType: to.recordType,
    recordId: id,
    recordName: name,
    after: { files: files.map(({ fileName }) => fileName) },
  });
  return { ...papers, rejected: [...rejected], added: added.map(({ id: addedId }) => addedId) };
}

/** Removes an attachment. The file itself is swept later, because other records may use the same content. */
async function removeFileOf(
  ctx: WriteContext,
  to: AttachedTo,
  id: number,
  attachmentId: number,
): Promise<AttachmentList> {
  const name = await to.lock(ctx, id, 'remove');
  ensure(await removalOf(ctx.tx, to, id));
  const { rows } = await sql<{ file_name: string }>`
    delete from ${sql.table(to.table)} where ${sql.ref(to.column)} = ${id} and id = ${attachmentId}
    returning file_name`.execute(ctx.tx);
  const { file_name } = ensureFound(rows[0], capitalise(to.paper));
  recordAudit(ctx, {
    action: 'attachment_removed',
    recordType: to.recordType,
    recordId: id,
    recordName: name,
    before: { files: [file_name] },
  });
  return listFilesOf(ctx.tx, to, id);
}

/** The bytes of an attachment. 404 if the record has none with this id. */
async function sendFileOf(
  { db, files }: Pick<ReadContext, 'db' | 'files'>,
  to: AttachedTo,
  id: number,
  attachmentId: number,
): Promise<FileReply> {
  const { rows } = await sql<{ file_name: string; sha256: string; content_type: string }>`
    select a.file_name, a.sha256, f.content_type from ${sql.table(to.table)} a join files f using (sha256)
    where a.${sql.ref(to.column)} = ${id} and a.id = ${attachmentId}`.execute(db);
  const attachment = ensureFound(rows[0], capitalise(to.paper));
  return new FileReply(attachment.file_name, attachment.content_type, files.read(attachment.sha256));
}
