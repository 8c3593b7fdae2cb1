import { sql } from 'kysely';
import * as z from 'zod';
import { formatPounds } from '#domain/kernel/money';
import { type PaidSaleWrite, type SaleWrite, sales } from '#domain/sales/sale.contract';
import { recordAudit } from '../../../kernel/audit';
import { isOutOfSeries, noteArrived } from '../../../kernel/tills';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, type Refusal } from '../../../platform/http/refusal';
import { refusalInSavepoint } from '../../../platform/http/refusal-in-savepoint';
import { postPaidSale } from './post-paid-sale';
import { findPostedBefore, hashOf } from '../find-repeated-request';
import { raiseExceptions } from './sale-exceptions';

export type RecordedSale = { readonly id: number } | { readonly reason: string };

const contentsOf = ({ approvals: _approvals, sent_at: _sent, ...body }: PaidSaleWrite) => hashOf(body);

/** Records a paid sale for a sender that can show the problem to its user. */
export async function recordPaidSale(ctx: WriteContext, body: SaleWrite): Promise<{ id: number }> {
  const before = await findPostedBefore(ctx, body.client_id);
  const other = before ? otherSale(before, body) : null;
  if (other !== null) throw conflict(other);
  if (!before && (await isResolvedByHand(ctx, body.client_id))) throw conflict(resolvedByHand);
  const sale = before ? sentAgain(ctx, before) : await postPaidSale(ctx, body, contentsOf(body));
  await closeKept(ctx, body, sale);
  return { id: sale.id };
}

/**
 * Records a paid sale from a till: posted, or kept on the server until a manager resolves figures that do not
 * add up. Sent repeatedly, it is recorded once; posted at a later attempt, it is no longer open.
 */
export async function recordTillSale(ctx: WriteContext, body: PaidSaleWrite): Promise<RecordedSale> {
  const before = await findPostedBefore(ctx, body.client_id);
  const recorded = await recordedOrReason(ctx, body, before);
  const isKept = typeof recorded === 'string';
  if (isKept) await storeUnposted(ctx, body, recorded);
  else await closeKept(ctx, body, recorded);
  await noteArrived(ctx, {
    clientId: body.client_id,
    deviceId: body.device_id,
    sessionId: body.session_id,
    amount: body.expected_total,
  });
  return isKept ? { reason: recorded } : { id: recorded.id };
}

async function recordedOrReason(
  ctx: WriteContext,
  body: PaidSaleWrite,
  before: Awaited<ReturnType<typeof findPostedBefore>>,
): Promise<SaleNumber | string> {
  if (before) return otherSale(before, body) ?? sentAgain(ctx, before);
  if (await isResolvedByHand(ctx, body.client_id)) return resolvedByHand;
  const posted = await refusalInSavepoint(ctx, () => postPaidSale(ctx, body, contentsOf(body)));
  return 'refusal' in posted ? reasonOf(posted.refusal) : posted.value;
}

const resolvedByHand = 'A manager has already resolved this sale, so it was not posted again.';

/**
 * Whether a manager has resolved what was kept of this sale without posting it, for example by entering it as an
 * invoice: posted now, it would be in the books twice. The caller has locked the sale's id.
 */
async function isResolvedByHand(ctx: WriteContext, clientId: string): Promise<boolean> {
  const { rows } = await sql`
    select from unbooked_sales k where k.client_id = ${clientId} and k.sale_id is null
      and exists (select from sale_exceptions e where e.unbooked_id = k.id)
      and not exists (select from sale_exceptions e where e.unbooked_id = k.id and e.reviewed_at is null)`.execute(
    ctx.tx,
  );
  return rows.length > 0;
}

type SaleNumber = { readonly id: number; readonly number: string };

/**
 * Links what was kept of a sale that is posted now, and closes its exception: a till sends again until it has an
 * answer, so a sale that was kept at first may be posted later, from this device or from its sealed copy.
 */
