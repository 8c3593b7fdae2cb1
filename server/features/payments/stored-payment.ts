import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { Payment } from '#domain/payments/payment.contract';
import type { PaymentMethod, PaymentStatus } from '#domain/payments/payment.status';
import type { Reader, Tx } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';
import { ensureFound } from '../../platform/http/refusal';

export type StoredPayment = {
  readonly id: number;
  readonly number: string | null;
  readonly supplier: { readonly id: number; readonly name: string };
  readonly direction: 'out' | 'in';
  readonly payment_date: CalendarDate;
  readonly amount: Pence;
  readonly payment_method: PaymentMethod;
  readonly status: PaymentStatus;
  readonly reference_number: string | null;
  readonly notes: string | null;
  readonly created_by: number;
  readonly allocations: readonly {
    readonly purchase_order_id: number;
    readonly po_number: string;
    readonly amount: Pence;
  }[];
};

export const findPayment = (db: Reader, id: number): Promise<StoredPayment | undefined> =>
  ask(db, findingPayment(id));

/** The same, to be sent with other statements. */
export const findingPayment = (id: number): Question<StoredPayment, StoredPayment | undefined> => ({
  statement: sql<StoredPayment>`${preparedStatement}
    select p.id, p.number, jsonb_build_object('id', s.id, 'name', s.name) as supplier, p.direction, p.payment_date,
      p.amount_pence as amount, p.method as payment_method, p.status, p.reference_number, p.notes, p.created_by,
      coalesce((select jsonb_agg(jsonb_build_object('purchase_order_id', po.id, 'po_number', po.po_number, 'amount', a.amount_pence) order by a.id)
        from payment_allocations a join purchase_orders po on po.id = a.purchase_order_id where a.payment_id = p.id), '[]') as allocations
    from payments p join suppliers s on s.id = p.supplier_id where p.id = ${id}`,
  answer: ([payment]) => payment,
});

/** A payment as returned by the API. 404 if it does not exist. */
export async function getPayment(db: Reader, id: number): Promise<Payment> {
  const { created_by: _author, ...payment } = ensureFound(await findPayment(db, id), 'Payment');
  const allocated = payment.allocations.reduce((sum, allocation) => sum + allocation.amount, 0);
  return { ...payment, allocations: [...payment.allocations], allocated_amount: allocated as Pence };
}

/**
 * Locks what a payment touches in the agreed order: its orders and those of the bills it settles by id, then the
 * payment. The supplier's ledger is locked by the code that posts.
 */
export async function lockPayment(tx: Tx, id: number): Promise<StoredPayment> {
  await sql`${preparedStatement}
    select from purchase_orders where id in (
      select purchase_order_id from payment_allocations where payment_id = ${id}
      union select b.purchase_order_id from payment_bills l join supplier_bills b on b.id = l.supplier_bill_id
      where l.payment_id = ${id}
      union select b.purchase_order_id
      from payments p join supplier_bills b on b.supplier_id = p.supplier_id
        join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id and i.side = 'credit'
      where p.id = ${id} and p.status = 'pending' and p.settles = 'oldest' and i.allocated_pence < i.amount_pence)
    order by id for update`.execute(tx);
  await sql`${preparedStatement} select from payments where id = ${id} for update`.execute(tx);
  return ensureFound(await findPayment(tx, id), 'Payment');
}
