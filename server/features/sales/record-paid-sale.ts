import { sql } from 'kysely';
import * as z from 'zod';
import { formatPounds } from '#domain/kernel/money';
import { type PaidSaleWrite, type SaleWrite, sales } from '#domain/sales/sale.contract';
import { recordAudit } from '../../kernel/audit';
import { sqlState } from '../../platform/database/transaction';
import type { WriteContext } from '../../platform/http/context';
import { refusalFrom } from '../../platform/http/error-reply';
import { conflict, Refusal } from '../../platform/http/refusal';
import { bookPaidSale } from './book-paid-sale';
import { findBookedBefore, hashOf } from './find-repeated-request';
import { raiseExceptions } from './sale-exceptions';

export type RecordedSale = { readonly id: number } | { readonly reason: string };

const contentsOf = ({ approvals: _approvals, sent_at: _sent, ...body }: PaidSaleWrite) => hashOf(body);

/** Records a paid sale for a sender that can show the problem to its user. */
export async function recordPaidSale(ctx: WriteContext, body: SaleWrite): Promise<{ id: number }> {
  const before = await findBookedBefore(ctx, body.client_id);
  if (before && before.gross !== body.expected_total) throw conflict(otherContents(before.number));
  if (before) return sentAgain(ctx, before);
  return bookPaidSale(ctx, body, contentsOf(body));
}

/**
 * Records a paid sale from a till: posted, or kept on the server until a manager resolves figures that do not
 * add up. Sent repeatedly, it is recorded once.
 */
export async function recordTillSale(ctx: WriteContext, body: PaidSaleWrite): Promise<RecordedSale> {
  const before = await findBookedBefore(ctx, body.client_id);
  if (before && before.gross === body.expected_total) return sentAgain(ctx, before);
  const refusal = before
    ? otherContents(before.number)
    : await inSavepoint(ctx, () => bookPaidSale(ctx, body, contentsOf(body)));
  if (typeof refusal === 'object') return refusal;
  return { reason: await storeUnposted(ctx, body, refusal) };
}

const otherContents = (number: string) =>
  `This sale has already been recorded as ${number} with a different total.`;

function sentAgain(ctx: WriteContext, sale: { id: number; number: string }): { id: number } {
  recordAudit(ctx, {
    action: 'sent_again',
    recordType: 'sale',
    recordId: sale.id,
    recordName: sale.number,
  });
  return { id: sale.id };
}

/** Rolls back a refusal and returns its reason. */
async function inSavepoint<T extends object>(
  { tx, audits }: WriteContext,
  work: () => Promise<T>,
): Promise<T | string> {
  const noted = audits.length;
  await sql`savepoint paid_sale`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint paid_sale`.execute(tx);
    return result;
  } catch (error) {
    // Broken rules are about the sale. Any other failure is the server's, and the till sends again.
    if (!(error instanceof Refusal) && !/^2[23]/.test(sqlState(error) ?? '')) throw error;
    await sql`rollback to savepoint paid_sale`.execute(tx);
    await sql`release savepoint paid_sale`.execute(tx);
    audits.length = noted;
    const { message, errors } = refusalFrom(error);
    return Object.values(errors ?? {})[0]?.[0] ?? message;
  }
}

async function storeUnposted(ctx: WriteContext, body: PaidSaleWrite, reason: string): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    insert into unbooked_sales (client_id, client_hash, body, reason, session_id, device_id, receipt_number, total_pence,
      sold_by, sold_at, sent_by, received_at)
    select ${body.client_id}, ${contentsOf(body)}, ${JSON.stringify(z.encode(sales.recordPaid.body, body))}::jsonb, ${reason},
      (select id from till_sessions where id = ${body.session_id ?? null}::bigint), ${body.device_id ?? null},
      ${body.receipt_number ?? null}, ${body.expected_total},
      (select id from users where id = ${body.sold_by ?? ctx.actor.id}::bigint), ${body.sold_at ?? null}, ${ctx.actor.id}, ${ctx.now}
    on conflict (client_id, client_hash) do nothing returning id`.execute(ctx.tx);
  const [stored] = rows;
  recordAudit(ctx, {
    action: stored ? 'kept_unbooked' : 'sent_again',
    recordType: 'sale',
    recordName: body.receipt_number ?? null,
    after: { total_pence: body.expected_total, reason },
  });
  if (stored)
    await raiseExceptions(ctx, { unbookedId: stored.id }, [
      {
        kind: 'not_booked',
        words: `${formatPounds(body.expected_total)} was taken but not posted. ${reason}`,
        amount: body.expected_total,
      },
    ]);
  return reason;
}

/**
 * Posts a kept sale once its problem is solved. The till's clock is corrected as on the day the sale arrived (finding
 * F24).
 */
export async function postUnpostedSale(ctx: WriteContext, unbookedId: number): Promise<{ id: number }> {
  const { rows } = await sql<{
    body: unknown;
    client_hash: string;
    sale_id: number | null;
    received_at: Date;
  }>`
    select body, client_hash, sale_id, received_at from unbooked_sales where id = ${unbookedId} for update`.execute(
    ctx.tx,
  );
  const [stored] = rows;
  if (!stored || stored.sale_id !== null) throw conflict('This sale has already been posted.');
  const body = z.decode(sales.recordPaid.body, stored.body as never);
  const before = await findBookedBefore(ctx, body.client_id);
  if (before) throw conflict(otherContents(before.number));
  const posted = await bookPaidSale(ctx, body, stored.client_hash, stored.received_at);
  await sql`update unbooked_sales set sale_id = ${posted.id} where id = ${unbookedId}`.execute(ctx.tx);
  return posted;
}