async function closeKept(
  ctx: WriteContext,
  { client_id, expected_total, receipt_number }: Sent,
  sale: SaleNumber,
): Promise<void> {
  const note = `Sent again and posted as ${sale.number}.`;
  const { rows } = await sql<{ words: string }>`
    with linked as (
      update unbooked_sales set sale_id = ${sale.id}
      where client_id = ${client_id} and sale_id is null and total_pence = ${expected_total}
        and coalesce(receipt_number = ${receipt_number ?? null}, true) returning id)
    update sale_exceptions set reviewed_by = ${ctx.actor.id}, reviewed_at = ${ctx.now}, note = ${note}
    where unbooked_id in (select id from linked) and reviewed_at is null returning words`.execute(ctx.tx);
  for (const { words } of rows)
    recordAudit(ctx, {
      action: 'reviewed_exception',
      recordType: 'sale',
      recordId: sale.id,
      recordName: sale.number,
      after: { exception: words, note },
    });
}

type Sent = Pick<PaidSaleWrite, 'client_id' | 'expected_total' | 'receipt_number'>;

/**
 * Why what is sent is not the sale posted before under its id; null if it is. A basket that was held and resumed has the
 * same id on two tills, and both may have taken money for it: each then printed a receipt of its own.
 */
function otherSale(
  before: NonNullable<Awaited<ReturnType<typeof findPostedBefore>>>,
  { expected_total, receipt_number }: Sent,
): string | null {
  const recorded = `This sale has already been recorded as ${before.number}`;
  if (before.gross !== expected_total) return `${recorded} with a different total.`;
  if (receipt_number == null || before.receipt_number === null || receipt_number === before.receipt_number)
    return null;
  return `${recorded} with receipt ${before.receipt_number}. Check whether the customer paid twice.`;
}

function sentAgain(ctx: WriteContext, sale: SaleNumber): SaleNumber {
  recordAudit(ctx, {
    action: 'sent_again',
    recordType: 'sale',
    recordId: sale.id,
    recordName: sale.number,
  });
  return sale;
}

/** The message at a field says more than that of the whole reply. */
const reasonOf = ({ message, errors }: Refusal): string => Object.values(errors ?? {})[0]?.[0] ?? message;

async function storeUnposted(ctx: WriteContext, body: PaidSaleWrite, reason: string): Promise<void> {
  const printed = { receiptNumber: body.receipt_number ?? null, deviceId: body.device_id ?? null };
  const { rows } = await sql<{ id: number }>`
    insert into unbooked_sales (client_id, client_hash, body, reason, session_id, device_id, receipt_number, receipt_is_out_of_series,
      total_pence, sold_by, sold_at, sent_by, received_at)
    select ${body.client_id}, ${contentsOf(body)}, ${JSON.stringify(z.encode(sales.recordPaid.body, body))}::jsonb, ${reason},
      (select id from till_sessions where id = ${body.session_id ?? null}::bigint), ${body.device_id ?? null},
      ${printed.receiptNumber}, ${isOutOfSeries(printed)}, ${body.expected_total},
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
    await raiseExceptions(ctx, { unpostedId: stored.id }, [
      {
        kind: 'not_booked',
        words: `${formatPounds(body.expected_total)} was taken but not posted. ${reason}`,
        amount: body.expected_total,
      },
    ]);
}

/**
 * Posts a kept sale once its problem is solved, unless the till has sent it again meanwhile. The till's clock is
 * corrected as on the day the sale arrived (finding F24). The caller has locked the sale's id.
 */
export async function postUnpostedSale(ctx: WriteContext, unpostedId: number): Promise<{ id: number }> {
  const { rows } = await sql<{
    body: unknown;
    client_hash: string;
    sale_id: number | null;
    received_at: Date;
    sent_by: number;
  }>`
    select body, client_hash, sale_id, received_at, sent_by from unbooked_sales where id = ${unpostedId} for update`.execute(
    ctx.tx,
  );
  const [stored] = rows;
  if (!stored || stored.sale_id !== null) throw conflict('This sale has already been posted.');
  const sent = z.decode(sales.recordPaid.body, stored.body as never);
  // Who sent it without naming a cashier sold it, not the manager who posts it.
  const body = { ...sent, sold_by: sent.sold_by ?? stored.sent_by };
  const before = await findPostedBefore(ctx, body.client_id);
  const other = before ? otherSale(before, body) : null;
  if (other !== null) throw conflict(other);
  if (before) {
    await closeKept(ctx, body, before);
    return before;
  }
  const posted = await postPaidSale(ctx, body, stored.client_hash, {
    receivedAt: stored.received_at,
    sentBy: stored.sent_by,
  });
  await sql`update unbooked_sales set sale_id = ${posted.id} where id = ${unpostedId}`.execute(ctx.tx);
  return posted;
}
