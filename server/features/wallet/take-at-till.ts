import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { needsReference, acceptsMethod, tenderNamesBy } from '#domain/settings/payment-methods.contract';
import type { TillPayment, tillPayments } from '#domain/wallet/till-payment.contract';
import { findPaymentRules, lockOpenSession } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound, invalid } from '../../platform/http/refusal';
import { receivePayment } from './receive-payment';

type TillPaymentBody = BodyOf<typeof tillPayments.take>;

/**
 * Takes a customer payment at a till: on account it pays the oldest invoices first (W6), a top-up stays in
 * the wallet (V15). It belongs to the session whatever its method, and cash goes into the drawer; the method must be one the shop accepts.
 */
export async function takeAtTill(
  ctx: WriteContext,
  sessionId: number,
  body: TillPaymentBody,
): Promise<TillPayment> {
  await lockOpenSession(ctx.tx, sessionId);
  await ensureTaken(ctx, body);
  const { id } = await receivePayment(
    ctx,
    body.customer_id,
    {
      amount: body.amount,
      payment_method: body.payment_method,
      reference: body.reference,
      top_up: body.kind === 'top_up',
      allocations: [],
    },
    sessionId,
  );
  return ensureFound(await findTillPayment(ctx.tx, { id }), 'Payment');
}

async function ensureTaken(
  ctx: WriteContext,
  { payment_method: method, reference }: TillPaymentBody,
): Promise<void> {
  const rules = await findPaymentRules(ctx.tx);
  const name = tenderNamesBy(rules)[method];
  if (!acceptsMethod(rules, method))
    throw invalid({ payment_method: `${name} is not accepted here. Choose another payment method.` });
  if (needsReference(rules, method) && !reference)
    throw invalid({ reference: `Enter a reference: ${name} needs one.` });
}

/**
 * The invoices that a payment pays now, as a table. Money that was paid out, transferred, moved with a merge or
 * reversed pays none. After a merge the moved credit pays, and a moved debt has the number of its invoice
 * (decision 098).
 */
const invoicesPaidBy = (payment: RawBuilder<unknown>) => sql`(
  select o.document_number as number, sum(a.amount_pence)::bigint as amount, min(a.id) as first_id
  from party_items i join party_items c on c.id = i.id or c.origin_item_id = i.id and c.side = 'credit'
    join allocations a on a.credit_item_id = c.id join party_items d on d.id = a.debit_item_id
    join party_items o on o.id = coalesce(d.origin_item_id, d.id)
  where i.document_type = 'customer_payment' and i.document_id = ${payment} and i.kind <> 'reversal'
    and o.kind not in ('withdrawal', 'refund', 'transfer') and (o.document_type, o.document_id) <> (i.document_type, i.document_id)
  group by o.id having sum(a.amount_pence) > 0)`;

/** A payment as on its receipt, by id or by number. */
export async function findTillPayment(
  db: Reader,
  by: { readonly id: number } | { readonly number: string },
): Promise<TillPayment | undefined> {
  const { rows } = await sql<TillPayment>`
    select p.id, p.number, p.kind, p.status, p.method as payment_method, p.amount_pence as amount, p.reference,
      p.business_date, p.recorded_at as taken_at, u.name as taken_by, r.name as register_name,
      jsonb_build_object('id', c.id, 'number', customer_number(c.id), 'name', c.name) as customer,
      coalesce((select jsonb_agg(jsonb_build_object('document_number', paid.number, 'amount', paid.amount) order by paid.first_id)
        from ${invoicesPaidBy(sql`p.id`)} paid), '[]') as pays,
      coalesce(b.balance_pence, 0)::bigint as balance,
      coalesce((select sum(i.amount_pence - i.allocated_pence) from party_items i
        where i.customer_id = c.id and i.side = 'credit' and i.allocated_pence < i.amount_pence), 0)::bigint as wallet
    from customer_payments p join customers c on c.id = p.customer_id join users u on u.id = p.recorded_by
      left join party_balances b on b.customer_id = c.id
      left join till_sessions s on s.id = p.session_id left join registers r on r.id = s.register_id
    where p.direction = 'in' and ${'id' in by ? sql`p.id = ${by.id}` : sql`p.number = upper(trim(${by.number}))`}`.execute(
    db,
  );
  return rows[0];
}
