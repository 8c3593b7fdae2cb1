import { sql } from 'kysely';
import {
  mostOrderAttachments,
  type OrderAttachment,
} from '#domain/purchase-orders/order-attachment.contract';
import { recordAudit } from '../../kernel/audit';
import { keepFiles } from '../../kernel/stored-files';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import type { MultipartBody } from '../../platform/http/multipart';
import { found, invalid } from '../../platform/http/refusal';
import { FileReply } from '../../platform/http/route';

type Attachments = { data: OrderAttachment[] };

/** The papers of an order, the oldest first. 404 when there is no such order. */
export async function listAttachments(db: Reader, orderId: number): Promise<Attachments> {
  const order = await db
    .selectFrom('purchase_orders')
    .select('id')
    .where('id', '=', orderId)
    .executeTakeFirst();
  found(order, 'Purchase order');
  const { rows } = await sql<OrderAttachment>`
    select a.id, a.file_name, f.bytes, u.name as added_by, a.added_at
    from purchase_order_attachments a join files f using (sha256) join users u on u.id = a.added_by
    where a.purchase_order_id = ${orderId} order by a.id`.execute(db);
  return { data: rows };
}

/** Attaches the files of a form, which were judged by their content. The same file under the same name is kept once. */
export async function addAttachments(
  ctx: WriteContext,
  orderId: number,
  { files }: MultipartBody,
): Promise<Attachments> {
  if (files.length === 0) throw invalid({ attachments: 'Choose at least one file.' });
  const number = await lockNumber(ctx.tx, orderId);
  await keepFiles(ctx, files);
  await sql`
    insert into purchase_order_attachments (purchase_order_id, file_name, sha256, added_by, added_at)
    select ${orderId}, new.file_name, new.sha256, ${ctx.actor.id}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(files.map(({ fileName, sha256 }) => ({ file_name: fileName, sha256 })))}::jsonb)
      as new (file_name text, sha256 text)
    where not exists (select from purchase_order_attachments known where known.purchase_order_id = ${orderId}
      and known.sha256 = new.sha256 and known.file_name = new.file_name)`.execute(ctx.tx);
  const attachments = await listAttachments(ctx.tx, orderId);
  if (attachments.data.length > mostOrderAttachments)
    throw invalid({
      attachments: `An order can have at most ${mostOrderAttachments} attachments. Remove one first.`,
    });
  const after = { files: files.map(({ fileName }) => fileName) };
  recordAudit(ctx, {
    action: 'attached',
    recordType: 'purchase_order',
    recordId: orderId,
    recordName: number,
    after,
  });
  return attachments;
}

/** Takes a paper away. Its file is swept up later: another record may hold the same content. */
export async function removeAttachment(
  ctx: WriteContext,
  orderId: number,
  attachmentId: number,
): Promise<Attachments> {
  const number = await lockNumber(ctx.tx, orderId);
  const { rows } = await sql<{ file_name: string }>`
    delete from purchase_order_attachments where purchase_order_id = ${orderId} and id = ${attachmentId}
    returning file_name`.execute(ctx.tx);
  const { file_name } = found(rows[0], 'Attachment');
  recordAudit(ctx, {
    action: 'attachment_removed',
    recordType: 'purchase_order',
    recordId: orderId,
    recordName: number,
    before: { files: [file_name] },
  });
  return listAttachments(ctx.tx, orderId);
}

/** The bytes of a paper. 404 when the order has no such one. */
export async function sendAttachment(
  { db, files }: Pick<ReadContext, 'db' | 'files'>,
  orderId: number,
  attachmentId: number,
): Promise<FileReply> {
  const { rows } = await sql<{ file_name: string; sha256: string; content_type: string }>`
    select a.file_name, a.sha256, f.content_type from purchase_order_attachments a join files f using (sha256)
    where a.purchase_order_id = ${orderId} and a.id = ${attachmentId}`.execute(db);
  const paper = found(rows[0], 'Attachment');
  return new FileReply(paper.file_name, paper.content_type, files.read(paper.sha256));
}

/** Locks the order, so that two who attach at once cannot pass the limit together; its number for the audit log. */
async function lockNumber(tx: Tx, orderId: number): Promise<string> {
  const order = await tx
    .selectFrom('purchase_orders')
    .select('po_number')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return found(order, 'Purchase order').po_number;
}
