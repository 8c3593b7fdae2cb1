import { sql } from 'kysely';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import type { PaymentWrite } from '#domain/payments/payment.contract';
import type { Tx } from '../../platform/database/open-database';
import { anyOf, preparedStatement, unawaitedStatement } from '../../platform/database/prepared-statement';
import { lockParty } from '../../kernel/parties';
import { invalid } from '../../platform/http/refusal';
import { findPurchasingSettings } from '../purchase-orders';

export type Settles = NonNullable<PaymentWrite['settles']>;

/**
 * The purpose of the money that is for no order: as given, else the bills it lists, else the setting (P14). What orders do
 * not take of their payment, and a confirmed excess, stay on account (P5).
 */
export async function chosenFor(tx: Tx, body: PaymentWrite): Promise<Settles> {
  if (body.settles === 'bills') return 'bills';
  if (body.bills.length > 0) return body.settles ?? 'bills';
  if (body.allocations.length > 0) return 'on_account';
  if (body.settles) return body.settles;
  if (body.confirm_excess) return 'on_account';
  return (await findPurchasingSettings(tx)).settleOldestFirst ? 'oldest' : 'on_account';
}

/**
 * Locks the orders whose bills a payment without an order settles, by id, and then the supplier's ledger: of two
 * payments of one bill or order, the second sees what the first has settled.
 */
export async function lockSettled(tx: Tx, body: PaymentWrite, settles: Settles): Promise<void> {
  if (body.direction === 'in' || body.allocations.length > 0 || settles === 'on_account') return;
  const which =
    settles === 'bills'
      ? sql`id = ${anyOf(body.bills.map(({ bill_id }) => bill_id))}`
      : openBillsOf(body.supplier_id);
  await sql`${preparedStatement}
    select from purchase_orders where id in (select purchase_order_id from supplier_bills where ${which})
    order by id for update`.execute(tx);
  await lockParty(tx, { kind: 'supplier', id: body.supplier_id });
}

/** The bills that a payment settles oldest first, as a condition. */
const openBillsOf = (supplierId: number) => sql`supplier_id = ${supplierId} and id in (
  select document_id from party_items
  where document_type = 'supplier_bill' and supplier_id = ${supplierId} and side = 'credit' and allocated_pence < amount_pence)`;

/**
 * 422 names the bill that cannot be settled, or the purpose that does not match the bills. The caller has locked what
 * the payment settles.
 */
export async function ensureBills(tx: Tx, body: PaymentWrite, settles: Settles): Promise<void> {
  const { bills } = body;
  if (settles === 'bills' && bills.length === 0)
    throw invalid({ bills: 'Enter the amount allocated to each bill.' });
  if (bills.length === 0) return;
  if (settles !== 'bills') throw invalid({ settles: 'Choose to settle bills, or remove the bills.' });
  if (body.direction === 'in' || body.allocations.length > 0)
    throw invalid({
      bills: 'Allocate a payment to orders or to bills, not both. A refund cannot settle a bill.',
    });
  const total = sum(bills.map(({ amount }) => amount));
  if (total > body.amount)
    throw invalid({
      bills: `${formatPounds(total)} is allocated to bills, but the payment is only ${formatPounds(body.amount)}.`,
    });
  if (new Set(bills.map(({ bill_id }) => bill_id)).size !== bills.length)
    throw invalid({ bills: 'A bill is listed twice. Enter each bill once.' });
  const open = await findOpen(
    tx,
    bills.map(({ bill_id }) => bill_id),
  );
  for (const [index, { bill_id, amount }] of bills.entries()) {
    const bill = open.get(bill_id);
    if (!bill || bill.supplier_id !== body.supplier_id)
      throw invalid({
        [`bills.${index}.bill_id`]: 'Choose a bill from this supplier that has not been reversed.',
      });
    if (amount > bill.open)
      throw invalid({
        [`bills.${index}.amount`]: `Only ${formatPounds(bill.open)} is outstanding on bill ${bill.theirs}.`,
      });
  }
}

type Open = { id: number; supplier_id: number; theirs: string; item_id: number; open: Pence };

/** The open amounts of bills that are not reversed. */
export async function findOpen(tx: Tx, ids: readonly number[]): Promise<Map<number, Open>> {
  const { rows } = await sql<Open>`${preparedStatement}
    select b.id, b.supplier_id, b.supplier_bill_number as theirs, i.id as item_id, i.amount_pence - i.allocated_pence as open
    from supplier_bills b join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id and i.side = 'credit'
    where b.id = ${anyOf(ids)} and b.reversed_at is null`.execute(tx);
  return new Map(rows.map(row => [row.id, row]));
}

export async function storeBills(tx: Tx, paymentId: number, bills: PaymentWrite['bills']): Promise<void> {
  if (bills.length === 0) return;
  await sql`${unawaitedStatement}
    insert into payment_bills (payment_id, supplier_bill_id, amount_pence)
    select ${paymentId}, bill_id, amount from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) as row (bill_id bigint, amount bigint)`.execute(
    tx,
  );
}

/**
 * Checks a pending payment of chosen bills again when it is confirmed, because they may have been settled since: what is
 * left over stays on account, once confirmed (rule P5). The caller has locked the supplier's ledger.
 */
export async function ensureStillOwed(tx: Tx, paymentId: number, confirmsExcess: boolean): Promise<void> {
  if (confirmsExcess) return;
  const { rows } = await sql<{ theirs: string; amount: Pence; open: Pence }>`${preparedStatement}
    select b.supplier_bill_number as theirs, l.amount_pence as amount,
      case when b.reversed_at is null then coalesce(i.amount_pence - i.allocated_pence, 0) else 0 end as open
    from payment_bills l join supplier_bills b on b.id = l.supplier_bill_id
      left join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id and i.side = 'credit'
    where l.payment_id = ${paymentId} order by b.id`.execute(tx);
  const settled = rows.find(({ amount, open }) => open < amount);
  if (!settled) return;
  throw invalid({
    confirm_excess:
      settled.open === 0
        ? `Bill ${settled.theirs} has been settled since. Confirm the excess to keep the money as credit with the supplier.`
        : `Only ${formatPounds(settled.open)} is outstanding on bill ${settled.theirs}. Confirm the excess to keep the rest as credit with the supplier.`,
  });
}

/** The purpose of a payment without an order, as entered, with the open amount of each bill. */
export async function findChosen(
  tx: Tx,
  paymentId: number,
): Promise<{ settles: Settles; parts: { itemId: number; amount: Pence }[] }> {
  const { settles } = await tx
    .selectFrom('payments')
    .select('settles')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ supplier_bill_id: number; amount: Pence }>`${preparedStatement}
    select supplier_bill_id, amount_pence as amount from payment_bills where payment_id = ${paymentId} order by 1`.execute(
    tx,
  );
  const open = await findOpen(
    tx,
    rows.map(row => row.supplier_bill_id),
  );
  const parts = rows.flatMap(({ supplier_bill_id, amount }) => {
    const bill = open.get(supplier_bill_id);
    return bill ? [{ itemId: bill.item_id, amount: toPence(Math.min(amount, bill.open)) }] : [];
  });
  return { settles: settles as Settles, parts };
}
