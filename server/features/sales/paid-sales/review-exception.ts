import { sql } from 'kysely';
import type { SaleExceptionListed } from '#domain/sales/sale-exceptions.contract';
import { recordAudit } from '../../../kernel/audit';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, ensureFound, invalid } from '../../../platform/http/refusal';
import { findPostedBefore } from '../find-repeated-request';
import { postUnpostedSale } from './record-paid-sale';
import { findListedException } from './sale-exceptions.queries';

type Row = {
  id: number;
  kind: string;
  sale_id: number | null;
  unbooked_id: number | null;
  reviewed_at: Date | null;
  is_posted: boolean;
};

async function lockException(ctx: WriteContext, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select e.id, e.kind, e.sale_id, e.unbooked_id, e.reviewed_at,
      e.sale_id is not null or exists (select from unbooked_sales k where k.id = e.unbooked_id and k.sale_id is not null) as is_posted
    from sale_exceptions e where e.id = ${id} for update`.execute(ctx.tx);
  const row = ensureFound(rows[0], 'Exception');
  if (row.reviewed_at !== null) throw conflict('This exception has already been reviewed.');
  return row;
}

export const needsNoteWords = 'Enter how this was resolved, such as the invoice number it was entered under.';

/** Marks an exception as reviewed. Money that is not in the books needs a note of what became of it. */
export async function reviewException(
  ctx: WriteContext,
  id: number,
  note: string | null,
): Promise<SaleExceptionListed> {
  await lockSentSale(ctx, id);
  const row = await lockException(ctx, id);
  if (!row.is_posted && note === null) throw invalid({ note: needsNoteWords });
  await sql`
    update sale_exceptions set reviewed_by = ${ctx.actor.id}, reviewed_at = ${ctx.now}, note = ${note} where id = ${id}`.execute(
    ctx.tx,
  );
  return review(ctx, id, 'reviewed_exception', note);
}

/** Locks the id of a kept sale before its exception, as a till does that sends the sale again. */
async function lockSentSale(ctx: WriteContext, exceptionId: number): Promise<void> {
  const { rows } = await sql<{ client_id: string }>`
    select k.client_id from sale_exceptions e join unbooked_sales k on k.id = e.unbooked_id where e.id = ${exceptionId}`.execute(
    ctx.tx,
  );
  for (const { client_id } of rows) await findPostedBefore(ctx, client_id);
}

/** Retries posting a kept sale. */
export async function postException(ctx: WriteContext, id: number): Promise<SaleExceptionListed> {
  await lockSentSale(ctx, id);
  const { unbooked_id } = await lockException(ctx, id);
  if (unbooked_id === null) throw conflict('This sale has already been posted.');
  await postUnpostedSale(ctx, unbooked_id);
  return review(ctx, id, 'booked_exception', null);
}

async function review(
  ctx: WriteContext,
  id: number,
  action: string,
  note: string | null,
): Promise<SaleExceptionListed> {
  const listed = ensureFound(await findListedException(ctx.tx, id), 'Exception');
  recordAudit(ctx, {
    action,
    recordType: 'sale',
    recordId: listed.sale?.id ?? null,
    recordName: listed.sale?.number ?? listed.receipt_number,
    after: { exception: listed.words, ...(note === null ? {} : { note }) },
  });
  return listed;
}
