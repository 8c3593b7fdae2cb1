import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { PaymentMethod } from '#domain/payments/payment.status';
import type { CustomerPaymentKind, CustomerPaymentStatus } from '#domain/wallet/customer-payment';
import type { CustomerPayment } from '#domain/wallet/customer-wallet.contract';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';

export type StoredCustomerPayment = {
  readonly id: number;
  readonly number: string;
  readonly customer_id: number;
  readonly customer_name: string;
  readonly direction: 'in' | 'out';
  readonly kind: CustomerPaymentKind;
  readonly method: PaymentMethod;
  readonly amount: Pence;
  readonly status: CustomerPaymentStatus;
};

const stored = sql`
  select p.id, p.number, p.customer_id, c.name as customer_name, p.direction, p.kind, p.method, p.amount_pence as amount, p.status
  from customer_payments p join customers c on c.id = p.customer_id`;

/** A payment with its current status. */
export async function findCustomerPayment(db: Reader, id: number): Promise<StoredCustomerPayment> {
  const { rows } = await sql<StoredCustomerPayment>`${stored} where p.id = ${id}`.execute(db);
  return ensureFound(rows[0], 'Payment');
}

export async function lockCustomerPayment(tx: Tx, id: number): Promise<StoredCustomerPayment> {
  const { rows } = await sql<StoredCustomerPayment>`${stored} where p.id = ${id} for update of p`.execute(tx);
  return ensureFound(rows[0], 'Payment');
}

/** A payment as returned by the API. 404 if it does not exist. */
export async function getCustomerPayment(db: Reader, id: number): Promise<CustomerPayment> {
  const { rows } = await sql<CustomerPayment>`
    select p.id, p.number, jsonb_build_object('id', c.id, 'name', c.name) as customer, p.direction, p.kind,
      p.method as payment_method, p.amount_pence as amount, p.business_date, p.reference, p.notes, p.status, p.reversal_reason,
      coalesce((select i.allocated_pence from party_items i where i.document_type = 'customer_payment' and i.document_id = p.id
        and i.kind <> 'reversal'), 0) as allocated_amount
    from customer_payments p join customers c on c.id = p.customer_id where p.id = ${id}`.execute(db);
  return ensureFound(rows[0], 'Payment');
}

type NewPayment = {
  readonly number: string;
  readonly customerId: number;
  readonly kind: CustomerPaymentKind;
  readonly method: PaymentMethod;
  readonly sessionId: number | null;
  readonly amount: Pence;
  readonly businessDate: CalendarDate;
  readonly reference: string | null;
  readonly notes: string | null;
};

export async function insertCustomerPayment(ctx: WriteContext, payment: NewPayment): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('customer_payments')
    .values({
      number: payment.number,
      customer_id: payment.customerId,
      direction: payment.kind === 'withdrawal' ? 'out' : 'in',
      kind: payment.kind,
      method: payment.method,
      session_id: payment.sessionId,
      amount_pence: payment.amount,
      business_date: payment.businessDate,
      reference: payment.reference,
      notes: payment.notes,
      recorded_by: ctx.actor.id,
      recorded_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function markReversed(
  ctx: WriteContext,
  id: number,
  { status, reason }: { status: 'reversed' | 'bounced'; reason: string },
): Promise<void> {
  await sql`
    update customer_payments set status = ${status}, reversal_reason = ${reason}, reversed_by = ${ctx.actor.id}, reversed_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
}
